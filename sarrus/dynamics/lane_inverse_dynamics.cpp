#include "sarrus/dynamics/internal/lane_inverse_dynamics.h"

#include "sarrus/base/array.h"
#include "sarrus/spatial/internal/second_moments.h"

namespace sarrus {

using namespace internal;

namespace {

/// Subtracts the applied forces of the bodies from the loads of their nodes.
void apply(const Tree<double>& tree, In<Force<double>> F_B_W, Array<NewtonEulerNode>& nodes) {
  for (int b = 1; b < tree.body_count(); ++b) {
    const auto& place = tree.place(b);
    NewtonEulerNode& node = nodes[place.node];
    subtract_body_force(F_B_W[b], node.motion.R * place.X_KB.p, node.wrench);
  }
}

/// The wrench on a part of a node, about the node's origin, that the part's own motion and the joints
/// attached to it require. The part is a body of the node with everything welded to it further out.
LaneForce<double> calc_part_wrench(const Tree<double>& tree, const InverseDynamics<double>& workspace,
                                   In<Force<double>> F_B_W, int body) {
  const int piece = tree.place(body).node;
  const NewtonEulerNode& node = workspace.nodes[piece];
  TreeNode<double> part{};
  LaneForce<double> sum{zero3<double>(), zero3<double>()};
  const Connectivity& bodies = tree.model().connectivity();
  for (int b = body; b < tree.body_count() && (b == body || bodies.depth(b) > bodies.depth(body)); ++b) {
    const BodyPlace<double>& place = tree.place(b);
    const TreeNode<double>& own = tree.node(place.node);
    if (place.node == piece) {
      part.inertia = part.inertia + place.X_KB * tree.parameters().inertia[b];
      if (!F_B_W.empty()) subtract_body_force(F_B_W[b], node.motion.R * place.X_KB.p, sum);
    } else if (own.parent == piece && own.body == b) {
      const NewtonEulerNode& child = workspace.nodes[place.node];
      sum += {child.wrench.t + cross(child.r, child.wrench.f), child.wrench.f};
    }
  }
  part.second_moments = second_moments(part.inertia.I);
  sum += wrench(part, node.motion);
  return sum;
}

/// move() of node i. `last` is the motion of node i − 1 and becomes that of node i: it stays in registers for
/// a pin whose parent is node i − 1; through memory it would arrive late.
SARRUS_ALWAYS_INLINE Lane3d move_next(const Tree<double>& tree, int i, const double* u, const double* udot,
                                      const NodeMotion<double>& parent, JointMotions<double>& joints,
                                      NodeMotion<double>& last, NodeMotion<double>& to) {
  const auto& node = tree.node(i);
  if (node.parent == 0 || node.shape != JointShape::revolute) {
    const Lane3d r = move(tree, node, u, udot, parent, joints, to);
    last = to;
    return r;
  }
  if (node.parent != i - 1) last = parent;
  const int q0 = node.q0;
  const Lane3d r = last.R * node.p;
  NodeMotion<double> own;
  own.a = last.a + last.Rdd * node.p;
  move_pin(joints.sine[q0], joints.cosine[q0], u ? u[node.u0] : 0, udot ? udot[node.u0] : 0, node, last, own);
  last = own;
  to = own;
  return r;
}

}  // namespace

Force<double> calc_joint_reaction(const Tree<double>& tree, const InverseDynamics<double>& workspace,
                                  In<Force<double>> F_B_W, int body) {
  require(body >= 0 && body < tree.body_count(),
          "there is no body {} whose joint could be asked for; the model has bodies 0 to {}", body,
          tree.body_count() - 1);
  require_stage(tree, workspace);
  require(F_B_W.empty() || static_cast<int>(F_B_W.size()) == tree.body_count(),
          "{} forces on bodies were given, but the model has {} bodies", F_B_W.size(), tree.body_count());
  const BodyPlace<double>& place = tree.place(body);
  if (body > 0 && tree.node(place.node).body == body) return joint_reaction(tree, workspace, body);
  const LaneForce<double> sum = calc_part_wrench(tree, workspace, F_B_W, body);
  return shift(Force<double>{Vec3<double>(sum.t), Vec3<double>(sum.f)},
               Vec3<double>(workspace.nodes[place.node].motion.R * place.X_KB.p));
}

InverseDynamics<double>::InverseDynamics(const Tree<double>& tree)
    : nodes(tree.node_count()), nu(tree.nu()), joints(tree) {}

namespace internal {

void sweep_outward(const Tree<double>& tree, In<double> u, In<double> udot, In<Force<double>> F_B_W,
                   const InverseDynamicsOptions& options, InverseDynamics<double>& out) {
  NewtonEulerNode* nodes = out.nodes.data();
  nodes[0].motion = NodeMotion<double>::of_world(world_acceleration(tree, options.gravity));
  nodes[0].wrench = {zero3<double>(), zero3<double>()};
  NodeMotion<double> last = nodes[0].motion;
  for (int i = 1; i < tree.node_count(); ++i) {
    const auto& constants = tree.node(i);
    NewtonEulerNode& node = nodes[i];
    node.r = move_next(tree, i, u.data(), udot.data(), nodes[constants.parent].motion, out.joints, last,
                       node.motion);
    node.wrench = wrench(constants, last);
  }
  if (!F_B_W.empty()) apply(tree, F_B_W, out.nodes);
}

void sweep_inward(const Tree<double>& tree, InverseDynamics<double>& out, double* tau) {
  NewtonEulerNode* nodes = out.nodes.data();
  // The wrench on a parent that comes next stays in registers: through memory it would arrive late.
  LaneForce<double> handed{zero3<double>(), zero3<double>()};
  for (int i = tree.node_count() - 1; i > 0; --i) {
    const auto& constants = tree.node(i);
    NewtonEulerNode& node = nodes[i];
    const LaneForce<double> wrench{node.wrench.t + handed.t, node.wrench.f + handed.f};
    node.wrench = wrench;
    project(constants, node.motion.R.z, wrench, out.joints.columns.data(), tau);
    handed = {wrench.t + cross(node.r, wrench.f), wrench.f};
    if (constants.parent != i - 1) {
      if (constants.parent > 0) nodes[constants.parent].wrench += handed;
      handed = {zero3<double>(), zero3<double>()};
    }
  }
}

}  // namespace internal

}  // namespace sarrus
