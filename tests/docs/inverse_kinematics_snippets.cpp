/// What docs/inverse_kinematics.md shows, compiled and run.

#include <gtest/gtest.h>

#include "sarrus/inverse_kinematics.h"
#include "sarrus/sarrus.h"

namespace sarrus::testing {
namespace {

TEST(InverseKinematicsSnippets, CoordinatesOfAMotionFromItsMarkers) {
  ModelBuilder model("leg");
  model.body("thigh", thin_rod(8, {0, 0, 0.4})).body("shank", thin_rod(3, {0, 0, 0.4}));
  model.joint("hip", Ball{}, "world", "thigh");
  model.joint("knee", Pin{}, "thigh", "shank").axis({0, 1, 0}).parent_frame({0, 0, -0.4});
  model.point("ankle_marker", "shank", {0.02, 0.03, -0.4});
  const State start = System(model.build()).default_state();
  Array<Array<Vec3<double>>> frames;
  for (const double bend : {0.1, 0.2, 0.3}) {
    State state = start;
    state.set_q("knee", bend);
    frames.push_back({(pose(state, "thigh") * Vec3{0, 0.05, -0.4}), pose(state, "ankle_marker").p});
  }
  // [markers]
  const Array<Marker> markers{{"knee", Place("thigh", Vec3{0, 0.05, -0.4})}, {"ankle", "ankle_marker", 2.0}};
  const FittedMotion motion = fit_markers(start, markers, frames);  // frames[f][m]: Vec3, NaN where missing
  // [/markers]
  ASSERT_EQ(motion.rms.size(), 3u);
  for (const double rms : motion.rms) EXPECT_LT(rms, 1e-6);
}

}  // namespace
}  // namespace sarrus::testing
