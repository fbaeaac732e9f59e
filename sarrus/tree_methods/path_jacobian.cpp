#include "sarrus/tree_methods/path_jacobian.h"

#include <algorithm>

#include "sarrus/dynamics/joint_motions.h"
#include "sarrus/scalar/eigen.h"
#include "sarrus/scalar/scalar_types.h"
#include "sarrus/spatial/internal/lane_quaternion.h"

namespace sarrus {

using namespace internal;

namespace {

/// Finds the nodes between the world and node i, and computes sines and cosines of their angles.
template <class T>
void follow(const Tree<T>& tree, In<T> q, int i, PathJacobian<T>& out) {
  out.path.clear();
  for (; i > 0; i = tree.node(i).parent) out.path.push_back(i);
  std::reverse(out.path.begin(), out.path.end());
  for (std::size_t k = 0; k < out.path.size(); ++k) out.angle[k] = q[tree.node(out.path[k]).q0];
  sincos_array(static_cast<int>(out.path.size()), out.angle.data(), out.q.data(), out.sine.data(),
               out.cosine.data());
}

/// Computes the origins of the nodes on the path and the columns of their joints; returns the orientation of
/// the last node.
template <class T>
LaneRotation<T> place(const Tree<T>& tree, In<T> q, PathJacobian<T>& out) {
  LaneRotation<T> R(Mat3<T>::identity());
  Lane3<T> p = zero3<T>();
  LaneMotion<T>* column = out.columns.data();
  for (std::size_t k = 0; k < out.path.size(); ++k) {
    const auto& node = tree.node(out.path[k]);
    const LaneRotation<T> R_WF = R * node.R;
    p += R * node.p;
    if (node.shape == JointShape::revolute) {
      R = turned(R_WF, out.sine[k], out.cosine[k]);
      *column++ = {R.z, zero3<T>()};
    } else if (node.shape == JointShape::prismatic) {
      R = R_WF;
      p += out.q[k] * R.z;
      *column++ = {zero3<T>(), R.z};
    } else if (node.is_free) {
      const T* pose = q.data() + node.q0;
      write_free_columns<T>(R_WF, column);
      column += node.nu;
      R = R_WF * lane_rotation(pose);
      p += R_WF * Vec3<T>{pose[4], pose[5], pose[6]};
    } else {
      const JointMotion<T> joint(tree, node, q.data() + node.q0, nullptr, nullptr);
      joint.write_columns(false, node.nu, R_WF, column);
      column += node.nu;
      R = R_WF * joint.X_FM.R.matrix();
      p += R_WF * joint.X_FM.p;
    }
    out.p[k] = p;
  }
  return R;
}

}  // namespace

template <class T>
PathJacobian<T>::PathJacobian(const Tree<T>& tree)
    : angle(padded_size<T>(tree.node_count()), T(0)),
      q(angle),
      sine(angle),
      cosine(angle),
      columns(tree.nu()),
      p(tree.node_count()),
      nu(tree.nu()) {
  path.reserve(tree.node_count());
}

template <class T>
void calc_frame_jacobian(const Tree<T>& tree, In<T> q, const FrameOn<std::type_identity_t<T>>& F,
                         PathJacobian<T>& out, MatrixX<T>& J) {
  require_size(q, tree.nq(), "q", "the model has nq");
  require(out.nu == tree.nu(),
          "a workspace for {} speeds was given with a tree of {} speeds; make one from this tree", out.nu,
          tree.nu());
  const FrameOnNode<T> at(tree, F);
  follow(tree, q, at.node, out);
  const LaneRotation<T> R = place(tree, q, out);
  J.resize(6, tree.nu());
  J.fill(T(0));
  if (out.path.empty()) return;
  const Lane3<T> p_F = out.p[out.path.size() - 1] + R * at.X_KF.p;
  const LaneMotion<T>* column = out.columns.data();
  for (std::size_t k = 0; k < out.path.size(); ++k) {
    const auto& node = tree.node(out.path[k]);
    const Lane3<T> r = p_F - out.p[k];
    for (int j = node.u0; j < node.u0 + node.nu; ++j, ++column) {
      const Lane3<T> v = column->v + cross(column->w, r);
      store(column->w, &J(0, j));
      store(v, &J(3, j));
    }
  }
}

#define SARRUS_INSTANTIATE(T)                                                                      \
  template struct PathJacobian<T>;                                                                 \
  template void calc_frame_jacobian<T>(const Tree<T>&, In<T>, const FrameOn<T>&, PathJacobian<T>&, \
                                       MatrixX<T>&);
SARRUS_FOR_EACH_SCALAR(SARRUS_INSTANTIATE)
#undef SARRUS_INSTANTIATE

}  // namespace sarrus
