/// Which pairs touch, of few surfaces whose spheres are compared side by side and of many; and materials of
/// few kinds and of many.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/contact/contact_scenes.h"
#include "tests/support/random.h"

namespace sarrus::testing::near_pairs_test {
namespace {

using Touching = std::vector<std::pair<int, int>>;

/// Free bodies and two planes of the world, in any order; `kinds` materials in turn.
struct Things {
  std::shared_ptr<CompliantContact> contact;
  System system;

  Things(int count, int kinds, const ContactFilter& filter, Random& random)
      : system(make(count, kinds, filter, random)) {}

  System make(int count, int kinds, const ContactFilter& filter, Random& random) {
    ModelBuilder model("things");
    Array<ContactSurface> surfaces;
    for (int i = 0; i < count; ++i) {
      const ContactMaterial material{.modulus = 1e6 * (1 + i % kinds), .dissipation = 0.1 * (i % kinds)};
      const std::string name = fmt::format("s{}", i);
      if (i == 3 || i == count - 2) {
        const Pose<double> X{random.rotation(), random.vector(0.2)};
        surfaces.push_back({name, {"world", X}, HalfSpaceShape{}, material});
        continue;
      }
      model.body(name, solid_sphere(1, 0.1)).joint(name, Free{}, "world", name);
      const std::array<AnyShape, 4> shapes{SphereShape{0.2}, CapsuleShape{0.1, 0.3},
                                           EllipsoidShape{{0.1, 0.2, 0.15}}, BoxShape{{0.2, 0.3, 0.2}}};
      const Pose<double> X{random.rotation(), random.vector(0.1)};
      surfaces.push_back({name, {name, X}, shapes[static_cast<std::size_t>(i % 4)], material});
    }
    SystemBuilder builder(model.build());
    contact = std::make_shared<CompliantContact>(surfaces, CompliantContactOptions{.filter = filter});
    builder.add_force("contact", contact);
    return builder.build();
  }

  State any_state(double spread, Random& random) const {
    State state = system.default_state();
    for (const Body& body : state.model().bodies()) {
      if (body.nu == 0) continue;
      const Quaternion<double> q = quaternion(random.rotation());
      const Vec3<double> p = random.vector(spread), v = random.vector(0.5);
      const double numbers[] = {q.w, q.x, q.y, q.z, p.x, p.y, p.z};
      for (int k = 0; k < 7; ++k) state.set_q(body.q0 + k, numbers[k]);
      for (int k = 0; k < 3; ++k) state.set_u(body.u0 + 3 + k, v[k]);
    }
    return state;
  }

  /// By the distance of every pair.
  Touching overlapping(const State& state) const {
    Touching pairs;
    const int count = static_cast<int>(contact->surfaces().size());
    for (int i = 0; i < count; ++i)
      for (int j = i + 1; j < count; ++j)
        if (contact->may_touch(i, j) && contact->distance(state, i, j).distance < 0) pairs.emplace_back(i, j);
    return pairs;
  }
  Touching touching(const State& state) const {
    Touching pairs;
    for (const Contact& found : contact->contacts(state)) pairs.emplace_back(found.surface1, found.surface2);
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    return pairs;
  }
};

/// Twelve surfaces make fewer than 200 pairs, forty make more; the filter leaves holes in the list.
TEST(NearPairs, AreThoseThatOverlap) {
  Random random(5);
  std::size_t found = 0;
  for (const int count : {12, 19, 40}) {
    const Things things(count, 2, {.pairs = {{"s0", "s2"}, {"s5", "s9"}, {"s3", "s8"}, {"s1", "s10"}}},
                        random);
    for (int trial = 0; trial < 20; ++trial) {
      const State state = things.any_state(0.05 * count, random);
      const Touching expected = things.overlapping(state);
      EXPECT_EQ(things.touching(state), expected) << count << " surfaces, trial " << trial;
      found += expected.size();
    }
  }
  EXPECT_GT(found, 500u);
}

/// The elastic force of two balls that overlap follows from their own materials, however many there are.
TEST(NearPairs, HaveTheMaterialOfTheirSurfaces) {
  Random random(6);
  for (const int kinds : {1, 3, 14}) {
    const Things things(14, kinds, {}, random);
    int compared = 0;
    for (int trial = 0; trial < 20; ++trial) {
      const State state = things.any_state(0.4, random);
      for (std::size_t c = 0; c < things.contact->contacts(state).size(); ++c) {
        const Contact& contact = things.contact->contacts(state)[c];
        if (contact.surface1 % 4 != 0 || contact.surface2 % 4 != 0 || contact.A != contact.B) continue;
        const ContactMaterial &one = things.contact->surfaces()[contact.surface1].material,
                              &two = things.contact->surfaces()[contact.surface2].material;
        const double modulus = 1 / (1 / one.modulus + 1 / two.modulus), R = 1 / (contact.A + contact.B);
        const double energy = 8.0 / 15 * modulus * std::sqrt(R) * std::pow(contact.depth, 2.5);
        EXPECT_NEAR(things.contact->forces(state)[c].energy, energy, 1e-12 * energy);
        ++compared;
      }
    }
    EXPECT_GT(compared, 5) << kinds;
  }
}

}  // namespace
}  // namespace sarrus::testing::near_pairs_test
