/// Porter's flyball governor: two arms of length L that hang on a spindle carry balls of mass m, and links of
/// the same length connect the balls to a sleeve of mass M that slides on the spindle. At the speed ω the
/// arms stand at an angle α to the spindle with
///   m·ω²·L·cos α = (m + M)·g
/// and each link pulls with M·g/(2·cos α).

#include "sarrus/joint/joints.h"
#include "tests/mechanism/mechanism.h"

namespace sarrus::testing::governor_test {
namespace {

constexpr double L = 0.2, ball_mass = 1.5, sleeve_mass = 4, turning = 25;

System governor() {
  ModelBuilder model("governor");
  model.gravity({0, 0, -g});
  const RigidInertia<double> ball = Pose<double>::translation({0, 0, -L}) * solid_sphere(ball_mass, 0.03);
  model.body("spindle", solid_cylinder(1, 0.01, 0.5)).body("sleeve", solid_cylinder(sleeve_mass, 0.02, 0.05));
  model.body("arm1", ball).body("arm2", ball);
  model.joint("spindle", Pin{}, "world", "spindle");
  model.joint("arm1", Pin{}, "spindle", "arm1").axis({0, -1, 0});
  model.joint("arm2", Pin{}, "spindle", "arm2").axis({0, 1, 0});
  model.joint("sleeve", Slider{}, "spindle", "sleeve").axis({0, 0, 1});
  SystemBuilder builder(model.build());
  builder.prescribe("drive", "spindle", MotionLevel::velocity, {linear({0}, turning)});
  for (const std::string side : {"1", "2"})
    builder.add("link" + side, RodConstraint(Place("arm" + side, {0, 0, -L}), "sleeve", L));
  return builder.build();
}

/// The arms at an angle, and nothing moves along the spindle.
State state_at(const System& system, double angle) {
  State state = system.default_state();
  set(state, "arm1", angle), set(state, "arm2", angle);
  set(state, "sleeve", -2 * L * std::cos(angle));
  prescribe(state);
  return state;
}

TEST(Governor, StandsAtTheAngleOfItsSpeed) {
  const System system = governor();
  const double cosine = (ball_mass + sleeve_mass) * g / (ball_mass * turning * turning * L);
  const State state = state_at(system, std::acos(cosine));
  EXPECT_LT(largest(position_errors(state)), 1e-15);
  EXPECT_LT(largest(udot(state)), 1e-12);
  for (const char* link : {"link1", "link2"})
    EXPECT_NEAR(multipliers(state, system.element(link))[0], -sleeve_mass * g / (2 * cosine), 1e-11);
}

/// Off that angle it hunts, alike on both sides; E − ω·H, with H the angular momentum about the spindle,
/// stays the same whatever the drive does.
TEST(Governor, HuntsAboutIt) {
  const State begin = state_at(governor(), 1.2);
  Simulation simulation(begin, {.accuracy = 1e-9, .every = 0.05});
  simulation.run(2);
  double low = 2, high = 0;
  for (const State& state : simulation.trajectory()) {
    const double angle = coordinate(state, "arm1");
    EXPECT_NEAR(angle, coordinate(state, "arm2"), 1e-9);
    EXPECT_NEAR(coordinate(state, "sleeve"), -2 * L * std::cos(angle), 1e-9);
    EXPECT_NEAR(energy(state) - turning * momentum(state).t.z, energy(begin) - turning * momentum(begin).t.z,
                1e-6);
    low = std::min(low, angle), high = std::max(high, angle);
  }
  EXPECT_GT(high - low, 0.1);
}

}  // namespace
}  // namespace sarrus::testing::governor_test
