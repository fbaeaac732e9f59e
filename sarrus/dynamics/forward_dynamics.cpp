#include "sarrus/dynamics/forward_dynamics.h"

#include "sarrus/dynamics/node_quantities.h"
#include "sarrus/scalar/scalars.h"

namespace sarrus {

namespace {

constexpr std::size_t block = max_joint_speeds * max_joint_speeds;

/// The inverse of a symmetric positive definite k×k matrix, in place, by sweeping out one pivot after the
/// other.
template <class T>
void invert(int k, T* A) {
  for (int p = 0; p < k; ++p) {
    const T pivot = T(1) / A[p * k + p];
    for (int i = 0; i < k; ++i) {
      if (i == p) continue;
      const T factor = A[i * k + p] * pivot;
      for (int j = 0; j < k; ++j)
        if (j != p) A[i * k + j] -= factor * A[p * k + j];
      A[i * k + p] = -factor;
    }
    for (int j = 0; j < k; ++j)
      if (j != p) A[p * k + j] *= pivot;
    A[p * k + p] = pivot;
  }
}

/// U·Wᵀ; only sums of these that are symmetric are used, so that lower triangles suffice.
template <class T>
ArticulatedInertia<T> outer_lower(const Force<T>& U, const Force<T>& W) {
  return {{U.f.x * W.f.x, U.f.y * W.f.y, U.f.z * W.f.z, U.f.y * W.f.x, U.f.z * W.f.x, U.f.z * W.f.y},
          outer(U.t, W.f),
          {U.t.x * W.t.x, U.t.y * W.t.y, U.t.z * W.t.z, U.t.y * W.t.x, U.t.z * W.t.x, U.t.z * W.t.y}};
}

/// The inward step of a pin or slider. The shift to the parent's origin does not wait for D; then one column
/// is subtracted:  M' − U'·U'ᵀ/D.
template <class T>
void reduce_one(const TreeNode<ConstantOf<T>>& node, int i, In<T> tau, ForwardDynamics<T>& out) {
  const auto index = static_cast<std::size_t>(i), speed = static_cast<std::size_t>(node.u0);
  const ArticulatedNode<T>& here = out.nodes[index];
  const NewtonEulerNode<T>& load = out.loads.nodes[index];
  const Vec3<T> h(load.R.z);
  const bool turns = node.shape == JointShape::revolute;
  const Force<T> U =
      turns ? Force<T>{here.M.I * h, transpose_times(here.M.H, h)} : Force<T>{here.M.H * h, here.M.M * h};
  const T inverse_D = T(1) / (turns ? dot(h, U.t) : dot(h, U.f));
  const T residual = (tau.empty() ? T(0) : tau[speed]) - (turns ? dot(h, here.bias.t) : dot(h, here.bias.f));
  out.U[speed] = U;
  out.residual[speed] = residual;
  out.inverse_D[index * block] = inverse_D;
  if (node.parent == 0) return;
  const Vec3<T> r(load.r);
  const Force<T> at_parent = shift(U, -r), W = inverse_D * at_parent;
  ArticulatedNode<T>& parent = out.nodes[static_cast<std::size_t>(node.parent)];
  parent.M = parent.M + (shift(here.M, r) - outer_lower(at_parent, W));
  parent.bias += shift(here.bias, -r) + residual * W;
}

/// U = M·H, D⁻¹ = (Hᵀ·U)⁻¹ and τ − Hᵀ·bias of a joint of general shape.
template <class T>
void project(const TreeNode<ConstantOf<T>>& node, int i, In<T> tau, ForwardDynamics<T>& out) {
  const ArticulatedNode<T>& here = out.nodes[static_cast<std::size_t>(i)];
  T* D = out.inverse_D.data() + static_cast<std::size_t>(i) * block;
  Motion<T> H[max_joint_speeds];
  for (int k = 0; k < node.nu; ++k) {
    const auto speed = static_cast<std::size_t>(node.u0 + k);
    H[k] = motion_of(out.loads.columns[speed]);
    out.U[speed] = here.M * H[k];
    out.residual[speed] = (tau.empty() ? T(0) : tau[speed]) - dot(H[k], here.bias);
    for (int l = 0; l <= k; ++l) D[k * node.nu + l] = D[l * node.nu + k] = dot(H[l], out.U[speed]);
  }
  invert(node.nu, D);
}

/// Adds to the parent what is left of a node's inertia and bias when its joint gives way:
///   M − U·D⁻¹·Uᵀ,   bias + U·D⁻¹·(τ − Hᵀ·bias)
template <class T>
void hand_to_parent(const TreeNode<ConstantOf<T>>& node, int i, ForwardDynamics<T>& out) {
  ArticulatedNode<T> left = out.nodes[static_cast<std::size_t>(i)];
  const T* inverse_D = out.inverse_D.data() + static_cast<std::size_t>(i) * block;
  const Force<T>* U = out.U.data() + node.u0;
  for (int k = 0; k < node.nu; ++k) {
    Force<T> W = Force<T>::zero();  // column k of U·D⁻¹
    for (int l = 0; l < node.nu; ++l) W += inverse_D[l * node.nu + k] * U[l];
    left.M = left.M - outer_lower(U[k], W);
    left.bias += out.residual[static_cast<std::size_t>(node.u0 + k)] * W;
  }
  const Vec3<T> r(out.loads.nodes[static_cast<std::size_t>(i)].r);
  ArticulatedNode<T>& parent = out.nodes[static_cast<std::size_t>(node.parent)];
  parent.M = parent.M + shift(left.M, r);
  parent.bias += shift(left.bias, -r);
}

}  // namespace

template <class T>
ForwardDynamics<T>::ForwardDynamics(const Tree<T>& tree)
    : loads(tree),
      nodes(static_cast<std::size_t>(tree.node_count())),
      nu(tree.nu()),
      U(static_cast<std::size_t>(tree.nu())),
      inverse_D(static_cast<std::size_t>(tree.node_count()) * block, T(0)),
      residual(static_cast<std::size_t>(tree.nu()), T(0)),
      increment(static_cast<std::size_t>(tree.node_count()), Motion<T>::zero()) {}

template <class T>
void calc_forward_dynamics(const Tree<T>& tree, In<T> q, In<T> u, In<T> tau, In<Force<T>> F_B_W,
                           ForwardDynamics<T>& out, Out<T> udot) {
  if (!tau.empty()) require_size(tau, tree.nu(), "tau", "the model has nu");
  require_size(udot, tree.nu(), "udot", "the model has nu");
  require_stage(tree, out);
  calc_loads(tree, q, u, {}, F_B_W, out.loads);
  const int n = tree.node_count();
  for (int i = 1; i < n; ++i) {
    const NewtonEulerNode<T>& load = out.loads.nodes[static_cast<std::size_t>(i)];
    const Rotation<T> R(load.R.matrix());
    out.nodes[static_cast<std::size_t>(i)] = {
        ArticulatedInertia<T>(R * tree.node(i).inertia.template cast<T>()),
        {Vec3<T>(load.moment), Vec3<T>(load.force)}};
  }
  for (int i = n - 1; i > 0; --i) {
    const auto& node = tree.node(i);
    if (node.shape != JointShape::general) {
      reduce_one(node, i, tau, out);
    } else {
      project(node, i, tau, out);
      if (node.parent > 0) hand_to_parent(node, i, out);
    }
  }
  // Outward: u̇ = D⁻¹·(τ − Hᵀ·bias − Uᵀ·increment of the parent).
  for (int i = 1; i < n; ++i) {
    const auto& node = tree.node(i);
    const auto index = static_cast<std::size_t>(i);
    Motion<T>& increment = out.increment[index];
    increment =
        shift(out.increment[static_cast<std::size_t>(node.parent)], Vec3<T>(out.loads.nodes[index].r));
    if (node.shape != JointShape::general) {
      const auto speed = static_cast<std::size_t>(node.u0);
      const Vec3<T> h(out.loads.nodes[index].R.z);
      udot[speed] = out.inverse_D[index * block] * (out.residual[speed] - dot(increment, out.U[speed]));
      (node.shape == JointShape::revolute ? increment.w : increment.v) += udot[speed] * h;
      continue;
    }
    T rest[max_joint_speeds];
    for (int k = 0; k < node.nu; ++k) {
      const auto speed = static_cast<std::size_t>(node.u0 + k);
      rest[k] = out.residual[speed] - dot(increment, out.U[speed]);
    }
    const T* inverse_D = out.inverse_D.data() + index * block;
    for (int k = 0; k < node.nu; ++k) {
      T sum = T(0);
      for (int l = 0; l < node.nu; ++l) sum += inverse_D[k * node.nu + l] * rest[l];
      udot[node.u0 + k] = sum;
    }
    for (int k = 0; k < node.nu; ++k)
      increment += udot[node.u0 + k] * motion_of(out.loads.columns[static_cast<std::size_t>(node.u0 + k)]);
  }
}

#define SARRUS_INSTANTIATE(T)                                                               \
  template struct ForwardDynamics<T>;                                                       \
  template void calc_forward_dynamics<T>(const Tree<T>&, In<T>, In<T>, In<T>, In<Force<T>>, \
                                         ForwardDynamics<T>&, Out<T>);
SARRUS_FOR_EACH_SCALAR(SARRUS_INSTANTIATE)
#undef SARRUS_INSTANTIATE

}  // namespace sarrus
