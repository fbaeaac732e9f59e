#include <gtest/gtest.h>

#include <set>

#include "sarrus/dynamics/frames.h"
#include "sarrus/joint/joints.h"
#include "sarrus/model/builder.h"
#include "sarrus/spatial/solids.h"
#include "tests/support/close.h"
#include "tests/support/says.h"

namespace sarrus::testing::spanning_tree_test {
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

/// Two rails with rungs between them; the world holds the first rail, or both.
ModelBuilder ladder(int rungs, bool both) {
  ModelBuilder builder("ladder");
  for (int i = 0; i <= rungs; ++i) {
    const std::string top = fmt::format("top{}", i), low = fmt::format("low{}", i);
    builder.body(top, ball()).body(low, ball());
    builder.joint(fmt::format("upper{}", i), Ball{}, i == 0 ? "world" : fmt::format("top{}", i - 1), top);
    if (i > 0 || both)
      builder.joint(fmt::format("lower{}", i), Ball{}, i == 0 ? "world" : fmt::format("low{}", i - 1), low);
    builder.joint(fmt::format("rung{}", i), Ball{}, top, low);
  }
  return builder;
}

/// The most joints of a tree that the two ends of one that closes a loop are apart.
int longest_loop(const ModelWithLoops& made) {
  int longest = 0;
  for (const JointDescription& loop : made.loops) {
    std::set<int> way;
    for (const std::string& end : {loop.parent, loop.child})
      for (int b = made.model.body_number(end); b > 0; b = made.model.body(b).parent)
        if (!way.insert(b).second) way.erase(b);
    longest = std::max(longest, static_cast<int>(way.size()));
  }
  return longest;
}

TEST(SpanningTree, KeepsTheLoopsOfALadderShort) {
  for (const bool both : {false, true}) {
    const ModelWithLoops made = ladder(30, both).build_with_loops();
    EXPECT_EQ(made.loops.size(), both ? 31U : 30U);
    EXPECT_LE(longest_loop(made), 3) << both;
  }
  // Breadth first all the same: no body is further from the world than it must be.
  const ModelWithLoops made = ladder(30, false).build_with_loops();
  for (int i = 0; i <= 30; ++i) {
    EXPECT_EQ(made.model.connectivity().depth(made.model.body_number(fmt::format("top{}", i))), i + 1);
    EXPECT_EQ(made.model.connectivity().depth(made.model.body_number(fmt::format("low{}", i))), i + 2);
  }
}

TEST(SpanningTree, CutsALadderWhereItIsTold) {
  std::vector<std::string> rungs;
  for (int i = 1; i <= 30; ++i) rungs.push_back(fmt::format("rung{}", i));
  const SpanningTree tree = choose_spanning_tree(ladder(30, false).description(), rungs);
  ASSERT_EQ(tree.loops.size(), rungs.size());
  for (const JointDescription& loop : tree.loops) EXPECT_TRUE(loop.name.starts_with("rung"));
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
}  // namespace sarrus::testing::spanning_tree_test
