// Derivatives of motions by implicit methods, against closed forms and differences of whole simulations.

#include <gtest/gtest.h>

#include <cmath>

#include "sarrus/all.h"
#include "sarrus/joint/joints.h"
#include "sarrus/linearize/internal/extrapolated_difference.h"
#include "sarrus/sensitivity/simulation_gradient.h"
#include "sarrus/sensitivity/simulation_sensitivity.h"

namespace sarrus::testing::implicit_sensitivity_test {
namespace {

/// A mass on a soft spring, k = 8 N/m, that drags a light one through a damper of 1e4 N·s/m: a time constant
/// of 1 µs.
System make_stiff_oscillator() {
  ModelBuilder model("stiff oscillator");
  model.gravity({0, 0, 0});
  model.particle("mass", 2).particle("rider", 0.01);
  model.joint("track", Slider{}, "world", "mass").axis({1, 0, 0});
  model.joint("slip", Slider{}, "mass", "rider").axis({1, 0, 0});
  SystemBuilder builder(model.build());
  builder.add("spring", MobilitySpring("track", 8, 0));
  builder.add("damper", MobilityDamper("slip", 1e4));
  return builder.build();
}

State moving(const System& system) {
  State state = system.default_state();
  state.set_q(0, 0.5), state.set_u(0, -0.3);
  return state;
}

const Array<std::string> parameters{"spring.stiffness", "damper.damping", "mass.mass"};

// With c → ∞ both masses move as one: x = x₀·cos(ωt) + v₀/ω·sin(ωt), ω² = k/(m₁ + m₂). What the damper gives
// way is 1e-6 of it.
TEST(ImplicitSensitivity, OfAStiffOscillatorIsThatOfTheClosedForm) {
  const State start = moving(make_stiff_oscillator());
  const double m = 2.01, k = 8, w = std::sqrt(k / m), t = 1.7, x0 = 0.5, v0 = -0.3;
  const double by_w = -x0 * t * std::sin(w * t) + v0 * (t * std::cos(w * t) / w - std::sin(w * t) / (w * w));
  for (const char* method : {"radau5", "auto"}) {
    SimulationSensitivity motion(start, {.accuracy = 1e-9, .integrator = method, .parameters = parameters});
    motion.run_until(t);
    EXPECT_NEAR(motion.matrix()(0, 0), std::cos(w * t), 1e-5) << method;
    EXPECT_NEAR(motion.matrix()(0, motion.column_of_speed(0)), std::sin(w * t) / w, 1e-5) << method;
    EXPECT_NEAR(motion.matrix()(0, motion.column_of_parameter(0)), by_w * w / (2 * k), 1e-5) << method;
    EXPECT_NEAR(motion.matrix()(0, motion.column_of_parameter(2)), -by_w * w / (2 * m), 1e-5) << method;
  }
}

/// An arm with Coulomb friction, which is stiff and not linear.
State moving_arm() {
  ModelBuilder model("arm");
  model.body("upper", thin_rod(1.2, {0, 0, 1.0})).body("lower", solid_brick(0.7, {0.1, 0.2, 0.6}));
  model.joint("shoulder", Pin{}, "world", "upper").axis({0, 1, 0}).child_frame({0, 0, 0.5});
  model.joint("elbow", Ball{}, "upper", "lower").parent_frame({0, 0, -0.5}).child_frame({0, 0.05, 0.3});
  SystemBuilder builder(model.build());
  builder.add("spring", MobilitySpring("shoulder", 3.0, 0.1));
  builder.add("damper", JointFriction("shoulder", {.static_force = 1,
                                                   .dynamic_force = 1,
                                                   .stribeck_velocity = 1,
                                                   .transition_velocity = 0.02,
                                                   .viscous = 0.1}));
  State state = builder.build().default_state();
  state.set_q(0, 0.4);
  state.set_u(Array<double>{0.5, 1.0, -2.0, 1.5});
  return state;
}

double output(const State& state) {
  const Vec3<double> end = pose(state, "lower") * Vec3<double>{0.1, 0, -0.3};
  return end.z + 0.3 * end.x + 0.1 * state.u(2);
}

TEST(ImplicitSensitivity, IsTheDerivativeOfTheComputedMotion) {
  const State start = moving_arm();
  const SensitivityOptions options{
      .integrator = "radau5", .fixed_step = 0.01, .parameters = {"lower.mass", "damper.viscous"}};
  SimulationSensitivity motion(start, options);
  motion.run_until(0.6);
  const VectorX<double> gradient = motion.gradient(output);
  for (int j = 4; j < gradient.size(); ++j) {
    const auto at = [&](double h) {
      State state = start;
      if (j < 8) state.set_u(j - 4, start.u(j - 4) + h);
      if (j >= 8) set_value(state, options.parameters[j - 8], value(start, options.parameters[j - 8]) + h);
      Simulation simulation(state,
                            {.accuracy = 1e-9, .integrator = "radau5", .fixed_step = 0.01, .record = false});
      simulation.run_until(0.6);
      return VectorX<double>(VectorX<double>::Constant(1, output(simulation.state())));
    };
    const double expected = internal::calc_extrapolated_difference(at, 0.005).derivative[0];
    EXPECT_NEAR(gradient[j], expected, 1e-8 * gradient.norm()) << "column " << j;
  }
}

TEST(ImplicitSensitivity, AdjointsEqualForwardSensitivities) {
  const State start = moving_arm();
  for (const char* method : {"radau5", "auto"}) {
    const SensitivityOptions options{.accuracy = 1e-7, .integrator = method, .parameters = {"lower.mass"}};
    SimulationSensitivity motion(start, options);
    motion.run_until(0.8);
    const VectorX<double> forward = motion.gradient(output);
    const SimulationGradient back = calc_simulation_gradient(start, 0.8, output, options);
    VectorX<double> all(forward.size());
    all << back.by_dq, back.by_u, back.by_z, back.by_parameters;
    EXPECT_LT((all - forward).norm(), 1e-8 * forward.norm()) << method;
  }
}

// The integral of a rate does not depend on the method.
TEST(ImplicitSensitivity, IntegralsHaveTheDerivativesOfExplicitMethods) {
  const State start = moving_arm();
  const SimulationObjective effort{.rate = [](const State& state) { return state.u(0) * state.u(0); }};
  const auto gradient = [&](const char* method) {
    return calc_simulation_gradient(start, 0.5, effort, {.accuracy = 1e-9, .integrator = method}).by_u;
  };
  const VectorX<double> expected = gradient("dormand-prince5");
  EXPECT_LT((gradient("radau5") - expected).norm(), 1e-6 * expected.norm());
}

}  // namespace
}  // namespace sarrus::testing::implicit_sensitivity_test
