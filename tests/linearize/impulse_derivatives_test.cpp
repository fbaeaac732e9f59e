// Derivatives of jumps of the speeds against a closed form and against extrapolated differences of the jumps
// themselves.

#include "sarrus/linearize/impulse_derivatives.h"
#include "sarrus/joint/joints.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sarrus/constraint/constraints.h"
#include "sarrus/dynamics/coordinates.h"
#include "sarrus/force/forces.h"
#include "sarrus/linearize/internal/extrapolated_difference.h"
#include "sarrus/model/builder.h"
#include "sarrus/simulate/impulse.h"
#include "sarrus/system/named_values.h"
#include "tests/support/floating_mechanism.h"
#include "tests/support/random_model.h"
#include "tests/support/says.h"

namespace sarrus::testing::impulse_derivatives_test {
namespace {

using internal::calc_extrapolated_difference;

const Place struck{"ball", Vec3<double>{0.1, 0.2, -0.3}};
const Vec3<double> blow{1.5, -0.7, 2.0}, twist{0.3, 0.2, -0.4};

VectorX<double> jump(State state, const Vec3<double>& impulse, const Vec3<double>& angular) {
  const VectorX<double> before = Eigen::Map<const VectorX<double>>(state.u().data(), state.nu());
  apply_impulse(state, struck, impulse, angular);
  return Eigen::Map<const VectorX<double>>(state.u().data(), state.nu()) - before;
}

State moved(const State& from, int direction, double step) {
  State state = from;
  Array<double> change(state.nu(), 0.0), q(state.nq());
  change[direction] = step;
  calc_qdot<double>(state.tree(), from.q(), change, q);
  for (int i = 0; i < state.nq(); ++i) q[i] += from.q(i);
  state.set_q(q);
  return state;
}

void expect_close(const VectorX<double>& exact, const VectorX<double>& expected, double scale) {
  EXPECT_LT((exact - expected).cwiseAbs().maxCoeff(), 1e-10 * scale);
}

/// Compares all columns with differences of jumps; returns what the derivatives say was differenced.
Array<std::string> expect_derivatives(const State& state, const Array<std::string>& values) {
  const ImpulseDerivatives by = calc_impulse_derivatives(state, struck, blow, twist, values);
  const double scale = 1 + by.jump_by_dq.cwiseAbs().maxCoeff();
  expect_close(by.jump, jump(state, blow, twist), scale);
  for (int k = 0; k < state.nu(); ++k) {
    SCOPED_TRACE(state.model().speeds()[k].name);
    expect_close(by.jump_by_dq.col(k),
                 calc_extrapolated_difference(
                     [&](double step) { return jump(moved(state, k, step), blow, twist); }, 0.004)
                     .derivative,
                 scale);
  }
  for (int i = 0; i < 3; ++i) {
    expect_close(by.jump_by_impulse.col(i), jump(state, {}, Vec3<double>::unit(i)), scale);
    expect_close(by.jump_by_impulse.col(3 + i), jump(state, Vec3<double>::unit(i), {}), scale);
  }
  for (int j = 0; j < static_cast<int>(values.size()); ++j) {
    SCOPED_TRACE(values[j]);
    const double present = value(state, values[j]);
    expect_close(by.jump_by_values.col(j),
                 calc_extrapolated_difference(
                     [&](double step) {
                       State changed = state;
                       set_value(changed, values[j], present + step);
                       return jump(changed, blow, twist);
                     },
                     0.02 * present)
                     .derivative,
                 scale);
  }
  return by.differenced;
}

State random_state(const SystemBuilder& builder, unsigned seed) {
  Random random(seed);
  State state = builder.build().default_state();
  state.set_time(0.3);
  state.set_q(random_coordinates(state.model(), random)), state.set_u(random.numbers(state.nu()));
  return state;
}

TEST(ImpulseDerivatives, OfACartWithAPendulum) {
  // A cart of mass M on a rail, struck along it, with a bob of mass m: Δv = p/(M + m·sin²θ).
  const double M = 3, m = 2, l = 0.8, p = 1.7, theta = 0.6;
  ModelBuilder builder("cart with a pendulum");
  builder.particle("cart", M).particle("bob", m);
  builder.joint("rail", Slider{}, "world", "cart").axis({1, 0, 0});
  builder.joint("pin", Pin{}, "cart", "bob").axis({0, 1, 0}).child_frame({0, 0, l});
  State state = System(builder.build()).default_state();
  state.set_q("pin", theta), state.set_u("pin.rate", 0.9);
  const ImpulseDerivatives by = calc_impulse_derivatives(state, "cart", {p, 0, 0}, {}, {"cart.mass"});
  const double s = std::sin(theta), c = std::cos(theta), effective = M + m * s * s;
  const int rail = state.speed_number("rail.rate"), pin = state.speed_number("pin.rate");
  EXPECT_NEAR(by.jump[rail], p / effective, 1e-14);
  EXPECT_NEAR(by.jump_by_dq(rail, pin), -2 * p * m * s * c / (effective * effective), 1e-14);
  EXPECT_NEAR(by.jump_by_impulse(rail, 3), 1 / effective, 1e-14);
  EXPECT_NEAR(by.jump_by_values(rail, 0), -p / (effective * effective), 1e-11);
  EXPECT_EQ(by.differenced, Array<std::string>{"cart.mass"});
}

TEST(ImpulseDerivatives, AgreeWithDifferencesOnATree) {
  SystemBuilder builder(floating_mechanism());
  builder.add("spring", MobilitySpring({"twist", 1}, 20.0, 0.2));
  builder.add("rotor", RotorInertia("hinge", 0.3, 2.0));
  const Array<std::string> differenced =
      expect_derivatives(random_state(builder, 3), {"spring.stiffness", "rotor.inertia", "ball.mass"});
  EXPECT_EQ(differenced, (Array<std::string>{"rotor.inertia", "ball.mass"}));
}

TEST(ImpulseDerivatives, AgreeWithDifferencesUnderConstraints) {
  SystemBuilder builder(floating_mechanism());
  builder.add("rod", RodConstraint({"slide", {0.3, -0.2, 0.4}}, "ball", 0.7));
  builder.add("disk", DiskOnPlaneContact("base", "grip", 0.4, ContactMotion::rolling, 0.1));
  builder.add("gear", GearConstraint("hinge", "track", 1.7));
  State state = random_state(builder, 5);
  const Array<std::string> values{"rod.length", "disk.radius", "gear.ratio"};
  EXPECT_TRUE(expect_derivatives(state, values).empty());
  state.lock("sleeve", MotionLevel::velocity);
  EXPECT_TRUE(expect_derivatives(state, values).empty());
  state.set(state.layout().stabilization_time, 0.4);
  EXPECT_TRUE(expect_derivatives(state, values).empty());
}

TEST(ImpulseDerivatives, AgreeWithDifferencesWithRedundantRows) {
  SystemBuilder builder(floating_mechanism());
  for (const char* name : {"ball once", "ball twice"})
    builder.add(name, BallConstraint({"slide", {0.3, -0.2, 0.4}}, "ball"));
  EXPECT_TRUE(expect_derivatives(random_state(builder, 7), {}).empty());
}

}  // namespace
}  // namespace sarrus::testing::impulse_derivatives_test
