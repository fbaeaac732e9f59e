/// A loop closed by the user's formulas q = γ(y) against the book's and against constraints. [Featherstone
/// 2008, sec. 8.11, fig. 8.3]: two-link arm, of which the first link is moved by a cylinder.
#include <gtest/gtest.h>

#include <cmath>

#include "sarrus/constraint/close_loops.h"
#include "sarrus/force/forces.h"
#include "sarrus/function/user_function.h"
#include "sarrus/joint/joints.h"
#include "sarrus/system/constraint_responses.h"
#include "sarrus/tree_methods/mapped_dynamics.h"
#include "tests/support/by_joint.h"
#include "tests/support/close.h"
#include "tests/support/random.h"

namespace sarrus::testing::loop_closure_function_test {
namespace {

constexpr double l1 = 0.5, l2 = 0.4;
constexpr double all_digits = 1e-9 / std::numeric_limits<double>::epsilon();

class CylinderLoop : public ::testing::Test {
 protected:
  CylinderLoop() : builder("arm with a cylinder") {
    Random random(5);
    for (const char* name : {"arm", "cylinder", "piston", "forearm"}) builder.body(name, random.inertia());
    builder.gravity({0, -9.81, 0});
    builder.joint("shoulder", Pin{}, "world", "arm");
    builder.joint("pivot", Pin{}, "world", "cylinder").parent_frame({l1, 0, 0});
    builder.joint("stroke", Slider{}, "cylinder", "piston");
    builder.joint("elbow", Pin{}, "arm", "forearm").parent_frame({1, 0, 0});
    tree = builder.build();
    builder.joint("rod end", Pin{}, "piston", "arm").child_frame({l2, 0, 0});
    shoulder = tree.coordinate_number("shoulder"), elbow = tree.coordinate_number("elbow");
    pivot = tree.coordinate_number("pivot"), stroke = tree.coordinate_number("stroke");
  }
  /// Coordinates 0 and 1 of y are those of shoulder and elbow, whichever comes first in the model.
  CoordinateMap closure() const {
    return {tree,
            {{pivot, user_function([](auto y) { return atan2(l2 * sin(y), l2 * cos(y) - l1); }), {shoulder}},
             {stroke,
              user_function([](auto y) { return sqrt(l1 * l1 + l2 * l2 - 2 * l1 * l2 * cos(y)); }),
              {shoulder}}}};
  }

  ModelBuilder builder;
  Model tree;
  int shoulder, elbow, pivot, stroke;
};

TEST_F(CylinderLoop, HasTheBooksDerivatives) {
  const CoordinateMap map = closure();
  ASSERT_EQ(map.ny(), 2);
  Random random(6);
  for (int trial = 0; trial < 20; ++trial) {
    const std::vector<double> y = random.numbers(2, -3, 3), v = random.numbers(2, -2, 2);
    const double at = y[static_cast<std::size_t>(map.y_of_q(shoulder))],
                 rate = v[static_cast<std::size_t>(map.v_of_u(shoulder))];
    MappedCoordinates<double> mapped(map);
    calc_mapped_coordinates<double>(map, y, v, mapped);
    const double c = std::cos(at), s = std::sin(at), d = std::sqrt(l1 * l1 + l2 * l2 - 2 * l1 * l2 * c);
    const double u1 = (l2 * l2 - l1 * l2 * c) / (d * d), u2 = l1 * l2 * s / d;
    const double u3 = (l1 * l1 - l2 * l2) * l1 * l2 * s * rate * rate / std::pow(d, 4);
    const double u4 = (l1 * l2 * c - u2 * u2) * rate * rate / d;
    EXPECT_TRUE(close(mapped.q[static_cast<std::size_t>(stroke)], d));
    EXPECT_TRUE(close(mapped.u[static_cast<std::size_t>(pivot)], u1 * rate, 1e3, 100));
    EXPECT_TRUE(close(mapped.u[static_cast<std::size_t>(stroke)], u2 * rate, 1e3));
    EXPECT_TRUE(close(mapped.bias[static_cast<std::size_t>(pivot)], u3, 1e4, 1e3));
    EXPECT_TRUE(close(mapped.bias[static_cast<std::size_t>(stroke)], u4, 1e4));
    EXPECT_EQ(mapped.bias[static_cast<std::size_t>(elbow)], 0);
  }
}

/// The same motion as the mechanism whose fifth joint, "rod end", is closed by constraints, with a force of
/// the cylinder.
TEST_F(CylinderLoop, MovesAsUnderConstraints) {
  const CoordinateMap map = closure();
  const double push = 7;
  for (const LoopClosing closing : {LoopClosing::with_coordinates, LoopClosing::constraints_only}) {
    SystemBuilder constrained = close_loops(builder, {.cut = {{"rod end", closing}}});
    constrained.add("push", MobilityConstant({"stroke"}, push));
    State state = constrained.build().default_state();
    const Tree<double> compiled(tree);
    MappedDynamics<double> workspace(compiled, map);
    Random random(8);
    for (int trial = 0; trial < 20; ++trial) {
      const std::vector<double> y = random.numbers(2, -3, 3), v = random.numbers(2, -2, 2);
      calc_mapped_coordinates<double>(map, y, v, workspace.coordinates);
      const std::vector<double> q = workspace.coordinates.q, u = workspace.coordinates.u;
      std::vector<double> tau(4, 0.0), tau_v(2), vdot(2), udot(4);
      tau[static_cast<std::size_t>(stroke)] = push;
      calc_mapped_forces<double>(map, workspace.coordinates, tau, Out<double>(tau_v));
      calc_mapped_forward_dynamics<double>(compiled, map, y, v, tau_v, {}, workspace, Out<double>(vdot));
      calc_mapped_accelerations<double>(map, workspace.coordinates, vdot, Out<double>(udot));

      for (const Body& body : tree.bodies()) {
        if (body.parent < 0) continue;
        state.set_q(joint_named(state, body.joint_name).q0, q[static_cast<std::size_t>(body.q0)]);
        state.set_u(joint_named(state, body.joint_name).u0, u[static_cast<std::size_t>(body.u0)]);
      }
      if (closing == LoopClosing::with_coordinates) {
        const auto difference = [&](const std::vector<double>& x) {
          return x[static_cast<std::size_t>(shoulder)] - x[static_cast<std::size_t>(pivot)];
        };
        state.set_q(joint_named(state, "rod end").q0, difference(q));
        state.set_u(joint_named(state, "rod end").u0, difference(u));
      }
      for (const double e : position_errors(state)) ASSERT_LT(std::abs(e), 1e-13);
      for (const double e : velocity_errors(state)) ASSERT_LT(std::abs(e), 1e-12);
      for (const Body& body : tree.bodies()) {
        if (body.parent < 0) continue;
        EXPECT_TRUE(
            close(rates(state, body.joint_name)[0], udot[static_cast<std::size_t>(body.u0)], all_digits, 100))
            << body.joint_name;
      }
    }
  }
}

}  // namespace
}  // namespace sarrus::testing::loop_closure_function_test
