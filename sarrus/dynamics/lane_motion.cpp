#include "sarrus/dynamics/lane_motion.h"

namespace sarrus {

namespace {

/// F·[w]×.
LaneRotation<double> times_cross(const LaneRotation<double>& F, const Vec3<double>& w) {
  return {w.z * F.y - w.y * F.z, w.x * F.z - w.z * F.x, w.y * F.x - w.x * F.y};
}
LaneRotation<double> operator+(const LaneRotation<double>& a, const LaneRotation<double>& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
/// [α]× + [ω]×².
Mat3<double> acceleration_matrix(const Vec3<double>& w, const Vec3<double>& alpha) {
  const double xx = w.x * w.x, yy = w.y * w.y, zz = w.z * w.z, xy = w.x * w.y, xz = w.x * w.z, yz = w.y * w.z;
  return {{-yy - zz, xy + alpha.z, xz - alpha.y},
          {xy - alpha.z, -xx - zz, yz + alpha.x},
          {xz + alpha.y, yz - alpha.x, -xx - yy}};
}

/// The motion of a frame in F, which moves itself:  Ṙ = (Ḟ + F·[ω]×)·R_FM,
/// R̈ = (F̈ + 2·Ḟ·[ω]× + F·([α]× + [ω]×²))·R_FM.
void move_in(const LaneRotation<double>& F, const LaneRotation<double>& Fd, const LaneRotation<double>& Fdd,
             const Pose<double>& X_FM, const Motion<double>& V, const Motion<double>& A,
             NodeMotion<double>& to, Lane3d& r) {
  const Mat3<double>& Z = X_FM.R.matrix();
  r += F * X_FM.p;
  to.a += Fdd * X_FM.p + Fd * (V.v + V.v) + F * A.v;
  to.R = F * Z;
  to.Rd = (Fd + times_cross(F, V.w)) * Z;
  to.Rdd = (Fdd + times_cross(Fd, V.w + V.w) + F * acceleration_matrix(V.w, A.w)) * Z;
}

/// The same in F at rest, which is accelerated by a:  Ṙ = F·[ω]×·R_FM,  R̈ = F·([α]× + [ω]×²)·R_FM.
void move_in(const LaneRotation<double>& F, const Pose<double>& X_FM, const Motion<double>& V,
             const Motion<double>& A, NodeMotion<double>& to, Lane3d& r) {
  const Mat3<double>& Z = X_FM.R.matrix();
  r += F * X_FM.p;
  to.a += F * A.v;
  to.R = F * Z;
  to.Rd = times_cross(F, V.w) * Z;
  to.Rdd = (F * acceleration_matrix(V.w, A.w)) * Z;
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
      move_in(F, free_pose(q), free_motion(node, u), free_motion(node, udot), to, r);
    } else {
      const JointMotion<double> joint(tree, node, q, u, udot);
      joint.write_columns(node, F, joints.columns);
      move_in(F, joint.X_FM, joint.V, joint.A, to, r);
    }
    return r;
  }
  const double rate = u ? u[node.u0] : 0, second_rate = udot ? udot[node.u0] : 0, square = rate * rate;
  if (node.shape == JointShape::revolute) {
    const auto q0 = static_cast<std::size_t>(node.q0);
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
  const double q = joints.q[static_cast<std::size_t>(node.q0)], rate = u ? u[node.u0] : 0,
               second_rate = udot ? udot[node.u0] : 0;
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
    move_in(F, Fd, Fdd, free_pose(q), free_motion(node, u), free_motion(node, udot), to, r);
    return;
  }
  const JointMotion<double> joint(tree, node, q, u, udot);
  joint.write_columns(node, F, joints.columns);
  move_in(F, Fd, Fdd, joint.X_FM, joint.V, joint.A, to, r);
}

}  // namespace sarrus
