/// Closed forms of the elements that act on speeds.

#include <gtest/gtest.h>

#include "sarrus/force/forces.h"
#include "sarrus/joint/joints.h"
#include "sarrus/model/builder.h"
#include "sarrus/spatial/solids.h"
#include "sarrus/system/responses.h"
#include "sarrus/system/system.h"
#include "tests/support/close.h"
#include "tests/support/says.h"

namespace sarrus::testing::forces_on_speeds_test {
namespace {

/// A wheel on a hinge, under no gravity, with one element on it.
class Wheel {
 public:
  template <class E>
  explicit Wheel(E element) : system_(build(std::move(element))), state(system_.default_state()) {}

  double force(double q, double u) {
    state.set_q(0, q), state.set_u(0, u);
    return applied_forces(state).on_speed(0);
  }
  Parameter parameter(const char* name) const { return system_.parameter(name); }
  const System& system() const { return system_; }

 private:
  template <class E>
  static System build(E element) {
    ModelBuilder model("wheel");
    model.body("wheel", thin_disk(2.0, 0.5));
    model.joint("axle", Pin{}, "world", "wheel");
    SystemBuilder builder(model.build());
    builder.add("x", std::move(element));
    return builder.build();
  }
  System system_;

 public:
  State state;
};

TEST(MobilitySpring, AndDamperOnAHinge) {
  Wheel spring(MobilitySpring("axle", 20.0, 0.5));
  EXPECT_TRUE(close(spring.force(0.8, 3.0), -6.0));
  EXPECT_TRUE(close(potential_energy(spring.state), 0.9));
  Wheel damper(MobilityDamper("axle", 4.0));
  EXPECT_TRUE(close(damper.force(0.8, 3.0), -12.0));
  EXPECT_TRUE(close(dissipation(damper.state), 36.0));
}

TEST(MobilityStop, PushesInProportionToDepthAndNeverPulls) {
  Wheel stop(MobilityStop("axle", -1.0, 2.0, 1000.0, 0.5));
  EXPECT_EQ(stop.force(-1.0, -3.0), 0);
  EXPECT_EQ(stop.force(2.0, 3.0), 0);
  EXPECT_TRUE(close(stop.force(2.01, 0.0), -10.0, 1e4));
  EXPECT_TRUE(close(stop.force(2.01, 2.0), -20.0, 1e4));
  EXPECT_TRUE(close(stop.force(-1.02, -1.0), 30.0, 1e4));
  EXPECT_TRUE(close(potential_energy(stop.state), 0.5 * 1000 * 0.02 * 0.02, 1e4));
  EXPECT_TRUE(close(dissipation(stop.state), 1000 * 0.02 * 0.5, 1e4));
  EXPECT_TRUE(close(stop.force(2.01, -1.0), -5.0, 1e4));
  // It lets go where the wheel leaves faster than 1/d, and loses the energy it still holds.
  EXPECT_EQ(stop.force(2.01, -4.0), 0);
  EXPECT_TRUE(close(dissipation(stop.state), 1000 * 0.01 * 4, 1e4));
}

TEST(MobilityStop, ARangeTurnedInsideOutIsAnError) {
  Wheel stop(MobilityStop("axle", -1.0, 2.0, 1000.0, 0.5));
  stop.state.set(stop.parameter("x.lower"), 3.0);
  expect_error([&] { (void)stop.force(0.0, 0.0); }, {"'x'", "3", "2", "exchange"});
}

TEST(JointFriction, FollowsTheStribeckCurve) {
  const double s = 1.5, d = 1.0, v_s = 0.5, v_t = 0.005, b = 0.2;
  Wheel friction(JointFriction("axle", {s, d, v_s, v_t, b}));
  EXPECT_EQ(friction.force(0, 0), 0);
  // tanh is one to all digits at these speeds.
  EXPECT_TRUE(close(friction.force(0, v_s), -(d + (s - d) / std::exp(1.0)) - b * v_s));
  EXPECT_TRUE(close(friction.force(0, -v_s), (d + (s - d) / std::exp(1.0)) + b * v_s));
  EXPECT_TRUE(close(friction.force(0, 10.0), -d - b * 10));
  EXPECT_TRUE(close(dissipation(friction.state), 10 * d + 100 * b));
  // Near the peak all but a little of the static force is there, at rest the slope is s/v_t + b.
  EXPECT_NEAR(friction.force(0, 5 * v_t), -s, 0.01);
  const double h = 1e-6 * v_t;
  EXPECT_NEAR((friction.force(0, h) - friction.force(0, -h)) / (2 * h), -(s / v_t + b), 1e-6);
}

TEST(JointFriction, MoreDynamicThanStaticIsAnError) {
  Wheel friction(JointFriction("axle", {1.5, 1.0, 0.5, 0.01, 0.2}));
  friction.state.set(friction.parameter("x.dynamic_force"), 2.0);
  expect_error([&] { (void)friction.force(0, 1.0); }, {"'x'", "2", "1.5"});
}

TEST(Motor, GivesWhatIsCommandedUpToItsGreatestTorque) {
  Wheel motor(Motor("axle", 3.0));
  const auto with_command = [&](double command) {
    motor.state.set(motor.parameter("x.command"), command);
    return motor.force(0, 2.0);
  };
  EXPECT_EQ(with_command(0.0), 0.0);
  EXPECT_EQ(with_command(2.5), 2.5);
  EXPECT_EQ(with_command(9.0), 3.0);
  EXPECT_EQ(with_command(-9.0), -3.0);
  EXPECT_EQ(motor.system().force<Motor>("x").power(motor.state), -6.0);
}

TEST(Motor, LosesTorqueWithSpeed) {
  Wheel motor(Motor("axle", 6.0, SpeedLine{4.0, 10.0}));
  motor.state.set(motor.parameter("x.command"), 100.0);
  EXPECT_TRUE(close(motor.force(0, 0.0), 4.0));
  EXPECT_TRUE(close(motor.force(0, 5.0), 2.0));
  EXPECT_TRUE(close(motor.force(0, 10.0), 0.0));
  EXPECT_TRUE(close(motor.force(0, 15.0), -2.0));  // faster than at no load: it brakes
  EXPECT_TRUE(close(motor.force(0, -2.5), 5.0));   // against the motion it can do more
  EXPECT_TRUE(close(motor.force(0, -50.0), 6.0));  // but not more than its greatest torque
  EXPECT_TRUE(close(motor.force(0, 100.0), -6.0));
  motor.state.set(motor.parameter("x.command"), -100.0);
  EXPECT_TRUE(close(motor.force(0, -5.0), -2.0));
  motor.state.set(motor.parameter("x.command"), 1.0);
  EXPECT_TRUE(close(motor.force(0, 5.0), 1.0));
}

TEST(MobilityDiscrete, IsSetInTheState) {
  Wheel wheel(MobilityDiscrete("axle"));
  EXPECT_EQ(wheel.force(0, 0), 0);
  wheel.system().force<MobilityDiscrete>("x").set(wheel.state, 2.0);
  EXPECT_EQ(wheel.force(0, 0), 2.0);
}

}  // namespace
}  // namespace sarrus::testing::forces_on_speeds_test
