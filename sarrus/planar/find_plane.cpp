#include "sarrus/planar/find_plane.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "sarrus/base/array.h"
#include "sarrus/dynamics/kinematics.h"

namespace sarrus {

namespace {

/// The columns of a joint at several positions, in its frame F, axes of one-degree-of-freedom joints along z.
Array<Motion<double>> sampled_columns(const Tree<double>& tree, const TreeNode<double>& node) {
  if (node.shape == JointShape::revolute) return {{{0, 0, 1}, {0, 0, 0}}};
  if (node.shape == JointShape::prismatic) return {{{0, 0, 0}, {0, 0, 1}}};
  const Joint& joint = tree.joint(node);
  std::mt19937 engine(1);
  std::uniform_real_distribution<double> number(-1, 1);
  Array<Motion<double>> all;
  for (int sample = 0; sample < 8; ++sample) {
    Array<double> q = joint.default_q();
    for (double& x : q) x += number(engine);
    Pose<double> X;
    Motion<double> H[max_joint_speeds];
    joint.pose_and_columns(q.data(), tree.joint_parameters(node), X, H);
    all.insert(all.end(), H, H + node.nu);
  }
  return all;
}

/// All columns of a tree in world axes, joint by joint, in one configuration of the other joints.
struct SampledTree {
  Array<Array<Motion<double>>> columns;
  explicit SampledTree(const Tree<double>& tree) : columns(tree.node_count()) {
    PositionKinematics<double> position(tree);
    calc_position_kinematics(tree, tree.model().default_q(), position);
    for (int i = 1; i < tree.node_count(); ++i) {
      const auto& node = tree.node(i);
      const Rotation<double> R_WF((position.nodes[node.parent].R * node.R).matrix());
      for (const Motion<double>& H : sampled_columns(tree, node)) columns[i].push_back(R_WF * H);
    }
  }
};

/// The only direction that can be normal to all motion: an axis of rotation, or the normal of two
/// translations.
Vec3<double> candidate_normal(const SampledTree& tree, double tolerance) {
  Vec3<double> along{0, 0, 0}, across{0, 0, 0};
  for (const auto& joint : tree.columns)
    for (const Motion<double>& H : joint) {
      if (norm(H.w) > tolerance) return normalized(H.w);
      if (norm(along) == 0 && norm(H.v) > tolerance) along = normalized(H.v);
      if (norm(across) <= tolerance) across = cross(along, H.v);
    }
  if (norm(across) > tolerance) return normalized(across);
  return norm(along) > 0 ? rotation_with_axis(0, along).col(2) : Vec3<double>{0, 0, 1};
}

}  // namespace

MotionPlane find_plane(const Model& model, const Parameters<double>& parameters, double tolerance) {
  const Tree<double> tree(model, parameters);
  const SampledTree sampled(tree);
  const Vec3<double> n = candidate_normal(sampled, tolerance);
  for (int i = 1; i < tree.node_count(); ++i)
    for (const Motion<double>& H : sampled.columns[i]) {
      const double turn = norm(cross(n, H.w)), slide = std::abs(dot(n, H.v));
      if (turn > tolerance * std::max(1.0, norm(H.w)) || slide > tolerance * std::max(1.0, norm(H.v)))
        return {std::nullopt, model.body(tree.node(i).body).joint_name};
    }
  return {n, ""};
}

MotionPlane find_plane(const Model& model, double tolerance) {
  return find_plane(model, Parameters<double>(model), tolerance);
}

bool is_planar(const Model& model, double tolerance) {
  return find_plane(model, tolerance).normal.has_value();
}

}  // namespace sarrus
