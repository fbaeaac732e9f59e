/// What docs/loops.md shows, compiled and run.

#include <gtest/gtest.h>

#include "sarrus/algorithms.h"
#include "sarrus/constraints.h"
#include "sarrus/sarrus.h"

namespace sarrus::testing {
namespace {

ModelBuilder four_bar() {
  ModelBuilder model("four-bar");
  for (const char* body : {"crank", "coupler", "rocker"}) model.body(body, solid_brick(1, {0.1, 0.1, 0.1}));
  model.joint("crank", Pin{}, "world", "crank");
  model.joint("coupler", Pin{}, "crank", "coupler").parent_frame({0, 0.5, 0});
  model.joint("rocker", Pin{}, "world", "rocker").parent_frame({1, 0, 0});
  model.joint("tip", Pin{}, "coupler", "rocker").parent_frame({1, 0, 0}).child_frame({0, 0.5, 0});
  return model;
}

TEST(LoopsSnippets, WhereToCut) {
  const ModelBuilder model = four_bar();
  // [cut]
  close_loops(model, {.cut = {{"tip", LoopClosing::constraints_only}}});  // this joint
  close_loops(model, {.closing = LoopClosing::constraints_only});         // all that close loops
  // [/cut]
  const SystemBuilder builder = close_loops(model, {.closing = LoopClosing::constraints_only});
  EXPECT_EQ(builder.model().nu(), 3);
}

TEST(LoopsSnippets, InertiaAsTheCrankFeelsIt) {
  const System system = close_loops(four_bar()).build();
  const State state = system.default_state();
  const Model& model = system.model();
  // [independent]
  const IndependentSpeeds found = calc_independent_speeds(state, {model.speed_number("crank.rate")});
  const MatrixX<double> inertia =
      found.G.transpose() * mass_matrix(state) * found.G;  // as the crank feels it
  // [/independent]
  // A parallelogram: two rods turn about their ends, and the third is carried round at 0.5 m.
  const double cube = 0.1 * 0.1 / 6;
  ASSERT_EQ(inertia.size(), 1);
  EXPECT_NEAR(inertia(0, 0), 2 * cube + 0.5 * 0.5, 1e-12);
}

}  // namespace
}  // namespace sarrus::testing
