/// Coordinates that formulas give: loops without rows.

#include <gtest/gtest.h>

#include <cmath>

#include "sarrus/constraint/close_loops.h"
#include "sarrus/constraint/constraints.h"
#include "sarrus/force/forces.h"
#include "sarrus/function/user_function.h"
#include "sarrus/joint/joints.h"
#include "sarrus/model/builder.h"
#include "sarrus/simulate/simulation.h"
#include "sarrus/spatial/solids.h"
#include "sarrus/system/constraint_responses.h"
#include "sarrus/system/internal/constraint_projection.h"
#include "sarrus/system/responses.h"
#include "tests/support/random.h"

namespace sarrus::testing::driven_coordinates_test {

using namespace internal;
namespace {

constexpr double l1 = 0.5, l2 = 0.4;

/// An arm that a cylinder moves: its angle and its stroke follow the shoulder.
ModelBuilder arm_and_cylinder() {
  ModelBuilder model("arm with a cylinder");
  model.gravity({0, -9.81, 0});
  model.body("arm", Pose<double>::translation({0.5, 0, 0}) * solid_brick(3, {1, 0.1, 0.1}));
  model.body("cylinder", Pose<double>::translation({0.15, 0, 0}) * solid_brick(1, {0.3, 0.1, 0.1}));
  model.body("piston", Pose<double>::translation({-0.15, 0, 0}) * solid_brick(0.5, {0.3, 0.05, 0.05}));
  model.body("forearm", Pose<double>::translation({0.3, 0, 0}) * solid_brick(2, {0.6, 0.1, 0.1}));
  model.joint("shoulder", Pin{}, "world", "arm");
  model.joint("pivot", Pin{}, "world", "cylinder").parent_frame({l1, 0, 0});
  model.joint("stroke", Slider{}, "cylinder", "piston");
  model.joint("elbow", Pin{}, "arm", "forearm").parent_frame({1, 0, 0});
  return model;
}
Function angle() {
  return user_function([](auto y) { return atan2(l2 * sin(y), l2 * cos(y) - l1); });
}
Function length() {
  return user_function([](auto y) { return sqrt(l1 * l1 + l2 * l2 - 2 * l1 * l2 * cos(y)); });
}
/// Forces that see what is driven.
void add_forces(SystemBuilder& builder) {
  builder.add("spring", MobilitySpring("stroke", 400.0, 0.5));
  builder.add("damper", MobilityDamper("pivot", 1.5));
}
System by_formula() {
  SystemBuilder builder(arm_and_cylinder().build());
  builder.add("angle", DrivenCoordinateConstraint("pivot", angle(), {"shoulder"}));
  builder.add("length", DrivenCoordinateConstraint("stroke", length(), {"shoulder"}));
  add_forces(builder);
  return builder.build();
}
State started(const System& system) {
  State state = system.default_state();
  const auto set = [&](const char* joint, double q) {
    state.set_q(system.model().coordinate_number(joint), q);
  };
  set("shoulder", 1.2), set("elbow", 0.3), set("pivot", angle()(1.2)), set("stroke", length()(1.2));
  return state;
}
bool are_in_speeds(const State& state) {
  return state[state.layout().system.accelerations].constraints.in_speeds;
}
State with_rows(const System& system, State state) {
  state.set(system.parameter("constraints.stabilization_time"), 1.0);
  return state;
}
void expect_equal(In<double> a, In<double> b, double tolerance) {
  ASSERT_EQ(a.size(), b.size());
  double size = 1;
  for (const double x : b) size = std::max(size, std::abs(x));
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], tolerance * size) << i;
}

