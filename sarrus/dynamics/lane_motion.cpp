#include "sarrus/dynamics/lane_motion.h"

#include "sarrus/spatial/internal/lane_quaternion.h"

namespace sarrus {

using namespace internal;

namespace {

/// F·[w]×.
SARRUS_ALWAYS_INLINE LaneRotation<double> times_cross(const LaneRotation<double>& F, const Vec3<double>& w) {
  return {w.z * F.y - w.y * F.z, w.x * F.z - w.z * F.x, w.y * F.x - w.x * F.y};
}
LaneRotation<double> operator+(const LaneRotation<double>& a, const LaneRotation<double>& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
/// The motion of a frame in a moving frame F:  Ṙ = (Ḟ + F·[ω]×)·R_FM,
/// R̈ = (F̈ + 2·Ḟ·[ω]× + F·[ω]×² + F·[α]×)·R_FM.
void move_in(const LaneRotation<double>& F, const LaneRotation<double>& Fd, const LaneRotation<double>& Fdd,
             const LaneRotation<double>& R_FM, const Vec3<double>& p_FM, const Motion<double>& V,
             const Motion<double>& A, NodeMotion<double>& to, Lane3d& r) {
  const LaneRotation<double> D = Fd + times_cross(F, V.w);
  r += F * p_FM;
  to.a += Fdd * p_FM + Fd * (V.v + V.v) + F * A.v;
  to.R = F * R_FM;
  to.Rd = D * R_FM;
  to.Rdd = (Fdd + times_cross(Fd, V.w) + times_cross(D, V.w) + times_cross(F, A.w)) * R_FM;
}

/// The motion of a frame in a frame F that does not rotate and has the acceleration a:  Ṙ = F·[ω]×·R_FM,
/// R̈ = F·([ω]×² + [α]×)·R_FM. Only the last products wait for R_FM.
SARRUS_ALWAYS_INLINE void move_in(const LaneRotation<double>& F, const LaneRotation<double>& R_FM,
                                  const Vec3<double>& p_FM, const Motion<double>& V, const Motion<double>& A,
                                  NodeMotion<double>& to, Lane3d& r) {
  const LaneRotation<double> D = times_cross(F, V.w), DD = times_cross(D, V.w) + times_cross(F, A.w);
  r += F * p_FM;
  to.a += F * A.v;
  to.R = F * R_FM;
  to.Rd = D * R_FM;
  to.Rdd = DD * R_FM;
}

}  // namespace

Lane3d move_from_world(const Tree<double>& tree, const TreeNode<double>& node, const double* u,
                       const double* udot, const Lane3d& a, JointMotions<double>& joints,
                       NodeMotion<double>& to) {
  const auto F = LaneRotation<double>::load(node.R);
  const Lane3d zero = zero3<double>();
  const double* q = joints.q.data() + node.q0;
  Lane3d r = Lane3d::load(node.p);
  to.a = a;
  if (node.shape == JointShape::general) {
    if (node.is_free) {
      write_free_columns<double>(F, joints.columns.data() + node.u0);
      move_in(F, lane_rotation(q), {q[4], q[5], q[6]}, free_motion(node, u), free_motion(node, udot), to, r);
    } else {
      const JointMotion<double> joint(tree, node, q, u, udot);
      joint.write_columns(node, F, joints.columns);
      move_in(F, LaneRotation<double>(joint.X_FM.R.matrix()), joint.X_FM.p, joint.V, joint.A, to, r);
    }
    return r;
  }
  const double rate = u ? u[node.u0] : 0, second_rate = udot ? udot[node.u0] : 0, square = rate * rate;
  if (node.shape == JointShape::revolute) {
    const int q0 = node.q0;
    const LaneRotation<double> R = turned(F, joints.sine[q0], joints.cosine[q0]);
    to.R = R;
    to.Rd = {rate * R.y, -rate * R.x, zero};
    to.Rdd = {second_rate * R.y - square * R.x, -second_rate * R.x - square * R.y, zero};
  } else {
    to.R = F, to.Rd = to.Rdd = {zero, zero, zero};
    r += q[0] * F.z;
    to.a += second_rate * F.z;
  }
  return r;
}

void move_slider(const TreeNode<double>& node, const double* u, const double* udot,
                 const NodeMotion<double>& parent, JointMotions<double>& joints, NodeMotion<double>& to,
                 Lane3d& r) {
  const double q = joints.q[node.q0], rate = u ? u[node.u0] : 0, second_rate = udot ? udot[node.u0] : 0;
  to.R = parent.R * node.R;
  to.Rd = parent.Rd * node.R;
  to.Rdd = parent.Rdd * node.R;
  r += q * to.R.z;
  to.a += q * to.Rdd.z + (rate + rate) * to.Rd.z + second_rate * to.R.z;
}

void move_general(const Tree<double>& tree, const TreeNode<double>& node, const double* u, const double* udot,
                  const NodeMotion<double>& parent, JointMotions<double>& joints, NodeMotion<double>& to,
                  Lane3d& r) {
  const LaneRotation<double> F = parent.R * node.R, Fd = parent.Rd * node.R, Fdd = parent.Rdd * node.R;
  const double* q = joints.q.data() + node.q0;
  if (node.is_free) {
    write_free_columns<double>(F, joints.columns.data() + node.u0);
    move_in(F, Fd, Fdd, lane_rotation(q), {q[4], q[5], q[6]}, free_motion(node, u), free_motion(node, udot),
            to, r);
    return;
  }
  const JointMotion<double> joint(tree, node, q, u, udot);
  joint.write_columns(node, F, joints.columns);
  move_in(F, Fd, Fdd, LaneRotation<double>(joint.X_FM.R.matrix()), joint.X_FM.p, joint.V, joint.A, to, r);
}

}  // namespace sarrus
