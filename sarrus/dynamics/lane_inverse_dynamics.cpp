#include "sarrus/dynamics/lane_inverse_dynamics.h"

namespace sarrus {

namespace {

/// Subtracts the applied forces of the bodies from the loads of their nodes.
void apply(const Tree<double>& tree, In<Force<double>> F_B_W, std::vector<NewtonEulerNode>& nodes) {
  for (int b = 1; b < tree.body_count(); ++b) {
    const auto& place = tree.place(b);
    NewtonEulerNode& node = nodes[static_cast<std::size_t>(place.node)];
    subtract_body_force(F_B_W[b], node.motion.R * place.X_KB.p, node.wrench);
  }
}

}  // namespace

InverseDynamics<double>::InverseDynamics(const Tree<double>& tree)
    : nodes(static_cast<std::size_t>(tree.node_count())), nu(tree.nu()), joints(tree) {}

void sweep_outward(const Tree<double>& tree, In<double> u, In<double> udot, In<Force<double>> F_B_W,
                   const InverseDynamicsOptions& options, InverseDynamics<double>& out) {
  NewtonEulerNode* nodes = out.nodes.data();
  nodes[0].motion = NodeMotion<double>::of_world(world_acceleration(tree, options.gravity));
  nodes[0].wrench = {zero3<double>(), zero3<double>()};
  for (int i = 1; i < tree.node_count(); ++i) {
    const auto& constants = tree.node(i);
    NewtonEulerNode& node = nodes[i];
    node.r =
        move(tree, constants, u.data(), udot.data(), nodes[constants.parent].motion, out.joints, node.motion);
    node.wrench = wrench(constants, node.motion);
  }
  if (!F_B_W.empty()) apply(tree, F_B_W, out.nodes);
}

void sweep_inward(const Tree<double>& tree, InverseDynamics<double>& out, double* tau) {
  NewtonEulerNode* nodes = out.nodes.data();
  // What a node hands to the parent that comes next stays in registers: through memory it would come late.
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

}  // namespace sarrus
