// Derivatives of simulations against closed forms and against differences of whole simulations.

#include "sarrus/sensitivity/simulation_sensitivity.h"
#include "sarrus/joint/joints.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "sarrus/all.h"
#include "sarrus/dynamics/coordinates.h"
#include "sarrus/dynamics/normalize_quaternions.h"
#include "sarrus/linearize/internal/extrapolated_difference.h"
#include "sarrus/sensitivity/simulation_gradient.h"
#include "sarrus/system/declaration.h"
#include "tests/support/says.h"

namespace sarrus::testing::simulation_sensitivity_test {
namespace {

ModelBuilder two_links() {
  ModelBuilder builder("two links");
  builder.body("upper", thin_rod(1.2, {0, 0, 1.0})).body("lower", solid_brick(0.7, {0.1, 0.2, 0.6}));
  builder.joint("shoulder", Pin{}, "world", "upper").axis({0, 1, 0}).child_frame({0, 0, 0.5});
  builder.joint("elbow", Ball{}, "upper", "lower").parent_frame({0, 0, -0.5}).child_frame({0, 0.05, 0.3});
  return builder;
}

/// A pin and a ball joint, whose coordinates are a quaternion, with a spring and a damper.
System make_pendulums() {
  SystemBuilder system(two_links().build());
  system.add("spring", MobilitySpring("shoulder", 3.0, 0.1));
  system.add("damper", MobilityDamper("shoulder", 0.2));
  return system.build();
}

State moving(const System& system) {
  State state = system.default_state();
  state.set_q(0, 0.4);
  state.set_u(Array<double>{0.5, 1.0, -2.0, 1.5});
  return state;
}

/// A mass on a spring, ω = 2 rad/s.
System make_oscillator() {
  ModelBuilder builder("oscillator");
  builder.body("mass", point_mass(2, {0, 0, 0}));
  builder.joint("track", Slider{}, "world", "mass").axis({1, 0, 0});
  SystemBuilder spring(builder.build());
  spring.add("spring", MobilitySpring("track", 8, 0));
  return spring.build();
}

const Array<std::string> parameters{"lower.mass", "spring.stiffness", "damper.damping", "gravity.z",
                                    "elbow.parent_frame.z"};

/// It reads positions, speeds and a parameter.
double output(const State& state) {
  const Vec3<double> end = pose(state, "lower") * Vec3<double>{0.1, 0, -0.3};
  return end.z + 0.3 * end.x + 0.1 * state.u(2) + 0.01 * value(state, "lower.mass") * state.u(0);
}

/// The start moved along column `column` of SimulationSensitivity::matrix().
State moved(const State& start, int column, double h) {
  State state = start;
  const int nu = state.nu();
  if (column < nu) {
    Array<double> q(state.q().begin(), state.q().end()), direction(nu, 0.0), rates(state.nq());
    direction[column] = h;
    calc_qdot<double>(state.tree(), start.q(), direction, rates);
    for (int i = 0; i < state.nq(); ++i) q[i] += rates[i];
    normalize_quaternions(state.model(), Out<double>(q));
    state.set_q(q);
  } else if (column < 2 * nu) {
    state.set_u(column - nu, start.u(column - nu) + h);
  } else {
    const std::string& name = parameters[column - 2 * nu];
    set_value(state, name, value(start, name) + h);
  }
  return state;
}

constexpr double end_time = 1.0, step = 0.02;
const SensitivityOptions fixed{.fixed_step = step, .parameters = parameters};

double simulated(const State& start) {
  Simulation simulation(start, {.integrator = "dormand-prince5", .fixed_step = step, .record = false});
  simulation.run_until(end_time);
  return output(simulation.state());
}

TEST(SimulationSensitivity, IsTheDerivativeOfTheComputedMotion) {
  const System system = make_pendulums();
  const State start = moving(system);
  SimulationSensitivity motion(start, fixed);
  motion.run_until(end_time);
  EXPECT_NEAR(output(motion.state()), simulated(start), 1e-14);
  const VectorX<double> gradient = motion.gradient(output);
  ASSERT_EQ(gradient.size(), 2 * 4 + 5);
  for (int j = 0; j < gradient.size(); ++j) {
    const auto at = [&](double h) {
      return VectorX<double>(VectorX<double>::Constant(1, simulated(moved(start, j, h))));
    };
    const double expected = internal::calc_extrapolated_difference(at, 0.02).derivative[0];
    EXPECT_NEAR(gradient[j], expected, 2e-9 * gradient.norm()) << "column " << j;
  }
}

// The error of a Taylor polynomial of degree d falls with h^(d + 1), that of degree 1 for a step ahead and
// one back together with h³.
TEST(SimulationSensitivity, HasTheSlopesOfTaylorsTheorem) {
  const System system = make_pendulums();
  const State start = moving(system);
  const SimulationGradient gradient = calc_simulation_gradient(start, end_time, output, fixed);
  for (const int column : {1, 4, 8, 9}) {
    const double slope = column < 4   ? gradient.by_dq[column]
                         : column < 8 ? gradient.by_u[column - 4]
                                      : gradient.by_parameters[column - 8];
    const auto errors = [&](double h) {
      const double ahead = simulated(moved(start, column, h)) - gradient.value;
      const double back = simulated(moved(start, column, -h)) - gradient.value;
      return std::array{std::abs(ahead), std::abs(ahead - h * slope), std::abs(ahead - back - 2 * h * slope)};
    };
    const auto whole = errors(4e-3), half = errors(2e-3);
    for (const int i : {0, 1, 2}) EXPECT_NEAR(std::log2(whole[i] / half[i]), i + 1, 0.1) << column;
  }
}

TEST(SimulationGradient, EqualsForwardSensitivities) {
  const System system = make_pendulums();
  const State start = moving(system);
  for (const char* method : {"rk2", "merson", "dormand-prince5", "dormand-prince8"}) {
    const SensitivityOptions options{.accuracy = 1e-6, .integrator = method, .parameters = parameters};
    SimulationSensitivity motion(start, options);
    motion.run_until(end_time);
    const VectorX<double> forward = motion.gradient(output);
    const SimulationGradient back = calc_simulation_gradient(start, end_time, output, options);
    VectorX<double> all(forward.size());
    all << back.by_dq, back.by_u, back.by_z, back.by_parameters;
    EXPECT_LT((all - forward).norm(), 1e-11 * forward.norm()) << method;
    EXPECT_EQ(back.value, output(motion.state())) << method;
  }
}

TEST(SimulationGradient, KeepsFewStates) {
  const System system = make_pendulums();
  const State start = moving(system);
  const SimulationGradient gradient = calc_simulation_gradient(start, end_time, output, {.fixed_step = 1e-4});
  EXPECT_EQ(gradient.steps, 10000);
  EXPECT_LE(gradient.checkpoints, 260);
  const SimulationGradient coarse = calc_simulation_gradient(start, end_time, output, {.fixed_step = 1e-3});
  EXPECT_LT((gradient.by_u - coarse.by_u).norm(), 1e-10 * coarse.by_u.norm());
}

// z = z₀ + v·t + g·t²/2, whatever the turning of the body.
TEST(SimulationSensitivity, OfAThrownBodyIsThatOfTheParabola) {
  ModelBuilder builder("stone");
  builder.body("stone", solid_brick(2, {0.1, 0.3, 0.2}));
  builder.joint("flight", Free{}, "world", "stone");
  const System system = SystemBuilder(builder.build()).build();
  State start = system.default_state();
  start.set_u(Array<double>{1, 5, 2, 3, 0, 4});
  const double t = 0.8;
  const SimulationGradient gradient = calc_simulation_gradient(
      start, t, [](const State& state) { return pose(state, "stone").p.z; }, {.parameters = {"gravity.z"}});
  EXPECT_NEAR(gradient.by_dq[5], 1, 1e-9);
  EXPECT_NEAR(gradient.by_u[5], t, 1e-9);
  EXPECT_NEAR(gradient.by_parameters[0], t * t / 2, 1e-9);
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(gradient.by_u[k], 0, 1e-9);
}

// A mass on a spring: x = x₀·cos(ωt), and ∂x/∂k = −x₀·sin(ωt)·t/(2·m·ω).
TEST(SimulationSensitivity, OfAnOscillatorIsThatOfTheClosedForm) {
  const System system = make_oscillator();
  State start = system.default_state();
  start.set_q(0, 0.5);
  SimulationSensitivity motion(start, {.accuracy = 1e-12, .parameters = {"spring.stiffness"}});
  const double w = 2;
  for (const double t : {0.3, 1.0, 3.0}) {
    motion.run_until(t);
    EXPECT_NEAR(motion.matrix()(0, 0), std::cos(w * t), 1e-9);
    EXPECT_NEAR(motion.matrix()(0, motion.column_of_speed(0)), std::sin(w * t) / w, 1e-9);
    EXPECT_NEAR(motion.matrix()(0, motion.column_of_parameter(0)), -0.5 * std::sin(w * t) * t / (2 * 2 * w),
                1e-9);
  }
}

/// A spring in plain double, without derivatives of its own.
class PlainSpring : public ForceElement {
 public:
  std::vector<Dependency> declare(Declaration&) override { return {Source::q}; }
  void add_forces(const State& state, AppliedForces& forces) const override {
    forces.add_to_speed(0, -8 * state.q(0));
  }
};

TEST(SimulationSensitivity, DifferencesElementsWithoutDerivativesAndNamesThem) {
  ModelBuilder model("oscillator");
  model.particle("mass", 2).joint("track", Slider{}, "world", "mass").axis({1, 0, 0});
  SystemBuilder builder(model.build());
  builder.add("plain spring", PlainSpring());
  State start = builder.build().default_state();
  start.set_q(0, 0.5);
  SimulationSensitivity motion(start, {.accuracy = 1e-11});
  motion.run_until(1.3);
  EXPECT_NEAR(motion.matrix()(0, 0), std::cos(2 * 1.3), 1e-8);
  EXPECT_EQ(motion.differenced(), Array<std::string>{"plain spring"});
  const SimulationGradient back =
      calc_simulation_gradient(start, 1.3, [](const State& state) { return state.q(0); });
  EXPECT_NEAR(back.by_dq[0], std::cos(2 * 1.3), 1e-7);
  EXPECT_EQ(back.differenced, Array<std::string>{"plain spring"});
}

// ∫ v² dt of the oscillator x = x₀·cos(ωt): x₀²·ω²·(t/2 − sin(2ωt)/(4ω)), and its derivatives by x₀ and by
// the stiffness k = m·ω².
TEST(SimulationGradient, OfAnIntegralIsThatOfTheClosedForm) {
  const System system = make_oscillator();
  State start = system.default_state();
  start.set_q(0, 0.5);
  const double w = 2, m = 2, t = 1.3, x = 0.5;
  const SimulationGradient gradient = calc_simulation_gradient(
      start, t, SimulationObjective{.rate = [](const State& state) { return state.u(0) * state.u(0); }},
      {.accuracy = 1e-11, .parameters = {"spring.stiffness"}});
  const double integral = w * w * t / 2 - w * std::sin(2 * w * t) / 4;
  const double by_w = w * t - std::sin(2 * w * t) / 4 - w * t * std::cos(2 * w * t) / 2;
  EXPECT_NEAR(gradient.value, x * x * integral, 1e-9);
  EXPECT_NEAR(gradient.by_dq[0], 2 * x * integral, 1e-8);
  EXPECT_NEAR(gradient.by_parameters[0], x * x * by_w / (2 * m * w), 1e-8);
}

TEST(SimulationSensitivity, SaysWhatItCannotDifferentiate) {
  const System system = make_pendulums();
  const State start = moving(system);
  expect_error([&] { SimulationSensitivity(start, {.integrator = "bdf"}); }, {"'bdf'", "dormand-prince5"});
  expect_error([&] { SimulationSensitivity(start, {.parameters = {"spring.stifness"}}); },
               {"spring.stifness", "spring.stiffness"});
  expect_error([&] { SimulationSensitivity(start, {.parameters = {"shoulder.locked"}}); },
               {"shoulder.locked", "lock"});
  expect_error([&] { calc_simulation_gradient(start, 1, SimulationObjective{}); },
               {"nothing to differentiate"});
  expect_error([&] { calc_simulation_gradient(start, -1, output); }, {"0 s", "-1 s"});
}

}  // namespace
}  // namespace sarrus::testing::simulation_sensitivity_test
