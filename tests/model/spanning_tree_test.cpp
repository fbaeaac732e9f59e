#include <gtest/gtest.h>

#include "sarrus/base/error.h"
#include "sarrus/dynamics/frames.h"
#include "sarrus/model/builder.h"
#include "sarrus/spatial/solids.h"
#include "tests/support/close.h"

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

TEST(SpanningTree, NamesAnUnknownBody) {
  ModelBuilder builder("typo");
  builder.body("frame", ball());
  builder.joint("j", Pin{}, "world", "frmae");
  EXPECT_THROW(builder.build_with_loops(), Error);
}

}  // namespace
}  // namespace sarrus::testing
