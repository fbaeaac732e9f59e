/// A scissor lift of n stages: pairs of bars of length L and mass m, pinned at their middles and at the ends
/// of the pair below. At an angle θ the lift is n·L·sin θ high, and stage i weighs at (i − ½)·L·sin θ.

#include "sarrus/joint/joints.h"
#include "tests/mechanism/mechanism.h"

namespace sarrus::testing::scissor_lift_test {
namespace {

constexpr double L = 1.2, bar_mass = 3, start = 0.9;

/// Bars "A1" … lean to the right and "B1" … to the left; the left foot is pinned, the right one rolls.
State scissor_lift(int stages) {
  ModelBuilder model("scissor lift");
  model.gravity({0, -g, 0});
  for (int i = 1; i <= stages; ++i) {
    const std::string A = "A" + std::to_string(i), B = "B" + std::to_string(i);
    model.body(A, rod_to(bar_mass, {L, 0, 0})).body(B, thin_rod(bar_mass, {L, 0, 0}));
    if (i == 1)
      model.joint(A, Pin{}, "world", A).start({start});
    else
      model.joint(A, Pin{}, "B" + std::to_string(i - 1), A)
          .parent_frame({L / 2, 0, 0})
          .start({2 * start - pi});
    model.joint(B, Pin{}, A, B).parent_frame({L / 2, 0, 0}).start({pi - 2 * start});
  }
  SystemBuilder builder(model.build());
  const Pose<double> floor = Pose<double>::rotation(rotation_with_axis(2, {0, 1, 0}));
  builder.add("roller", PointInPlaneConstraint(Place("world", floor), Place("B1", {-L / 2, 0, 0})));
  for (int i = 2; i <= stages; ++i)
    builder.add("pin" + std::to_string(i),
                PointOnLineConstraint(Place("A" + std::to_string(i - 1), {L, 0, 0}),
                                      Place("B" + std::to_string(i), {-L / 2, 0, 0})));
  return builder.build().default_state();
}

double potential_energy_at(int stages, double angle) {
  return bar_mass * g * stages * stages * L * std::sin(angle);
}
/// T = ½·M(θ)·θ̇².
double inertia_at(int stages, double angle) {
  double sum = 0;
  for (int i = 1; i <= stages; ++i)
    sum += 2 * bar_mass * L * L *
           (std::pow(0.5 * std::sin(angle), 2) + std::pow((i - 0.5) * std::cos(angle), 2) + 1.0 / 12);
  return sum;
}

TEST(ScissorLift, StandsAsHighAsItsAngleSays) {
  for (const int stages : {1, 3, 6}) {
    State state = scissor_lift(stages);
    EXPECT_LT(largest(position_errors(state)), 1e-14);
    EXPECT_NEAR(point(state, "A" + std::to_string(stages), {L, 0, 0}).y, stages * L * std::sin(start), 1e-13);
    // The torque that holds it is dV/dθ; let go, it falls with −V'/M.
    EXPECT_NEAR(rate(state, "A1"),
                -bar_mass * g * stages * stages * L * std::cos(start) / inertia_at(stages, start), 1e-11);
    state.lock(state.model().body_number("A1"));
    EXPECT_NEAR(motion_force(state, speed_number(state, "A1")),
                bar_mass * g * stages * stages * L * std::cos(start), 1e-9);
  }
}

TEST(ScissorLift, FallsByTheClosedForm) {
  constexpr int stages = 5;
  const State begin = scissor_lift(stages);
  Simulation simulation(begin, {.accuracy = 1e-9, .every = 0.02});
  simulation.run(0.56);
  for (const State& state : simulation.trajectory()) {
    const double angle = coordinate(state, "A1"), turning = speed(state, "A1");
    EXPECT_NEAR(point(state, "B5", {L / 2, 0, 0}).y, stages * L * std::sin(angle), 1e-9);
    EXPECT_NEAR(point(state, "B5", {L / 2, 0, 0}).x, 0, 1e-9);
    EXPECT_NEAR(potential_energy(state), potential_energy_at(stages, angle), 1e-7);
    EXPECT_NEAR(kinetic_energy(state), 0.5 * inertia_at(stages, angle) * turning * turning, 1e-7);
    EXPECT_NEAR(energy(state), potential_energy_at(stages, start), 1e-6);
  }
  EXPECT_LT(coordinate(simulation.state(), "A1"), 0.45);
  EXPECT_GT(coordinate(simulation.state(), "A1"), 0.1);
}

}  // namespace
}  // namespace sarrus::testing::scissor_lift_test
