// Derivatives of motions under constraints, against the same motion in minimal coordinates and against
// differences of whole simulations.

#include <gtest/gtest.h>

#include <cmath>
#include <tuple>

#include "sarrus/all.h"
#include "sarrus/dynamics/coordinates.h"
#include "sarrus/joint/joints.h"
#include "sarrus/linearize/internal/extrapolated_difference.h"
#include "sarrus/sensitivity/simulation_gradient.h"
#include "sarrus/sensitivity/simulation_sensitivity.h"

namespace sarrus::testing::constraint_sensitivity_test {
namespace {

constexpr double L = 0.8, angle = 0.7, rate = 1.3, end_time = 1.1;

/// A wall at x = 0.2, from which the pendulum jumps back.
void add_wall(SystemBuilder& builder) {
  builder.on_crossing(
      "wall", {builder.quantities().position},
      [](const State& state) { return pose(state, "bob").p.x - 0.2; }, Crossing::rising,
      [](State& state, EventCall&) {
        for (int k = 0; k < state.nu(); ++k) state.set_u(k, -0.6 * state.u(k));
      });
}

/// A pendulum in its angle; p = L·(−sin θ, 0, −cos θ).
State start_of_pendulum(bool has_wall) {
  ModelBuilder model("pendulum");
  model.particle("bob", 2);
  model.joint("pivot", Pin{}, "world", "bob").axis({0, 1, 0}).child_frame({0, 0, L});
  SystemBuilder builder(model.build());
  if (has_wall) add_wall(builder);
  State state = builder.build().default_state();
  state.set_q(0, angle), state.set_u(0, rate);
  return state;
}

/// The same as a bead on a rod.
State start_of_bead(bool has_wall) {
  ModelBuilder model("bead");
  model.particle("bob", 2);
  model.joint("move", Translation{}, "world", "bob");
  SystemBuilder builder(model.build());
  builder.add("rod", RodConstraint({"world"}, {"bob"}, L));
  if (has_wall) add_wall(builder);
  State state = builder.build().default_state();
  state.set_q(Array<double>{-L * std::sin(angle), 0, -L * std::cos(angle)});
  state.set_u(Array<double>{-L * rate * std::cos(angle), 0, L * rate * std::sin(angle)});
  return state;
}

double x_of_bob(const State& state) { return pose(state, "bob").p.x; }

/// Compares the derivatives of x at the end with those of the pendulum: by the bead's place, its velocity,
/// gravity, and the length of the rod, which moves the bead away at the same angle and velocity.
void expect_pendulum(const VectorX<double>& by_angle_and_rate, const VectorX<double>& by_parameters,
                     const VectorX<double>& bead) {
  const double scale = by_angle_and_rate.norm();
  const double t_x = -std::cos(angle), t_z = std::sin(angle);
  EXPECT_NEAR(bead[0], by_angle_and_rate[0] * t_x / L, 1e-7 * scale);
  EXPECT_NEAR(bead[2], by_angle_and_rate[0] * t_z / L, 1e-7 * scale);
  EXPECT_NEAR(bead[3], by_angle_and_rate[1] * t_x / L, 1e-7 * scale);
  EXPECT_NEAR(bead[5], by_angle_and_rate[1] * t_z / L, 1e-7 * scale);
  EXPECT_NEAR(bead[6], by_parameters[0], 1e-7 * scale);
  EXPECT_NEAR(bead[7], by_parameters[1] - by_angle_and_rate[1] * rate / L, 1e-7 * scale);
}

class BeadOnARod : public ::testing::TestWithParam<bool> {};

TEST_P(BeadOnARod, HasTheDerivativesOfThePendulum) {
  const SensitivityOptions of_pendulum{.accuracy = 1e-10, .parameters = {"gravity.z", "pivot.child_frame.z"}};
  const SensitivityOptions of_bead{.accuracy = 1e-10, .parameters = {"gravity.z", "rod.length"}};
  SimulationSensitivity pendulum(start_of_pendulum(GetParam()), of_pendulum);
  SimulationSensitivity bead(start_of_bead(GetParam()), of_bead);
  pendulum.run_until(end_time), bead.run_until(end_time);
  EXPECT_NEAR(x_of_bob(bead.state()), x_of_bob(pendulum.state()), 1e-8);
  const VectorX<double> expected = pendulum.gradient(x_of_bob);
  expect_pendulum(expected.head(2), expected.tail(2), bead.gradient(x_of_bob));

  const SimulationGradient back =
      calc_simulation_gradient(start_of_bead(GetParam()), end_time, x_of_bob, of_bead);
  VectorX<double> all(8);
  all << back.by_dq, back.by_u, back.by_parameters;
  expect_pendulum(expected.head(2), expected.tail(2), all);
}

INSTANTIATE_TEST_SUITE_P(WithAndWithoutWall, BeadOnARod, ::testing::Bool());

/// A spatial linkage: a pin and a ball joint, whose coordinates are a quaternion, and `rods` equal rods that
/// close the loop, all but one of them redundant.
State start_of_loop(int rods = 1) {
  ModelBuilder model("loop");
  model.body("upper", thin_rod(1.2, {0, 0, 1.0})).body("lower", solid_brick(0.7, {0.1, 0.2, 0.6}));
  model.joint("shoulder", Pin{}, "world", "upper").axis({0, 1, 0}).child_frame({0, 0, 0.5});
  model.joint("elbow", Ball{}, "upper", "lower").parent_frame({0, 0, -0.5}).child_frame({0, 0.05, 0.3});
  SystemBuilder builder(model.build());
  builder.add("damper", MobilityDamper("shoulder", 0.2));
  for (int i = 0; i < rods; ++i)
    builder.add(i == 0 ? "rod" : "redundant rod",
                RodConstraint({"world", {0.4, 0, -0.8}}, {"lower", {0, 0, -0.3}}, 0.9));
  State state = builder.build().default_state();
  state.set_q(0, 0.4);
  state.set_u(Array<double>{0.5, 1.0, -2.0, 1.5});
  return state;
}

const Array<std::string> parameters{"lower.mass", "rod.length", "damper.damping", "gravity.z"};

double output(const State& state) {
  const Vec3<double> end = pose(state, "lower") * Vec3<double>{0.1, 0, -0.3};
  return end.z + 0.3 * end.x + 0.1 * state.u(2) + 0.01 * state.u(0);
}

/// The start moved along a column of the sensitivities; a simulation makes it meet the constraints.
State moved(const State& start, int column, double h) {
  State state = start;
  const int nu = state.nu();
  if (column < nu) {
    Array<double> q(state.q().begin(), state.q().end()), direction(nu, 0.0), rates(state.nq());
    direction[column] = h;
    calc_qdot<double>(state.tree(), start.q(), direction, rates);
    for (int i = 0; i < state.nq(); ++i) q[i] += rates[i];
    state.set_q(q);
  } else if (column < 2 * nu) {
    state.set_u(column - nu, start.u(column - nu) + h);
  } else {
    const std::string& name = parameters[column - 2 * nu];
    set_value(state, name, value(start, name) + h);
  }
  return state;
}

class StepsOfSimulations : public ::testing::TestWithParam<std::tuple<const char*, double>> {};

TEST_P(StepsOfSimulations, HaveTheirDerivatives) {
  const std::string method = std::get<0>(GetParam());
  const double step = std::get<1>(GetParam());
  const State start = start_of_loop();
  const SensitivityOptions options{.integrator = method, .fixed_step = step, .parameters = parameters};
  SimulationSensitivity motion(start, options);
  motion.run_until(0.5);
  const VectorX<double> gradient = motion.gradient(output);
  for (int j = 0; j < gradient.size(); ++j) {
    const auto at = [&](double h) {
      Simulation simulation(moved(start, j, h), {.accuracy = 1e-9,
                                                 .integrator = method,
                                                 .fixed_step = step,
                                                 .constraint_tolerance = 1e-11,
                                                 .record = false});
      simulation.run_until(0.5);
      return VectorX<double>(VectorX<double>::Constant(1, output(simulation.state())));
    };
    const double expected = internal::calc_extrapolated_difference(at, 0.005).derivative[0];
    EXPECT_NEAR(gradient[j], expected, 2e-9 * gradient.norm()) << "column " << j;
  }
  const SimulationGradient back = calc_simulation_gradient(start, 0.5, output, options);
  VectorX<double> all(gradient.size());
  all << back.by_dq, back.by_u, back.by_z, back.by_parameters;
  EXPECT_LT((all - gradient).norm(), 1e-10 * gradient.norm());
}

// At the end of a long step, projection moves the state a thousand times as far as the gradient is accurate.
INSTANTIATE_TEST_SUITE_P(AreThoseOf, StepsOfSimulations,
                         ::testing::Combine(::testing::Values("dormand-prince5", "radau5"),
                                            ::testing::Values(0.005, 0.05)));

TEST(ConstraintSensitivity, RedundantRowsChangeNothing) {
  const SensitivityOptions options{.accuracy = 1e-9, .parameters = {"lower.mass", "gravity.z"}};
  const auto gradient = [&](int rods) {
    SimulationSensitivity motion(start_of_loop(rods), options);
    motion.run_until(0.5);
    return motion.gradient(output);
  };
  const VectorX<double> expected = gradient(1);
  EXPECT_LT((gradient(2) - expected).norm(), 1e-7 * expected.norm());
}

}  // namespace
}  // namespace sarrus::testing::constraint_sensitivity_test
