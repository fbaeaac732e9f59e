#include "sarrus/dynamics/lane_inverse_dynamics.h"

namespace sarrus {

namespace {

/// Subtracts the applied forces of the bodies from the loads of their nodes.
void apply(const Tree<double>& tree, In<Force<double>> F_B_W, std::vector<NewtonEulerNode>& nodes) {
  for (int b = 1; b < tree.body_count(); ++b) {
    const auto& place = tree.place(b);
    NewtonEulerNode& node = nodes[static_cast<std::size_t>(place.node)];
    const Lane3d f(F_B_W[b].f), p = node.motion.R * place.X_KB.p;
    node.wrench -= {Lane3d(F_B_W[b].t) + cross(p, f), f};
  }
}

/// Forces of a free joint, whose columns are R_WF twice:  τ = (R_WFᵀ·t, R_WFᵀ·f).
void project_free(const LaneForce<double>& wrench, const LaneMotion<double>* columns, double* tau) {
  const LaneRotation<double> R_FW = transpose({columns[0].w, columns[1].w, columns[2].w});
  const Lane3d t = R_FW * wrench.t, f = R_FW * wrench.f;
  for (int k = 0; k < 3; ++k) tau[k] = t[k], tau[k + 3] = f[k];
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
    if (constants.shape == JointShape::revolute) {
      tau[constants.u0] = dot(node.motion.R.z, wrench.t);
    } else if (constants.shape == JointShape::prismatic) {
      tau[constants.u0] = dot(node.motion.R.z, wrench.f);
    } else if (constants.is_free) {
      project_free(wrench, out.joints.columns.data() + constants.u0, tau + constants.u0);
    } else {
      for (int k = constants.u0; k < constants.u0 + constants.nu; ++k) {
        const LaneMotion<double>& H = out.joints.columns[static_cast<std::size_t>(k)];
        tau[k] = dot(H.w, wrench.t, H.v, wrench.f);
      }
    }
    handed = {wrench.t + cross(node.r, wrench.f), wrench.f};
    if (constants.parent != i - 1) {
      if (constants.parent > 0) nodes[constants.parent].wrench += handed;
      handed = {zero3<double>(), zero3<double>()};
    }
  }
}

}  // namespace sarrus
