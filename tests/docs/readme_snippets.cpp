/// What README.md shows, compiled and run.

#include <gtest/gtest.h>

#include <iostream>

#include "sarrus/sarrus.h"

namespace sarrus::testing {
namespace {

TEST(ReadmeSnippets, ARobotFromAFileFalls) {
  // [simulation]
  const System system = load_model("examples/crane.urdf").make_system();
  State state = system.default_state();
  state.set_q("lift", 0.5);
  Simulation simulation(state, {.accuracy = 1e-6});
  simulation.run(2.0);
  std::cout << simulation.state().q("lift") << '\n';
  // [/simulation]
  EXPECT_LT(simulation.state().q("lift"), 0.5);
  EXPECT_LT(energy(simulation.state()), energy(state));
}

}  // namespace
}  // namespace sarrus::testing
