#include <gtest/gtest.h>

#include "sarrus/dynamics/frames.h"
#include "sarrus/model/builder.h"
#include "sarrus/spatial/solids.h"
#include "tests/support/close.h"
#include "tests/support/says.h"

namespace sarrus::testing {
namespace {

RigidInertia<double> ball() { return solid_sphere(1, 0.1); }

TEST(SpanningTree, OpensALoopWhereTheDepthStaysSmall) {
  // A ring of six bodies with the world between "b1" and "b6": the loop is cut opposite the world.
  ModelBuilder builder("ring");
  for (int i = 1; i <= 6; ++i) builder.body(fmt::format("b{}", i), ball());
  builder.joint("j0", Pin{}, "world", "b1");
  for (int i = 1; i < 6; ++i)
    builder.joint(fmt::format("j{}", i), Pin{}, fmt::format("b{}", i), fmt::format("b{}", i + 1));
  builder.joint("j6", Pin{}, "b6", "world");
  const ModelWithLoops made = builder.build_with_loops();
  ASSERT_EQ(made.loops.size(), 1U);
  EXPECT_EQ(made.loops[0].name, "j3");
  for (int b = 1; b < made.model.body_count(); ++b) EXPECT_LE(made.model.connectivity().depth(b), 3);
  EXPECT_TRUE(made.model.body(made.model.joint_body("j6")).joint.is_reversed());
  EXPECT_FALSE(made.model.body(made.model.joint_body("j0")).joint.is_reversed());
}

TEST(SpanningTree, ReversedJointsKeepTheMeaningOfTheirCoordinates) {
  // The same two bodies, once with the joint written from the world, once towards it.
  for (const Joint& joint :
       {Joint(Universal{}), Joint(BendStretch{}), Joint(Screw{0.3}), Joint(Pin{}), Joint(Slider{})}) {
    ModelBuilder towards("towards");
    const Pose<double> X_F{Rotation<double>::about_x(0.4), {0.1, 0.2, 0.3}},
        X_M{Rotation<double>::about_y(-0.7), {0.5, 0, 1}};
    towards.body("b", ball());
    towards.joint("j", joint, "b", "world").parent_frame(X_F).child_frame(X_M);
    const ModelWithLoops made = towards.build_with_loops();
    const Tree<double> tree(made.model);
    PositionKinematics<double> position(tree);
    const std::vector<double> q = joint.nq() == 1 ? std::vector<double>{0.6} : std::vector<double>{0.6, -0.9};
    calc_position_kinematics(tree, q, position);
    std::vector<double> p;
    for (const ParameterInfo& info : joint.parameters()) p.push_back(info.value);
    // As written: the world's frame M is at X_FM(q) of the body's frame F.
    const Pose<double> X_BW = X_F * joint.pose(q.data(), p.data()) * X_M.inverse();
    EXPECT_TRUE(close(calc_pose(tree, position, 1), X_BW.inverse(), 256)) << joint.type_name();
  }
}

TEST(SpanningTree, FreesWhatNothingHolds) {
  ModelBuilder builder("floating");
  builder.body("a", ball()).body("b", solid_sphere(5, 0.1)).body("c", ball()).body("d", ball());
  builder.joint("ab", Pin{}, "a", "b");
  builder.joint("bc", Pin{}, "b", "c");
  builder.joint("cd", Pin{}, "c", "d");
  const SpanningTree tree = choose_spanning_tree(builder.description());
  ASSERT_EQ(tree.added.size(), 1U);
  EXPECT_EQ(tree.added[0], "b_free");  // b and c are both two joints from everything; b is heavier
  const Model model = make_model(tree.tree);
  EXPECT_EQ(model.body(1).name, "b");
  EXPECT_EQ(model.nu(), 9);
}

TEST(SpanningTree, LeavesNoMasslessBodyAtAnEnd) {
  // world ─ link ─ pad(massless) ─ foot ─ world: breadth first would stop at the pad from both sides.
  ModelBuilder builder("pad");
  builder.body("foot", ball()).body("link", ball()).massless_body("pad");
  builder.joint("hip", Pin{}, "world", "link");
  builder.joint("sole", Slider{}, "world", "foot");
  builder.joint("knee", Pin{}, "link", "pad");
  builder.joint("ankle", Pin{}, "pad", "foot");
  const ModelWithLoops made = builder.build_with_loops();  // would throw for a massless leaf
  EXPECT_EQ(made.loops.size(), 1U);
}

TEST(SpanningTree, ReportsEveryFaultOfTheGraph) {
  ModelBuilder builder("typos");
  builder.body("frame", ball()).body("wheel", ball());
  builder.joint("j", Pin{}, "world", "frmae");
  builder.joint("self", Pin{}, "wheel", "wheel").parent_frame(Vec3<double>{NAN, 0, 0});
  const std::string text = message([&] { builder.build_with_loops(); });
  EXPECT_SAYS(text, "refers to body 'frmae', which does not exist. Did you mean 'frame'?");
  EXPECT_SAYS(text, "joint 'self' connects body 'wheel' to itself");
  EXPECT_SAYS(text, "placement that is not finite");
}

TEST(SpanningTree, NamesItsFreeJointsAroundTheUsersNames) {
  ModelBuilder builder("clash");
  builder.body("a", solid_sphere(2, 0.1)).body("b", ball());
  builder.joint("a_free", Pin{}, "a", "b");
  const ModelWithLoops made = builder.build_with_loops();
  ASSERT_EQ(made.added.size(), 1U);
  EXPECT_EQ(made.added[0], "a_free2");
}

TEST(SpanningTree, LoopJointsCarryTheirAxisInTheirFrames) {
  ModelBuilder builder("ring");
  builder.body("a", ball()).body("b", ball());
  builder.joint("wa", Pin{}, "world", "a");
  builder.joint("wb", Pin{}, "world", "b");
  builder.joint("ab", Pin{}, "a", "b").axis({1, 0, 0});
  const ModelWithLoops made = builder.build_with_loops();
  ASSERT_EQ(made.loops.size(), 1U);
  EXPECT_TRUE(close(made.loops[0].X_PF.R.col(2), Vec3<double>{1, 0, 0}));
}

}  // namespace
}  // namespace sarrus::testing
