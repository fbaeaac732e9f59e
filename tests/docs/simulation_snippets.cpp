/// What docs/simulation.md shows, compiled and run.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "sarrus/sarrus.h"
#include "tests/support/temporary_folder.h"

namespace sarrus::testing {
namespace {

TEST(SimulationSnippets, OutputsInsteadOfStates) {
  const TemporaryFolder folder;
  std::filesystem::current_path(folder.path);

  ModelBuilder model("arm");
  model.body("upper", thin_rod(1, {0, 0, 0.5})).body("lower", thin_rod(1, {0, 0, 0.5}));
  model.joint("shoulder", Pin{}, "world", "upper").axis({0, 1, 0}).child_frame({0, 0, 0.25});
  model.joint("elbow", Pin{}, "upper", "lower").axis({0, 1, 0}).parent_frame({0, 0, -0.25}).start({1.0});
  model.point("tip", "lower", {0, 0, -0.25});
  SystemBuilder builder(model.build());
  const Quantity<double> tip_height = builder.quantity("tip_height", {builder.quantities().position},
                                                       [](const State& s) { return pose(s, "tip").p.z; });
  const State start = builder.build().default_state();
  // [outputs]
  SimulationOptions options{.every = 0.01};
  options.outputs = {"elbow", tip_height, {"reach", [](const State& s) { return norm(pose(s, "tip").p); }}};
  Simulation simulation(start, options);
  simulation.run(10.0);
  write_table(simulation.outputs(), "motion.csv");
  const std::vector<double> reach = simulation.outputs().column("reach");
  // [/outputs]
  EXPECT_EQ(reach.size(), 1001u);
  EXPECT_NEAR(reach.front(), norm(pose(start, "tip").p), 1e-15);
  std::ifstream file("motion.csv");
  std::string heading;
  std::getline(file, heading);
  EXPECT_NE(heading.find("tip_height"), std::string::npos);
  std::filesystem::current_path(folder.path.parent_path());
}

}  // namespace
}  // namespace sarrus::testing
