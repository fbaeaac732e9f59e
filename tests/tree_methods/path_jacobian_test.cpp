// The Jacobian of one frame from its path alone, against that from the positions of the whole tree.

#include "sarrus/tree_methods/path_jacobian.h"
#include "sarrus/joint/joints.h"

#include <gtest/gtest.h>

#include "sarrus/dynamics/jacobian.h"
#include "sarrus/scalar/eigen.h"
#include "tests/support/count_allocations.h"
#include "tests/support/random_model.h"
#include "tests/support/says.h"

namespace sarrus::testing::path_jacobian_test {
namespace {

TEST(PathJacobian, AgreesOnEveryBodyOfATreeWithEveryJoint) {
  Random random(15);
  const Model model = model_of_all_joints();
  const Tree<double> tree(model);
  const std::vector<double> q = random_coordinates(model, random);
  PositionKinematics<double> position(tree);
  PathJacobian<double> workspace(tree);
  MatrixX<double> expected(6, tree.nu()), J(6, tree.nu());
  calc_position_kinematics(tree, q, position);
  for (int b = 0; b < model.body_count(); ++b) {
    const FrameOn<double> frame(b, random.pose());
    calc_frame_jacobian(tree, position, frame, expected);
    const long before = allocations();
    calc_frame_jacobian(tree, q, frame, workspace, J);
    EXPECT_EQ(allocations(), before);
    EXPECT_LT((J - expected).norm(), 1e-13 * (1 + expected.norm())) << model.body(b).name;
  }
}

TEST(PathJacobian, RefusesMemoryOfAnotherTree) {
  ModelBuilder builder("stone");
  builder.particle("stone", 2.0);
  builder.joint("flight", Translation{}, "world", "stone");
  const Tree<double> small(builder.build()), large(model_of_all_joints());
  PathJacobian<double> workspace(small);
  MatrixX<double> J;
  const std::vector<double> q(static_cast<std::size_t>(large.nq()), 0.5);
  EXPECT_SAYS(message([&] { calc_frame_jacobian(large, q, FrameOn<double>(1), workspace, J); }),
              "make one from this tree");
}

}  // namespace
}  // namespace sarrus::testing::path_jacobian_test
