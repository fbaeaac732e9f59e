/// What the elements say about bad input.

#include <gtest/gtest.h>

#include <limits>

#include "sarrus/force/forces.h"
#include "tests/force/force_rows.h"
#include "tests/support/numbers.h"
#include "tests/support/says.h"

namespace sarrus::testing::force_errors_test {
namespace {

using V = Vec3<double>;

/// Expects that adding an element under the name "part" is refused with a message that has all parts.
template <class E>
void expect_refused(E element, std::initializer_list<const char*> parts) {
  SystemBuilder builder(floating_mechanism());
  expect_error([&] { builder.add("part", std::move(element)); }, parts);
}

TEST(ForceErrors, NumbersOutOfRange) {
  expect_refused(TwoPointSpring("arm", "ball", -3.0, 0.1), {"'part.stiffness'", "-3 N/m", "at least 0"});
  expect_refused(TwoPointSpring("arm", "ball", 3.0, nan), {"'part.rest_length'", "nan", "finite"});
  expect_refused(TwoPointDamper("arm", "ball", -1.0), {"'part.damping'", "-1"});
  expect_refused(TwoPointForce("arm", "ball", nan), {"'part.tension'", "nan"});
  expect_refused(ConstantForce("arm", {0, nan, 0}), {"'part.force_y'", "nan"});
  expect_refused(ConstantTorque("arm", {0, 0, nan}), {"'part.torque_z'", "nan"});
  expect_refused(LinearBushing("arm", "ball", {1, 1, 1, 1, -2, 1}, {}),
                 {"'part.stiffness_translation_y'", "-2 N/m"});
  expect_refused(MobilitySpring("hinge", -1.0, 0.0), {"'part.stiffness'", "-1"});
  expect_refused(MobilityDamper("hinge", -1.0), {"'part.damping'", "-1"});
  expect_refused(MobilityConstant("hinge", nan), {"'part.force'", "nan"});
  expect_refused(MobilityStop("hinge", 1.0, -1.0, 10.0, 0.0), {"'part'", "1 up to -1"});
  expect_refused(MobilityStop("hinge", -1.0, 1.0, 10.0, -0.1), {"'part.dissipation_factor'", "-0.1"});
  expect_refused(GlobalDamper(-2.0), {"'part.damping'", "-2"});
  expect_refused(JointFriction("hinge", {1.0, 2.0, 0.1, 0.1, 0.0}), {"'part'", "2", "1"});
  expect_refused(JointFriction("hinge", {2.0, 1.0, 0.1, 0.0, 0.0}),
                 {"'part.transition_velocity'", "above 0"});
  expect_refused(Motor("hinge", -1.0), {"'part.max_torque'", "-1"});
  expect_refused(Motor("hinge", 1.0, SpeedLine{1.0, 0.0}), {"'part.no_load_speed'", "above 0"});
  expect_refused(Thermostat({.temperature = 0, .relaxation_time = 1}), {"'part.temperature'", "above 0"});
  expect_refused(Thermostat({.temperature = 1, .relaxation_time = 1, .excluded_speeds = 99}),
                 {"'part'", "99", "16"});
  expect_refused(Thermostat({.temperature = 1, .relaxation_time = 1, .chain_length = 0}), {"'part'", "0"});
  expect_refused(MutualForce(1.0, -0.1), {"'part.softening'", "-0.1"});
  expect_refused(CustomForce({Source::q}, {}), {"'part'", "no function"});
}

TEST(ForceErrors, PlacesThatDoNotExist) {
  expect_refused(TwoPointSpring("arm", "bal", 1.0, 0.1), {"'part'", "'bal'", "Did you mean 'ball'?"});
  expect_refused(TwoPointSpring("arm", "gri", 1.0, 0.1), {"'gri'", "body, frame or point"});
  expect_refused(TwoPointSpring("arm", {"grip", V{0, 0, 1}}, 1.0, 0.1), {"'grip'", "no body"});
  expect_refused(TwoPointSpring(1, 99, 1.0, 0.1), {"'part'", "body 99", "0 to 6"});
  expect_refused(TwoPointSpring("arm", {"ball", V{0, nan, 1}}, 1.0, 0.1), {"'part'", "'ball'", "nan"});
  expect_refused(LinearBushing("ball", "grip", {}, {}), {"'part'", "both ends", "'ball'"});
}

TEST(ForceErrors, SpeedsThatDoNotFit) {
  expect_refused(MobilityDamper("hing", 1.0), {"'hing'", "hinge"});
  expect_refused(MobilityDamper({"hinge", 1}, 1.0), {"'part'", "speed 1", "'hinge'", "has 1"});
  expect_refused(MobilitySpring({"socket", 0}, 1.0, 0.0),
                 {"'part'", "'socket'", "4 coordinates", "3 speeds"});
  SystemBuilder builder(floating_mechanism().with(RotationCoordinates::euler));
  // As many coordinates as speeds, but the speeds are an angular velocity.
  expect_error(
      [&] {
        builder.add("part", MobilityStop({"socket", 0}, -1.0, 1.0, 1.0, 0.0));
      },
      {"'part'", "'socket'", "not their rates", "gimbal"});
}

TEST(ForceErrors, ParametersSetLater) {
  SystemBuilder builder(floating_mechanism());
  builder.add("spring", TwoPointSpring("arm", "ball", 3.0, 0.1));
  builder.add("pull", DiscreteForces{});
  builder.add("push", MobilityDiscrete("hinge"));
  const System system = builder.build();
  State state = system.default_state();
  expect_error([&] { state.set(system.parameter("spring.stiffness"), -1.0); },
               {"'spring.stiffness'", "-1 N/m", "at least 0"});
  expect_error([&] { state.set(system.parameter("spring.stiffness"), nan); }, {"'spring.stiffness'", "nan"});
  EXPECT_EQ(state[system.parameter("spring.stiffness")], 3.0);
  const auto& pull = system.force<DiscreteForces>("pull");
  expect_error([&] { pull.set_body(state, 9, {}); }, {"'pull'", "body 9", "7"});
  expect_error([&] { pull.set_body(state, 1, {{0, nan, 0}, {}}); }, {"'pull'", "nan"});
  expect_error([&] { pull.set_speed(state, 16, 1.0); }, {"'pull'", "speed 16"});
  expect_error([&] { (void)pull.on_speed(state, -1); }, {"'pull'", "speed -1"});
  expect_error([&] { system.force<MobilityDiscrete>("push").set(state, nan); }, {"'push'", "nan"});
}

}  // namespace
}  // namespace sarrus::testing::force_errors_test
