/// Many steps of random heaps: nothing is lost, passes a wall or gains energy. A few thousand steps in each
/// run of the tests; SARRUS_SOAK_STEPS=1000000 takes as many.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "tests/rigid/rigid_scenes.h"
#include "tests/support/random.h"

namespace sarrus::testing::soak_test {
namespace {

constexpr double half_width = 0.4;  // of the box without a lid

long wanted_steps() {
  const char* given = std::getenv("SARRUS_SOAK_STEPS");
  return given != nullptr ? std::atol(given) : 3000;
}

/// Balls and bricks of 0.05 to 50 kg in a box, one above the other.
State make_heap(Random& random) {
  ModelBuilder model("heap");
  model.gravity({0, 0, -9.81});
  Array<ContactSurface> surfaces;
  const auto material = [&] {
    return rough(random.number(0.1, 1.0), random.number(0, 1) < 0.5 ? 0 : random.number(0, 0.9));
  };
  const int count = 3 + static_cast<int>(random.number(0, 8));
  for (int i = 0; i < count; ++i) {
    const std::string name = fmt::format("piece {}", i);
    const double mass = 0.05 * std::pow(1000, random.number(0, 1));
    const double place[] = {random.number(-0.2, 0.2), random.number(-0.2, 0.2), 0.15 + 0.3 * i};
    if (random.number(0, 1) < 0.5) {
      const double radius = random.number(0.04, 0.1);
      model.body(name, solid_sphere(mass, radius));
      surfaces.push_back({name, name, SphereShape{radius}, material()});
    } else {
      const Vec3<double> size{random.number(0.08, 0.2), random.number(0.08, 0.2), random.number(0.08, 0.2)};
      model.body(name, solid_brick(mass, size));
      surfaces.push_back({name, name, BoxShape{size}, material()});
    }
    model.joint(name, Free{}, "world", name).start({1, 0, 0, 0, place[0], place[1], place[2]});
  }
  surfaces.push_back({"floor", "world", HalfSpaceShape{}, rough(0.5)});
  for (int wall = 0; wall < 4; ++wall) {
    const double angle = wall * M_PI / 2;
    const Rotation<double> inwards = Rotation<double>::about_z(angle) * Rotation<double>::about_y(-M_PI / 2);
    const Vec3<double> at{half_width * std::cos(angle), half_width * std::sin(angle), 0};
    surfaces.push_back({fmt::format("wall {}", wall), Place("world", Pose<double>{inwards, at}),
                        HalfSpaceShape{}, rough(0.4)});
  }
  SystemBuilder builder(model.build());
  builder.add("contact", RigidContact(surfaces));
  return builder.build().default_state();
}

void kick(State& state, Random& random) {
  for (int k = 0; k < state.nu(); ++k) state.set_u(k, (k % 6 < 3 ? 10 : 2) * random.number(-1, 1));
}

void expect_within(const State& state, long seed) {
  for (int b = 1; b < state.model().body_count(); ++b) {
    const Vec3<double> p = pose(state, b).p;
    ASSERT_TRUE(std::isfinite(p.x + p.y + p.z)) << seed;
    ASSERT_GT(p.z, 0.03) << seed;
    ASSERT_LT(std::max(std::abs(p.x), std::abs(p.y)), half_width - 0.03) << seed;
  }
}

TEST(Soak, RandomHeaps) {
  constexpr long steps_of_heap = 1000, steps_of_kick = 250;
  long steps = 0, relaxed = 0;
  double deepest = 0;
  for (long seed = 1; steps < wanted_steps(); ++seed) {
    Random random(static_cast<unsigned>(seed));
    TimeStepping stepping(make_heap(random), {.step = 2e-3, .record = false});
    for (long i = 0; i < steps_of_heap; i += steps_of_kick) {
      stepping.change([&](State& state) { kick(state, random); });
      const double before = energy(stepping.state());
      for (long k = 0; k < steps_of_kick; ++k) stepping.step();
      expect_within(stepping.state(), seed);
      // What falls in steps is off by g·h/2 in its speed; impacts and friction only take.
      ASSERT_LT(energy(stepping.state()), before + 1e-2 * std::abs(before)) << seed;
    }
    steps += stepping.report().steps;
    relaxed += stepping.report().relaxed;
    deepest = std::max(deepest, stepping.report().largest_penetration);
  }
  RecordProperty("steps", std::to_string(steps));
  RecordProperty("relaxed", std::to_string(relaxed));
  RecordProperty("deepest", std::to_string(deepest));
  EXPECT_LT(static_cast<double>(relaxed), 0.01 * static_cast<double>(steps));
  EXPECT_LT(deepest, 5e-3);
}

}  // namespace
}  // namespace sarrus::testing::soak_test
