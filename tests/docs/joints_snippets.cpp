/// What docs/joints.md shows, compiled and run.

#include <gtest/gtest.h>

#include "sarrus/extend.h"
#include "sarrus/sarrus.h"

namespace sarrus::testing {
namespace {

TEST(JointsSnippets, AJointAndWhatIsSaidOfIt) {
  ModelBuilder builder("arm");
  builder.body("upper", thin_rod(1, {0, 0, 1})).body("lower", thin_rod(1, {0, 0, 0.6}));
  builder.joint("shoulder", Pin{}, "world", "upper").axis({0, 1, 0}).child_frame({0, 0, 0.5});
  // [joint]
  builder
      .joint("elbow", Pin{}, "upper", "lower")  // F on upper, M on lower
      .axis({0, 1, 0})                          // the pin's z axis points along y of both frames
      .parent_frame({0, 0, -0.5})               // where F is on the parent
      .child_frame({0, 0, 0.3})                 // where M is on the child
      .limit(0, 2.5)                            // range of the coordinate: data for whoever uses it
      .start({0.4});                            // default coordinate
  // [/joint]
  const State state = System(builder.build()).default_state();
  EXPECT_EQ(state.q("elbow"), 0.4);
  const Vec3<double> p = pose(state, "lower").p;  // 0.3 m from the elbow, turned by 0.4 rad about y
  EXPECT_NEAR(p.x, -0.3 * std::sin(0.4), 1e-15);
  EXPECT_NEAR(p.z, -1 - 0.3 * std::cos(0.4), 1e-15);
}

}  // namespace
}  // namespace sarrus::testing
