#include "sarrus/dynamics/internal/inverse_dynamics_of_stages.h"

#include "sarrus/dynamics/internal/lane_inverse_dynamics.h"

namespace sarrus::internal {

namespace {

LaneForce<double> wrench(const LaneRigidInertia& M, const Lane3d& w, const Lane3d& alpha, const Lane3d& a) {
  return {M.I * alpha + (cross(M.h, a) + cross(w, M.I * w)),
          M.m * a + (cross(alpha, M.h) + cross(w, cross(w, M.h)))};
}

}  // namespace

void calc_node_inertias(const Tree<double>& tree, const PositionKinematics<double>& position,
                        NodeInertias& out) {
  require_stage(tree, position);
  out.resize(tree.node_count());
  for (std::size_t i = 1; i < out.size(); ++i)
    out[i] = rotated(position.nodes[i].R, tree.node(static_cast<int>(i)).inertia);
}

InverseDynamicsOfStages::InverseDynamicsOfStages(const Tree<double>& tree)
    : loads_(tree.node_count()), collects_(loads_.size(), 0) {
  for (int i = 1; i < tree.node_count(); ++i)
    if (tree.node(i).parent != i - 1) collects_[tree.node(i).parent] = 1;
}

void InverseDynamicsOfStages::calc(const Tree<double>& tree, const PositionKinematics<double>& position,
                                   const VelocityKinematics<double>& velocity,
                                   const AccelerationKinematics<double>& acceleration,
                                   const NodeInertias& inertias, In<Force<double>> F_B_W, Out<double> tau,
                                   const InverseDynamicsOptions& options) {
  require_stage(tree, position), require_stage(tree, velocity), require_stage(tree, acceleration);
  require_size(tau, tree.nu(), "tau", "the model has nu");
  if (!F_B_W.empty()) require_size(F_B_W, tree.body_count(), "F_B_W", "the number of bodies with the world");
  require(inertias.size() == loads_.size() && position.nodes.size() == loads_.size(),
          "{} inertias were given with memory of {} nodes for a tree of {} nodes", inertias.size(),
          loads_.size(), tree.node_count());
  const LaneForce<double> none{zero3<double>(), zero3<double>()};
  const bool loaded = !F_B_W.empty();
  for (std::size_t i = 0; i < loads_.size(); ++i)
    if (loaded || collects_[i]) loads_[i] = none;
  for (int b = 1; loaded && b < tree.body_count(); ++b) {
    const BodyPlace<double>& place = tree.place(b);
    const int at = place.node;
    subtract_body_force(F_B_W[b], position.nodes[at].R * place.X_KB.p, loads_[at]);
  }
  const Lane3d of_world = world_acceleration(tree, options.gravity);
  LaneForce<double> handed = none;
  for (int i = tree.node_count() - 1; i > 0; --i) {
    const TreeNode<double>& node = tree.node(i);
    const int at = i;
    LaneForce<double> total = wrench(inertias[at], velocity.nodes[at].w, acceleration.nodes[at].w,
                                     acceleration.nodes[at].v + of_world);
    total += handed;
    if (loaded || collects_[at]) total += loads_[at];
    project(node, position.nodes[at].R.z, total, position.columns.data(), tau.data());
    handed = {total.t + cross(position.nodes[at].r, total.f), total.f};
    if (node.parent != i - 1) {
      loads_[node.parent] += handed;
      handed = none;
    }
  }
}

}  // namespace sarrus::internal
