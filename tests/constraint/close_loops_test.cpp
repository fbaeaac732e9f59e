#include "sarrus/constraint/close_loops.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sarrus/dynamics/normalize_quaternions.h"
#include "sarrus/joint/fit.h"
#include "sarrus/spatial/solids.h"
#include "sarrus/system/constraint_responses.h"
#include "sarrus/system/internal/layout.h"
#include "tests/support/by_joint.h"
#include "tests/support/close.h"
#include "tests/support/joint_rows.h"
#include "tests/support/random.h"
#include "tests/support/says.h"

namespace sarrus::testing::close_loops_test {

using namespace internal;
namespace {

constexpr double all_digits = 1e-9 / std::numeric_limits<double>::epsilon();

double largest(In<double> values) {
  double size = 0;
  for (const double x : values) size = std::max(size, std::abs(x));
  return size;
}

/// A body on a base that turns, by a joint of any type, written in one of three ways.
enum class Written { toward_body, toward_base, toward_world };
ModelBuilder body_on_base(const Joint& joint, Written written) {
  Random random(7);
  ModelBuilder model("body on base");
  model.body("base", random.inertia()).body("body", random.inertia());
  model.joint("root", Pin{}, "world", "base").parent_frame(random.pose()).child_frame(random.pose());
  const bool onward = written == Written::toward_body;
  model
      .joint("tested", joint, onward ? "base" : "body",
             onward                            ? "body"
             : written == Written::toward_base ? "base"
                                               : "world")
      .parent_frame(random.pose())
      .child_frame(random.pose());
  return model;
}

/// A random state of the tree.
State moving(const System& tree, Random& random) {
  State state = tree.default_state();
  std::vector<double> q = random.numbers(state.nq(), 0.2, 1);
  normalize_quaternions(state.model(), Out<double>(q));
  state.set_q(q);
  state.set_u(random.numbers(state.nu()));
  return state;
}

/// The same of a System in which the body hangs on a free joint.
State moving_as(const State& tree, const System& system) {
  State state = system.default_state();
  copy_joints(tree, state);
  const Body& free = joint_named(state, "body_free");
  const int body = tree.model().body_number("body");
  const FitResult q = fit_coordinates(free.joint, {}, pose(tree, body));
  const FitResult u = fit_speeds(free.joint, {}, q.values, velocity(tree, body));
  EXPECT_LT(q.error + u.error, 1e-12);
  for (int i = 0; i < free.nq; ++i) state.set_q(free.q0 + i, q.values[static_cast<std::size_t>(i)]);
  for (int i = 0; i < free.nu; ++i) state.set_u(free.u0 + i, u.values[static_cast<std::size_t>(i)]);
  return state;
}

class EveryJoint : public ::testing::TestWithParam<JointRow> {};

TEST_P(EveryJoint, ClosesALoopAsItHoldsInATree) {
  Random random(3);
  for (const Written written : {Written::toward_body, Written::toward_base, Written::toward_world}) {
    const ModelBuilder model = body_on_base(GetParam().joint, written);
    const System tree = close_loops(model).build();
    const System loop = close_loops(model, {.cut = {{"tested", LoopClosing::with_coordinates}}}).build();
    ASSERT_TRUE(tree.layout().constraints.empty());
    ASSERT_EQ(loop.layout().constraints.size(), 1U);
    for (int trial = 0; trial < 3; ++trial) {
      const State expected = moving(tree, random), state = moving_as(expected, loop);
      ASSERT_LT(largest(position_errors(state)) + largest(velocity_errors(state)), 1e-12);
      for (const char* body : {"base", "body"})
        EXPECT_TRUE(close(acceleration(state, state.model().body_number(body)),
                          acceleration(expected, expected.model().body_number(body)), all_digits));
      const std::vector<double> u = rates(state, "tested"), v = rates(expected, "tested");
      for (std::size_t i = 0; i < u.size(); ++i) EXPECT_TRUE(close(u[i], v[i], all_digits));
      EXPECT_TRUE(close(kinetic_energy(state), kinetic_energy(expected), 1e4));
      EXPECT_TRUE(close(mass(state), mass(expected)));
      if (GetParam().joint.nu() == 0) continue;
      const Force<double> F = wrench_on(state, "tested", "body"), G = wrench_on(expected, "tested", "body");
      EXPECT_TRUE(close(F.t, G.t, all_digits)) << "moment";
      EXPECT_TRUE(close(F.f, G.f, all_digits)) << "force";
    }
  }
}

/// Types that constraints stand for move in the same way under them; the others are refused.
TEST_P(EveryJoint, IsClosedByConstraintsOrRefused) {
  Random random(4);
  const std::string type = GetParam().joint.type_name();
  for (const Written written : {Written::toward_body, Written::toward_base, Written::toward_world}) {
    const ModelBuilder model = body_on_base(GetParam().joint, written);
    const LoopOptions options{.cut = {{"tested", LoopClosing::constraints_only}}};
    bool known = false;
    for (const char* name : {"weld", "pin", "slider", "cylinder", "planar", "universal", "gimbal", "ball",
                             "translation", "free"})
      known = known || type == name;
    if (!known) {
      expect_error([&] { close_loops(model, options); },
                   {"joint 'tested' between '", "no constraints stand for its type", type.c_str(),
                    "close it with coordinates"});
      continue;
    }
    const System tree = close_loops(model).build(), loop = close_loops(model, options).build();
    EXPECT_FALSE(has_joint(loop.model(), "tested"));
    for (int trial = 0; trial < 3; ++trial) {
      const State expected = moving(tree, random), state = moving_as(expected, loop);
      ASSERT_LT(largest(position_errors(state)) + largest(velocity_errors(state)), 1e-12);
      EXPECT_EQ(static_cast<int>(multipliers(state).size()), 6 - GetParam().joint.nu());
      for (const char* body : {"base", "body"})
        EXPECT_TRUE(close(acceleration(state, state.model().body_number(body)),
                          acceleration(expected, expected.model().body_number(body)), all_digits));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(CloseLoops, EveryJoint, ::testing::ValuesIn(joint_rows()),
                         [](const auto& row) { return row.param.name; });

}  // namespace
}  // namespace sarrus::testing::close_loops_test
