#include "sarrus/simulate/impulse.h"

#include <gtest/gtest.h>

#include <limits>

#include "sarrus/constraint/constraints.h"
#include "sarrus/joint/joints.h"
#include "sarrus/model/builder.h"
#include "sarrus/simulate/simulation.h"
#include "sarrus/spatial/solids.h"
#include "sarrus/system/responses.h"

namespace sarrus::testing::impulse_test {
namespace {

/// Two links of length 1 m in the plane x-y without gravity, centers of mass in their middles.
constexpr double first_mass = 2, second_mass = 3, about_center = 0.5;

SystemBuilder two_links() {
  ModelBuilder builder("two links");
  builder.gravity({0, 0, 0});
  const auto link = [](double mass) {
    return RigidInertia<double>::from_central(
        mass, {0.5, 0, 0}, Sym3<double>::diagonal(about_center, about_center, about_center));
  };
  builder.body("upper", link(first_mass));
  builder.body("lower", link(second_mass));
  builder.joint("shoulder", Pin{}, "world", "upper");
  builder.joint("elbow", Pin{}, "upper", "lower").parent_frame(Vec3{1, 0, 0});
  return SystemBuilder(builder.build());
}

/// Of both links about the shoulder, with the elbow straight.
double inertia_of_both() { return about_center + first_mass * 0.25 + about_center + second_mass * 2.25; }

TEST(Impulse, GivesAFreeBodyItsMomentum) {
  ModelBuilder builder("body");
  const double mass = 4;
  builder.body("brick", solid_brick(mass, {0.4, 0.6, 1.0}));
  builder.joint("free", Free{}, "world", "brick");
  State state = System(builder.build()).default_state();
  const Vec3 p{1, -2, 0.5}, arm{0.2, 0.3, -0.1};
  apply_impulse(state, {"brick", arm}, p);
  const Force<double> momentum = sarrus::momentum(state);
  const Vec3 angular = cross(arm, p);
  for (int i = 0; i < 3; ++i) {
    EXPECT_NEAR(momentum.f[i], p[i], 1e-13);
    EXPECT_NEAR(momentum.t[i], angular[i], 1e-13);
  }
  EXPECT_NEAR(velocity(state, "brick").v.x, p.x / mass, 1e-13);
}

/// A brick of inertia I about y, struck at (0, 0, 0.1) along x and twisted about y: I·ω = 0.1·p + L.
TEST(Impulse, HasAnAngularPart) {
  ModelBuilder builder("body");
  builder.body("brick", solid_brick(4, {0.4, 0.6, 1.0}));
  builder.joint("free", Free{}, "world", "brick");
  State state = System(builder.build()).default_state();
  apply_impulse(state, {"brick", {0, 0, 0.1}}, {2.5, 0, 0}, {0, 0.75, 0});
  const double inertia = 4 * (0.4 * 0.4 + 1.0) / 12;
  EXPECT_NEAR(velocity(state, "brick").w.y, (0.1 * 2.5 + 0.75) / inertia, 1e-13);
  EXPECT_NEAR(velocity(state, "brick").v.x, 2.5 / 4, 1e-13);
}

/// A locked joint passes the impulse on.
TEST(Impulse, ActsOnWhatIsLockedTogether) {
  const System system = two_links().build();
  State state = system.default_state();
  state.lock("elbow");
  apply_impulse(state, {"lower", Vec3{1, 0, 0}}, Vec3{0, 3, 0});
  EXPECT_NEAR(state.u("shoulder.rate"), 3 * 2 / inertia_of_both(), 1e-13);
  EXPECT_EQ(state.u("elbow.rate"), 0);
}

TEST(Impulse, ActsThroughConstraints) {
  ModelBuilder builder("carts");
  for (const char* name : {"front", "rear"}) {
    builder.body(name, solid_brick(name[0] == 'f' ? 1.5 : 2.5, {0.1, 0.1, 0.1}));
    builder.joint(std::string("to ") + name, Slider{}, "world", name).axis({1, 0, 0});
  }
  SystemBuilder parts(builder.build());
  parts.add("rod", RodConstraint("front", "rear", 1.0));
  State state = parts.build().default_state();
  state.set_q(0, 1);
  apply_impulse(state, "rear", Vec3{8, 5, 0});
  for (int k = 0; k < 2; ++k) EXPECT_NEAR(state.u(k), 8 / 4.0, 1e-13);
}

/// The angular momentum about the shoulder stays what it was; without an impulse in the elbow the shoulder's
/// speed would.
TEST(Impulse, StopsAJointThatIsLockedWhileItMoves) {
  SystemBuilder builder = two_links();
  builder.on_crossing(
      "straight", {Source::q}, [](const State& s) { return s.q("elbow"); }, Crossing::falling,
      [](State& s, EventCall&) { s.lock("elbow"); });
  State start = builder.build().default_state();
  start.set_q("elbow", 0.5);
  start.set_u("shoulder.rate", 1), start.set_u("elbow.rate", -2);
  const double angular = momentum(start).t.z;
  Simulation simulation(start, {.accuracy = 1e-10});
  simulation.run(1);
  EXPECT_EQ(simulation.event_counts().at("straight"), 1);
  EXPECT_EQ(simulation.state().u("elbow.rate"), 0);
  EXPECT_NEAR(simulation.state().u("shoulder.rate"), angular / inertia_of_both(), 1e-8);
}

TEST(Impulse, RefusesWhatIsNotFinite) {
  State state = two_links().build().default_state();
  EXPECT_THROW(apply_impulse(state, "lower", Vec3{0, std::numeric_limits<double>::quiet_NaN(), 0}), Error);
  EXPECT_THROW(apply_impulse(state, "hand", Vec3{0, 1, 0}), Error);
}

}  // namespace
}  // namespace sarrus::testing::impulse_test
