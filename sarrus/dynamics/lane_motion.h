#pragma once
/// @file
/// The outward step of node_motion.h for double. A node's motion is its orientation R and the first and
/// second time derivatives of R: a point fixed at c in the node has the acceleration a + R̈·c.
/// With F = R_P·R_PF, and c, s the cosine and sine of q, a pin gives
///   R = F·Z,        Z = [c −s 0; s c 0; 0 0 1]
///   Ṙ = Ḟ·Z + u·R·[e_z]×
///   R̈ = F̈·Z + 2·u·Ḟ·Z·[e_z]× + u̇·R·[e_z]× + u²·R·[e_z]×²
/// Nearly all of it multiplies 4-lane columns by single numbers: registers are hardly ever permuted, as cross
/// products with angular velocities would require.

#include "sarrus/dynamics/node_motion.h"

namespace sarrus {

template <>
struct NodeMotion<double> {
  LaneRotation<double> R, Rd, Rdd;  ///< R_WK and its derivatives.
  Lane3d a;                         ///< Acceleration of the origin.

  static NodeMotion of_world(const Lane3d& a) {
    const LaneRotation<double> zero{zero3<double>(), zero3<double>(), zero3<double>()};
    return {LaneRotation<double>(Mat3<double>::identity()), zero, zero, a};
  }
};

/// The outward steps of sliders and of joints of general shape; they add to r and to.a. A joint of general
/// shape rotates with Ṙ_FM = [ω]×·R_FM and R̈_FM = ([α]× + [ω]×²)·R_FM.
void move_slider(const TreeNode<double>& node, const double* u, const double* udot,
                 const NodeMotion<double>& parent, JointMotions<double>& joints, NodeMotion<double>& to,
                 Lane3d& r);
void move_general(const Tree<double>& tree, const TreeNode<double>& node, const double* u, const double* udot,
                  const NodeMotion<double>& parent, JointMotions<double>& joints, NodeMotion<double>& to,
                  Lane3d& r);

/// The outward step from the world, which does not rotate and has the acceleration a: the products with R = 1
/// and with Ṙ = R̈ = 0 are omitted. Returns r.
Lane3d move_from_world(const Tree<double>& tree, const TreeNode<double>& node, const double* u,
                       const double* udot, const Lane3d& a, JointMotions<double>& joints,
                       NodeMotion<double>& to);

SARRUS_ALWAYS_INLINE void move_pin(double q_sine, double q_cosine, double u, double udot,
                                   const TreeNode<double>& node, const NodeMotion<double>& parent,
                                   NodeMotion<double>& to) {
  const double twice = u + u, square = u * u;
  // R_PK = R_PF·Z first: it does not depend on the parent.
  const LaneRotation<double> R_PK = turned(LaneRotation<double>::load(node.R), q_sine, q_cosine);
  const auto times_R_PK = [&](const LaneRotation<double>& of_parent) {
    return LaneRotation<double>{of_parent * R_PK.x, of_parent * R_PK.y, of_parent * node.R.z};
  };
  const LaneRotation<double> R = times_R_PK(parent.R), D = times_R_PK(parent.Rd), DD = times_R_PK(parent.Rdd);
  to.R = R;
  to.Rd = {D.x + u * R.y, D.y - u * R.x, D.z};
  to.Rdd = {DD.x + (twice * D.y + (udot * R.y - square * R.x)),
            DD.y - (twice * D.x + (udot * R.x + square * R.y)), DD.z};
}

SARRUS_ALWAYS_INLINE Lane3d move(const Tree<double>& tree, const TreeNode<double>& node, const double* u,
                                 const double* udot, const NodeMotion<double>& parent,
                                 JointMotions<double>& joints, NodeMotion<double>& to) {
  if (node.parent == 0) [[unlikely]]
    return move_from_world(tree, node, u, udot, parent.a, joints, to);
  Lane3d r = parent.R * node.p;
  to.a = parent.a + parent.Rdd * node.p;
  if (node.shape == JointShape::revolute) [[likely]] {
    const int q0 = node.q0;
    move_pin(joints.sine[q0], joints.cosine[q0], u ? u[node.u0] : 0, udot ? udot[node.u0] : 0, node, parent,
             to);
  } else if (node.shape == JointShape::prismatic) {
    move_slider(node, u, udot, parent, joints, to, r);
  } else {
    move_general(tree, node, u, udot, parent, joints, to, r);
  }
  return r;
}

/// f = m·a + R̈·h,   n = R·h×a + Σ Q_k×R̈_k  over the columns of Q = R·∫ρρᵀdm.
inline LaneForce<double> wrench(const TreeNode<double>& node, const NodeMotion<double>& motion,
                                const Lane3d& h, const LaneRotation<double>& Q) {
  return {Lane3d::sum_of_crosses(h, motion.a, Q.x, motion.Rdd.x, Q.y, motion.Rdd.y, Q.z, motion.Rdd.z),
          node.inertia.m * motion.a + motion.Rdd * node.inertia.h};
}
inline LaneForce<double> wrench(const TreeNode<double>& node, const NodeMotion<double>& motion) {
  return wrench(node, motion, motion.R * node.inertia.h, motion.R * node.second_moments);
}
/// I = tr(S)·1 − S of the second moments in world axes, S = Q·Rᵀ.
inline void calc_inertia_and_wrench(const TreeNode<double>& node, const NodeMotion<double>& motion,
                                    LaneRigidInertia& M, LaneForce<double>& F) {
  const LaneRotation<double>&R = motion.R, Q = R * node.second_moments;
  const Mat3<double>& S = node.second_moments;
  const double trace = S.x.x + S.y.y + S.z.z;
  M.m = node.inertia.m;
  M.h = R * node.inertia.h;
  M.I = {Lane3d::unit<0>(trace) - R.x[0] * Q.x - R.y[0] * Q.y - R.z[0] * Q.z,
         Lane3d::unit<1>(trace) - R.x[1] * Q.x - R.y[1] * Q.y - R.z[1] * Q.z,
         Lane3d::unit<2>(trace) - R.x[2] * Q.x - R.y[2] * Q.y - R.z[2] * Q.z};
  F = wrench(node, motion, M.h, Q);
}
/// The same about the point displaced by −r from the node's origin, added to M and F. With x = r + R·ρ, all
/// moments are taken of x at once:
///   h' = ∫x·dm = R·h + m·r,   Q' = ∫x·ρᵀdm = Q + r·hᵀ,   S' = ∫x·xᵀdm = Q'·Rᵀ + h'·rᵀ,   n = h'×a + Σ
///   Q'_k×R̈_k
SARRUS_ALWAYS_INLINE void add_inertia_and_wrench(const TreeNode<double>& node,
                                                 const NodeMotion<double>& motion, const Lane3d& r,
                                                 LaneRigidInertia& M, LaneForce<double>& F) {
  const LaneRotation<double>& R = motion.R;
  const Mat3<double>& S = node.second_moments;
  const Vec3<double>& first = node.inertia.h;
  const double m = node.inertia.m;
  const Lane3d Rh = R * first, h = Rh + m * r;
  const LaneRotation<double> QR = R * S, Q{QR.x + first.x * r, QR.y + first.y * r, QR.z + first.z * r};
  const double trace = S.x.x + S.y.y + S.z.z + dot(h + Rh, r);
  const auto add_column = [&](Lane3d& to, int k, const Lane3d& of_trace) {
    to = to + of_trace - R.x[k] * Q.x - R.y[k] * Q.y - R.z[k] * Q.z - r[k] * h;
  };
  M.m += m;
  M.h += h;
  add_column(M.I.x, 0, Lane3d::unit<0>(trace));
  add_column(M.I.y, 1, Lane3d::unit<1>(trace));
  add_column(M.I.z, 2, Lane3d::unit<2>(trace));
  F += wrench(node, motion, h, Q);
}

}  // namespace sarrus
