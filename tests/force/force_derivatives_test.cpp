// Derivatives of accelerations with every force element, against differences of the accelerations themselves
// that are extrapolated to step zero.

#include <gtest/gtest.h>

#include "sarrus/force/forces.h"
#include "sarrus/function/sinusoid.h"
#include "sarrus/system/named_values.h"
#include "sarrus/system/state_derivatives.h"
#include "tests/force/force_rows.h"
#include "tests/support/random_model.h"
#include "tests/support/state_derivatives_check.h"

namespace sarrus::testing::force_derivatives_test {
namespace {

class ForceDerivativesOf : public ::testing::TestWithParam<ForceRow> {};

TEST_P(ForceDerivativesOf, AgreeWithDifferencesOfAccelerations) {
  const System system = system_of(GetParam());
  Random random(3);
  for (int i = 0; i < 3; ++i) {
    State state = random_state(system, GetParam(), random);
    const bool is_differenced = !calc_state_derivatives(state).differenced.empty();
    EXPECT_EQ(is_differenced, GetParam().name == "custom_force" || GetParam().name == "thermostat");
    expect_state_derivatives(state, is_differenced ? 1e-7 : 1e-9);
  }
}

TEST_P(ForceDerivativesOf, ParametersAgreeWithDifferencesOfAccelerations) {
  const System system = system_of(GetParam());
  Random random(3);
  for (int i = 0; i < 3; ++i) {
    const State state = random_state(system, GetParam(), random);
    const Array<std::string> differenced = expect_parameter_derivatives(state, 1e-11);
    if (GetParam().name != "thermostat")
      EXPECT_TRUE(differenced.empty()) << differenced.front();
    else
      EXPECT_FALSE(differenced.empty());
  }
}

INSTANTIATE_TEST_SUITE_P(AllElements, ForceDerivativesOf, ::testing::ValuesIn(force_rows()),
                         [](const auto& row) { return row.param.name; });

TEST(StateDerivatives, HoldForEveryJoint) {
  const Model model = model_of_all_joints();
  SystemBuilder builder(model);
  builder.add("damper", GlobalDamper(0.7));
  for (const Body& body : model.bodies())
    if (body.nu == 1) builder.add("rotor of " + body.joint_name, RotorInertia(body.joint_name, 0.3, 2.0));
  const System system = builder.build();
  Random random(5);
  State state = system.default_state();
  state.set_q(random_coordinates(model, random)), state.set_u(random.numbers(state.nu()));
  EXPECT_TRUE(calc_state_derivatives(state).differenced.empty());
  expect_state_derivatives(state, 1e-8);
}

/// A bushing between every two neighbors, so that it meets each joint from either side.
TEST(StateDerivatives, HoldForBushingsOverEveryJoint) {
  const Model model = model_of_all_joints();
  SystemBuilder builder(model);
  const LinearBushing::Vector6 k{3, 4, 5, 60, 70, 80}, c{0.1, 0.2, 0.3, 4, 5, 6};
  for (int b = 2; b < model.body_count(); ++b) {
    builder.add("spring" + std::to_string(b),
                TwoPointSpring({b, {0.3, -0.2, 0.4}}, {b / 2, {-0.5, 0.6, 0.1}}, 30.0, 0.2));
    builder.add("damper" + std::to_string(b), TwoPointDamper({b, {0.1, 0.2, 0.3}}, {b - 1, {1, 0, 0}}, 3.0));
    builder.add("push" + std::to_string(b), ConstantForce({b, {0.3, 0.2, 0}}, {1, 2, 3}, ForceAxes::body));
  }
  builder.add("bushing", LinearBushing(1, 2, k, c));
  const System system = builder.build();
  Random random(7);
  State state = system.default_state();
  state.set_q(random_coordinates(model, random)), state.set_u(random.numbers(state.nu()));
  EXPECT_TRUE(calc_state_derivatives(state).differenced.empty());
  expect_state_derivatives(state, 1e-8);
}

/// A stop, a spring and friction whose parameters are read by several elements or by none that knows them.
TEST(StateDerivatives, NameParametersThatOthersRead) {
  SystemBuilder builder(floating_mechanism());
  builder.add("spring", MobilitySpring({"twist", 1}, 2.0, 0.2));
  builder.add("rotor", RotorInertia("hinge", 0.3, 2.0));
  const System plain = builder.build();
  EXPECT_EQ(expect_parameter_derivatives(plain.default_state(), 1e-11),
            (Array<std::string>{"rotor.inertia", "rotor.ratio"}));
  builder.add("follower", CustomForce({plain.parameter("spring.stiffness")},
                                      [](const State& state, AppliedForces& forces) {
                                        forces.add_to_speed(0, value(state, "spring.stiffness"));
                                      }));
  EXPECT_EQ(expect_parameter_derivatives(builder.build().default_state(), 1e-11),
            (Array<std::string>{"spring.stiffness", "rotor.inertia", "rotor.ratio"}));
}

TEST(StateDerivatives, SpeedsThatAreGivenDoNotChange) {
  SystemBuilder builder(floating_mechanism());
  builder.add("spring", MobilitySpring({"twist", 1}, 2.0, 0.2));
  builder.prescribe("drive", "track", MotionLevel::position, {sinusoid(0.2, 2.0, 0.3)});
  const System system = builder.build();
  Random random(6);
  State state = system.default_state();
  state.set_time(0.3);
  state.set_q(random_coordinates(system.model(), random)), state.set_u(random.numbers(state.nu()));
  state.lock("hinge", MotionLevel::velocity);
  prescribe(state);
  const StateDerivatives exact = calc_state_derivatives(state);
  const int hinge = system.model().body(system.model().joint_body("hinge")).u0,
            track = system.model().body(system.model().joint_body("track")).u0;
  EXPECT_EQ(exact.by_dq.row(hinge).cwiseAbs().maxCoeff(), 0);
  EXPECT_GT(exact.by_u.col(hinge).cwiseAbs().maxCoeff(), 0);
  EXPECT_EQ(exact.by_dq.row(track).cwiseAbs().maxCoeff(), 0);
  EXPECT_EQ(exact.by_dq.col(track).cwiseAbs().maxCoeff(), 0);
  EXPECT_EQ(exact.by_u.col(track).cwiseAbs().maxCoeff(), 0);
  expect_state_derivatives(state, 1e-9);
}

TEST(StateDerivatives, NameElementsWithoutDerivatives) {
  SystemBuilder builder(floating_mechanism());
  builder.add("spring", MobilitySpring({"twist", 1}, 2.0, 0.2));
  builder.add("mine", CustomForce({Source::u}, [](const State& state, AppliedForces& forces) {
                forces.add_to_speed(0, -state.u(0) * std::abs(state.u(0)));
              }));
  const System system = builder.build();
  State state = system.default_state();
  state.set_u(0, 1.5);
  EXPECT_EQ(calc_state_derivatives(state).differenced, Array<std::string>{"mine"});
  expect_state_derivatives(state, 1e-8);
}

}  // namespace
}  // namespace sarrus::testing::force_derivatives_test
