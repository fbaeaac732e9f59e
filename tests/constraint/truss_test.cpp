/// Ladders as trusses, two rails with rungs between them [Featherstone 2008, fig. 8.4]: many loops that
/// overlap.
#include <gtest/gtest.h>

#include <cmath>

#include "sarrus/constraint/close_loops.h"
#include "sarrus/joint/joints.h"
#include "sarrus/spatial/solids.h"
#include "sarrus/system/constraint_responses.h"
#include "sarrus/system/internal/constraint_set.h"
#include "sarrus/system/internal/layout.h"
#include "sarrus/system/responses.h"
#include "tests/support/close.h"

namespace sarrus::testing::truss_test {

using namespace internal;
namespace {

double largest(In<double> values) {
  double size = 0;
  for (const double x : values) size = std::max(size, std::abs(x));
  return size;
}

/// In the plane if joints are pins. The world holds the first rail.
ModelBuilder truss(int loops, const Joint& joint) {
  ModelBuilder model("truss");
  model.gravity({1, -9.81, 0});
  const auto connect = [&](const std::string& name, const std::string& parent, const std::string& child,
                           const Vec3<double>& at, const Vec3<double>& own) {
    model.joint(name, joint, parent, child).parent_frame(at).child_frame(own);
  };
  for (int i = 0; i <= loops; ++i) {
    const std::string top = fmt::format("top{}", i), low = fmt::format("low{}", i);
    const auto before = [&](const char* rail) { return fmt::format("{}{}", rail, i - 1); };
    model.body(top, solid_brick(1 + 0.1 * i, {0.9, 0.2, 0.1})).body(low, solid_brick(1, {0.9, 0.2, 0.1}));
    connect(fmt::format("upper{}", i), i == 0 ? "world" : before("top"), top, {i == 0 ? 0 : 0.5, 0, 0},
            {-0.5, 0, 0});
    if (i > 0) connect(fmt::format("lower{}", i), before("low"), low, {0.5, 0, 0}, {-0.5, 0, 0});
    connect(fmt::format("rung{}", i), top, low, {0, -0.5, 0}, {0, 0.5, 0});
  }
  return model;
}

ConstraintMethod method(const State& state) {
  return state[state.layout().system.constraint_factors].dynamics->method();
}

/// Newton's law and the rows: what accelerations and multipliers take beyond the applied forces is nothing.
void expect_equations_of_motion(const State& state) {
  std::vector<double> tau(static_cast<std::size_t>(state.nu()));
  calc_inverse_dynamics(state, udot(state), multipliers(state), Out<double>(tau));
  EXPECT_LT(largest(tau), 1e-9 * (1 + largest(multipliers(state))));
  EXPECT_LT(largest(acceleration_errors(state)), 1e-9 * (1 + largest(udot(state))));
}

class Trusses : public ::testing::TestWithParam<std::tuple<bool, LoopClosing>> {
 public:
  Joint joint() const { return std::get<0>(GetParam()) ? Joint(Pin{}) : Joint(Ball{}); }
  LoopOptions options() const { return {.closing = std::get<1>(GetParam())}; }
};

TEST_P(Trusses, AreSolvedLoopByLoop) {
  const State state = close_loops(truss(40, joint()), options()).build().default_state();
  expect_equations_of_motion(state);
  EXPECT_EQ(method(state), ConstraintMethod::loops);
}

/// Cut at the rungs, loops are as long as the truss.
TEST_P(Trusses, AccelerateAlikeWhereverTheyAreCut) {
  LoopOptions rungs = options();
  for (int i = 1; i <= 12; ++i) rungs.cut[fmt::format("rung{}", i)] = options().closing;
  const State state = close_loops(truss(12, joint()), options()).build().default_state(),
              other = close_loops(truss(12, joint()), rungs).build().default_state();
  expect_equations_of_motion(other);
  for (int i = 0; i <= 12; ++i)
    for (const char* rail : {"top", "low"}) {
      const std::string body = fmt::format("{}{}", rail, i);
      const Motion<double> a = acceleration(state, body), b = acceleration(other, body);
      EXPECT_TRUE(close(a.w, b.w, 1e6, 10)) << body;
      EXPECT_TRUE(close(a.v, b.v, 1e6, 10)) << body;
    }
}

TEST_P(Trusses, AreSolvedLoopByLoopWhereJointsAreLocked) {
  State state = close_loops(truss(15, joint()), options()).build().default_state();
  state.lock(state.model().joint_body("rung10"));
  EXPECT_LT(largest(acceleration_errors(state)), 1e-10 * (1 + largest(multipliers(state))));
  EXPECT_EQ(method(state), ConstraintMethod::loops);
}

INSTANTIATE_TEST_SUITE_P(OfPinsOrBalls, Trusses,
                         ::testing::Combine(::testing::Bool(),
                                            ::testing::Values(LoopClosing::constraints_only,
                                                              LoopClosing::with_coordinates)));

}  // namespace
}  // namespace sarrus::testing::truss_test
