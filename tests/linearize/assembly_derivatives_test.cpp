// How assembled positions move with lengths and time, against closed forms and against assembly itself.

#include "sarrus/linearize/assembly_derivatives.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "sarrus/assemble/assembly.h"
#include "sarrus/constraint/constraints.h"
#include "sarrus/dynamics/coordinates.h"
#include "sarrus/function/polynomial.h"
#include "sarrus/joint/joints.h"
#include "sarrus/model/builder.h"
#include "sarrus/system/named_values.h"
#include "sarrus/system/prescribed_motion.h"
#include "sarrus/system/system.h"
#include "tests/support/says.h"

namespace sarrus::testing::assembly_derivatives_test {
namespace {

constexpr double r = 0.3, l = 0.8, angle = 0.7;
constexpr double held = std::numeric_limits<double>::infinity();

/// A crank, a rod and a slider:  x = r·cos θ + √(l² − r²·sin²θ).
double slider_of(double theta, double length) {
  return r * std::cos(theta) + std::sqrt(length * length - r * r * std::sin(theta) * std::sin(theta));
}

SystemBuilder slider_crank() {
  const RigidInertia<double> inertia = RigidInertia<double>::from_central(1, {}, {0.1, 0.1, 0.1, 0, 0, 0});
  ModelBuilder model("slider and crank");
  model.body("crank", inertia).body("block", inertia);
  model.joint("crank", Pin{}, "world", "crank").axis({0, 1, 0});
  model.joint("slide", Slider{}, "world", "block").axis({1, 0, 0});
  SystemBuilder builder(model.build());
  builder.add("rod", RodConstraint({"crank", {r, 0, 0}}, "block", l));
  return builder;
}

State assembled_slider_crank() {
  State state = slider_crank().build().default_state();
  state.set_q("crank", angle), state.set_q("slide", slider_of(angle, l));
  return state;
}

int speed_of(const State& state, const char* joint) {
  return state.model().body(state.model().joint_body(joint)).u0;
}

TEST(AssemblyDerivatives, OfASliderWhoseCrankIsHeld) {
  const State state = assembled_slider_crank();
  const int crank = speed_of(state, "crank"), slide = speed_of(state, "slide");
  Array<double> weights(state.nu(), 1.0);
  weights[crank] = held;
  const AssemblyDerivatives by = calc_assembly_derivatives(state, {"rod.length", "gravity.z"}, weights);
  ASSERT_EQ(by.names, (Array<std::string>{"rod.length", "gravity.z"}));
  EXPECT_EQ(by.position(crank, 0), 0);
  EXPECT_NEAR(by.position(slide, 0), l / std::sqrt(l * l - std::pow(r * std::sin(angle), 2)), 1e-11);
  EXPECT_EQ(by.position.col(1).norm(), 0);
  EXPECT_LT(by.error, 1e-9);
}

// With f = |rod| − l the smallest motion is −∇f·(∂f/∂l)/|∇f|², here with f_θ = x·r·sin θ/l, f_x = (x − r·cos
// θ)/l.
TEST(AssemblyDerivatives, AreTheSmallestMotion) {
  const State state = assembled_slider_crank();
  const int crank = speed_of(state, "crank"), slide = speed_of(state, "slide");
  const double x = slider_of(angle, l), weight = 3;
  Eigen::Vector2d slope(x * r * std::sin(angle) / l, (x - r * std::cos(angle)) / l);
  Array<double> weights(state.nu(), 1.0);
  weights[crank] = weight;
  const AssemblyDerivatives by = calc_assembly_derivatives(state, {"rod.length"}, weights);
  const Eigen::Vector2d weighted(slope[0] / (weight * weight), slope[1]);
  EXPECT_NEAR(by.position(crank, 0), weighted[0] / slope.dot(weighted), 1e-11);
  EXPECT_NEAR(by.position(slide, 0), weighted[1] / slope.dot(weighted), 1e-11);
}

TEST(AssemblyDerivatives, FollowGivenCoordinates) {
  const double rate = 1.7;
  SystemBuilder builder = slider_crank();
  builder.prescribe("drive", "crank", MotionLevel::position, {polynomial({angle, rate})});
  State state = builder.build().default_state();
  prescribe(state);
  state.set_q("slide", slider_of(angle, l));
  const AssemblyDerivatives by = calc_assembly_derivatives(state, {"time"});
  const double s = std::sin(angle), root = std::sqrt(l * l - r * r * s * s);
  EXPECT_NEAR(by.position(speed_of(state, "crank"), 0), rate, 1e-10);
  EXPECT_NEAR(by.position(speed_of(state, "slide"), 0), -rate * r * s * (1 + r * std::cos(angle) / root),
              1e-9);
}

/// A plate on a ball joint, held by three rods.
TEST(AssemblyDerivatives, AreThoseOfAssembly) {
  ModelBuilder model("plate");
  model.body("plate", RigidInertia<double>::from_central(1, {}, {0.1, 0.1, 0.1, 0, 0, 0}));
  model.joint("ball", Ball{}, "world", "plate");
  SystemBuilder builder(model.build());
  builder.add("first", RodConstraint({"world", {1, 0.2, 1}}, {"plate", {1, 0, 0}}, 1));
  builder.add("second", RodConstraint({"world", {0, 1, 1.1}}, {"plate", {0, 1, 0}}, 1.1));
  builder.add("third", RodConstraint({"world", {1.2, -1, 0.1}}, {"plate", {0, -1, 0.2}}, 1.1));
  const System system = builder.build();
  const auto closed = [](const State& from) { return assembled(from, {.tolerance = 1e-13}); };
  const State state = closed(system.default_state());
  const AssemblyDerivatives by = calc_assembly_derivatives(state, {"second.length"});
  const auto moved = [&](double step) {
    State other = state;
    set_value(other, "second.length", 1.1 + step);
    return closed(other);
  };
  const double h = 1e-4;
  const State more = moved(h), less = moved(-h);
  Array<double> rate(state.nq()), motion(state.nu());
  for (int i = 0; i < state.nq(); ++i) rate[i] = (more.q(i) - less.q(i)) / (2 * h);
  calc_speeds<double>(state.tree(), state.q(), rate, motion);
  for (int k = 0; k < state.nu(); ++k) EXPECT_NEAR(by.position(k, 0), motion[k], 1e-6);
  EXPECT_GT(by.position.norm(), 0.1);
}

TEST(AssemblyDerivatives, RefuseWhatNoMotionFollows) {
  const State state = assembled_slider_crank();
  EXPECT_SAYS(
      message([&] { calc_assembly_derivatives(state, {"rod.length"}, Array<double>(state.nu(), held)); }),
      "no small motion keeps the constraints while 'rod.length' changes: the error of 'rod' grows");
  SystemBuilder twice = slider_crank();
  twice.add("twin", RodConstraint({"crank", {r, 0, 0}}, "block", l));
  State redundant = twice.build().default_state();
  redundant.set_q("crank", angle), redundant.set_q("slide", slider_of(angle, l));
  EXPECT_SAYS(message([&] { calc_assembly_derivatives(redundant, {"twin.length"}); }), "redundant");
  EXPECT_SAYS(message([&] {
                calc_assembly_derivatives(state, {"rod.length"}, {1, 1, 1});
              }),
              "3 weights were given, but the state has 2 speeds");
  State open = state;
  open.set_q("slide", 1.3);
  EXPECT_SAYS(message([&] { calc_assembly_derivatives(open, {"rod.length"}); }),
              "not assembled: 'rod' has an error");
  EXPECT_SAYS(message([&] { calc_assembly_derivatives(state, {"rod.lenght"}); }),
              "Did you mean 'rod.length'?");
}

}  // namespace
}  // namespace sarrus::testing::assembly_derivatives_test