TEST(DrivenCoordinates, MoveAsTheLoopDoesThatTheyClose) {
  const System system = by_formula();
  Simulation formula(started(system), {.accuracy = 1e-9, .every = 0.05, .report = [](const State& state) {
                                         for (const double e : position_errors(state))
                                           EXPECT_NEAR(e, 0, 1e-11);
                                       }});
  formula.run(0.5);
  EXPECT_TRUE(are_in_speeds(formula.state()));

  ModelBuilder model = arm_and_cylinder();
  model.joint("rod end", Pin{}, "piston", "arm").child_frame({l2, 0, 0});
  SystemBuilder builder = close_loops(model, {.cut = {{"rod end", LoopClosing::with_coordinates}}});
  add_forces(builder);
  const System loop = builder.build();
  State start = started(loop);
  start.set_q(loop.model().coordinate_number("rod end"), 1.2 - angle()(1.2));
  Simulation rows(start, {.accuracy = 1e-9});
  rows.run(0.5);
  for (const char* joint : {"shoulder", "elbow", "pivot", "stroke"})
    EXPECT_NEAR(formula.state().q(system.model().coordinate_number(joint)),
                rows.state().q(loop.model().coordinate_number(joint)), 1e-6)
        << joint;
}

/// Formulas of several arguments, one after the other, beside a gear.
TEST(DrivenCoordinates, FollowEachOther) {
  for (unsigned seed = 1; seed <= 8; ++seed) {
    Random random(seed);
    ModelBuilder model("chain");
    std::string parent = "world";
    for (const std::string name : {"a", "b", "c", "d", "e"}) {
      model.body(name, random.inertia());
      model.joint(name, name == "c" ? Joint(Slider{}) : Joint(Pin{}), seed % 2 == 0 ? "world" : parent, name)
          .parent_frame(random.pose())
          .child_frame(random.pose());
      parent = name;
    }
    SystemBuilder builder(model.build());
    const Function two = user_function_of<2>([](const auto& x) { return sin(x[0]) * x[1] + x[0] * x[0]; });
    builder.add("last", DrivenCoordinateConstraint("e", two, {"d", "a"}));
    builder.add("gear", GearConstraint("c", "d", 2.5, 0.3));
    builder.add("first", DrivenCoordinateConstraint("c", two, {"a", "b"}));
    const System system = builder.build();
    State state = system.default_state();
    state.set_q(random.numbers(5));
    state.set_u(random.numbers(5));
    ConstraintProjection projection;
    const double leader = state.q(0);
    ASSERT_TRUE(projection.project_positions(state, 1e-14));
    ASSERT_TRUE(projection.project_velocities(state, 1e-13));
    EXPECT_EQ(state.q(0), leader);
    const State rows = with_rows(system, state);
    expect_equal(udot(state), udot(rows), 1e-9);
    EXPECT_TRUE(are_in_speeds(state));
    EXPECT_FALSE(are_in_speeds(rows));
    expect_equal(multipliers(state), multipliers(rows), 1e-9);
    for (const double error : acceleration_errors(state)) EXPECT_NEAR(error, 0, 1e-9);
  }
}

TEST(DrivenCoordinates, InCirclesOrTwiceAreRows) {
  const Function sine = user_function([](auto y) { return sin(y); });
  for (const bool twice : {false, true}) {
    SystemBuilder builder(arm_and_cylinder().build());
    builder.add("there", DrivenCoordinateConstraint("shoulder", sine, {"elbow"}));
    if (twice)
      builder.add("again", DrivenCoordinateConstraint("shoulder", sine, {"elbow"}));
    else
      builder.add("back", DrivenCoordinateConstraint("elbow", sine, {"pivot"})),
          builder.add("round", DrivenCoordinateConstraint("pivot", sine, {"shoulder"}));
    const State state = builder.build().default_state();
    for (const double rate : udot(state)) EXPECT_TRUE(std::isfinite(rate));
    EXPECT_FALSE(are_in_speeds(state));
    for (const double error : acceleration_errors(state)) EXPECT_NEAR(error, 0, 1e-9);
  }
  SystemBuilder builder(arm_and_cylinder().build());
  EXPECT_THROW(builder.add("self", DrivenCoordinateConstraint("elbow", sine, {"elbow"})), Error);
}

}  // namespace
}  // namespace sarrus::testing::driven_coordinates_test
