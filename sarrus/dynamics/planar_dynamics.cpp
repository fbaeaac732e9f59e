#include "sarrus/dynamics/planar_dynamics.h"

#include <algorithm>

#include "sarrus/dynamics/square6.h"
#include "sarrus/scalar/scalars.h"
#include "sarrus/scalar/sincos_array.h"

namespace sarrus {

namespace {

constexpr std::size_t block = max_joint_speeds * max_joint_speeds;

template <class T, class C>
Vec2<T> rotated(const PlanarNodeState<T>& by, const Vec2<C>& v) {
  return {by.c * v.x - by.s * v.y, by.s * v.x + by.c * v.y};
}

/// A vector and a motion of the joint's frame F, in the world's planar axes.
template <class T, class C>
Vec2<T> in_plane(const PlanarNodeState<T>& parent, const Rotation<C>& R_FP, const Vec3<T>& v) {
  return rotated(parent, Vec2<T>{dot(v, R_FP.col(0)), dot(v, R_FP.col(1))});
}
template <class T, class C>
PlanarMotion<T> in_plane(const PlanarNodeState<T>& parent, const Rotation<C>& R_FP, const Motion<T>& V) {
  return {dot(V.w, R_FP.col(2)), in_plane(parent, R_FP, V.v)};
}

/// Pose and columns of a joint of general shape.
template <class T>
void place_general(const PlanarTree<T>& tree, const PlanarNode<ConstantOf<T>>& node,
                   const PlanarNodeState<T>& parent, PlanarNodeState<T>& to, PlanarDynamics<T>& out) {
  Pose<T> X;
  Motion<T> H[max_joint_speeds];
  node.joint.pose_and_columns(out.q.data() + node.q0, tree.joint_parameters(node), X, H);
  const Vec2<T> x = in_plane<T>(parent, node.R_FP, X.R * node.R_KN.col(0));  // the node's first planar axis
  to.c = x.x, to.s = x.y;
  to.r = to.r + in_plane(parent, node.R_FP, X.p);
  for (int k = 0; k < node.nu; ++k)
    out.columns[static_cast<std::size_t>(node.u0 + k)] = in_plane(parent, node.R_FP, H[k]);
}

/// Throws unless the memory was made for this tree.
template <class T>
void require_stage_of(const PlanarTree<T>& tree, const PlanarDynamics<T>& out) {
  require(
      out.nodes.size() == static_cast<std::size_t>(tree.node_count()) && out.nu == tree.nu(),
      "memory for {} nodes and {} speeds was given with a planar tree of {} nodes and {} speeds; make one "
      "from this tree",
      out.nodes.size(), out.nu, tree.node_count(), tree.nu());
}

/// Poses of the nodes, and the columns of their joints.
template <class T>
void place(const PlanarTree<T>& tree, In<T> q, PlanarDynamics<T>& out) {
  require_size(q, tree.nq(), "q", "the model has nq");
  require_stage_of(tree, out);
  sincos_array(tree.nq(), q.data(), out.q.data(), out.sine.data(), out.cosine.data());
  for (int i = 1; i < tree.node_count(); ++i) {
    const auto& node = tree.node(i);
    const PlanarNodeState<T>& parent = out.nodes[static_cast<std::size_t>(node.parent)];
    PlanarNodeState<T>& to = out.nodes[static_cast<std::size_t>(i)];
    const auto q0 = static_cast<std::size_t>(node.q0);
    to.r = rotated(parent, node.p);
    if (node.shape == JointShape::revolute) {
      const T &c = out.cosine[q0], s = node.backward ? -out.sine[q0] : out.sine[q0];
      to.c = parent.c * c - parent.s * s;
      to.s = parent.s * c + parent.c * s;
    } else if (node.shape == JointShape::prismatic) {
      to.c = parent.c, to.s = parent.s;
      to.axis = rotated(parent, node.direction);
      to.r = to.r + out.q[q0] * to.axis;
    } else {
      place_general(tree, node, parent, to, out);
    }
    to.h = rotated(to, node.inertia.h);
  }
}

/// Motion of a node from that of its parent.
template <class T>
void move(const PlanarTree<T>& tree, const PlanarNode<ConstantOf<T>>& node, In<T> u, In<T> udot,
          const PlanarNodeState<T>& parent, PlanarDynamics<T>& out, PlanarNodeState<T>& to) {
  const T w_squared = parent.w * parent.w;
  to.w = parent.w, to.alpha = parent.alpha;
  to.a = parent.a + parent.alpha * perpendicular(to.r) - w_squared * to.r;
  if (node.shape == JointShape::revolute) {
    if (!u.empty()) to.w = node.backward ? to.w - u[node.u0] : to.w + u[node.u0];
    if (!udot.empty()) to.alpha = node.backward ? to.alpha - udot[node.u0] : to.alpha + udot[node.u0];
  } else if (node.shape == JointShape::prismatic) {
    if (!u.empty()) to.a = to.a + (parent.w + parent.w) * u[node.u0] * perpendicular(to.axis);
    if (!udot.empty()) to.a = to.a + udot[node.u0] * to.axis;
  } else {
    const PlanarMotion<T>* H = out.columns.data() + node.u0;
    if (!u.empty()) {
      PlanarMotion<T> V = PlanarMotion<T>::zero();
      for (int k = 0; k < node.nu; ++k) V += u[node.u0 + k] * H[k];
      const PlanarMotion<T> bias =
          in_plane(parent, node.R_FP,
                   node.joint.bias(out.q.data() + node.q0, u.data() + node.u0, tree.joint_parameters(node)));
      to.w = to.w + V.w;
      to.alpha = to.alpha + bias.w;
      to.a = to.a + (parent.w + parent.w) * perpendicular(V.v) + bias.v;
    }
    for (int k = 0; !udot.empty() && k < node.nu; ++k) {
      to.alpha = to.alpha + udot[node.u0 + k] * H[k].w;
      to.a = to.a + udot[node.u0 + k] * H[k].v;
    }
  }
}

/// Motions of the nodes, and the force each takes by itself:
///   f = m·a + α·(z×h) − ω²·h,   t = I·α + h×a
template <class T>
void load(const PlanarTree<T>& tree, In<T> q, In<T> u, In<T> udot, In<Force<T>> F_B_W, PlanarDynamics<T>& out,
          const InverseDynamicsOptions& options) {
  if (!u.empty()) require_size(u, tree.nu(), "u", "the model has nu");
  if (!udot.empty()) require_size(udot, tree.nu(), "udot", "the model has nu");
  if (!F_B_W.empty()) require_size(F_B_W, tree.body_count(), "F_B_W", "the number of bodies with the world");
  place(tree, q, out);
  out.nodes[0].a = options.gravity ? -tree.gravity().template cast<T>() : Vec2<T>::zero();
  for (int i = 1; i < tree.node_count(); ++i) {
    const auto& node = tree.node(i);
    PlanarNodeState<T>& at = out.nodes[static_cast<std::size_t>(i)];
    move(tree, node, u, udot, out.nodes[static_cast<std::size_t>(node.parent)], out, at);
    at.load = {node.inertia.I * at.alpha + cross(at.h, at.a),
               node.inertia.m * at.a + at.alpha * perpendicular(at.h) - (at.w * at.w) * at.h};
  }
  const auto& R = tree.R_WN();
  for (int b = 1; !F_B_W.empty() && b < tree.body_count(); ++b) {
    const auto& body = tree.place(b);
    PlanarNodeState<T>& at = out.nodes[static_cast<std::size_t>(body.node)];
    const Force<T>& F = F_B_W[b];
    const Vec2<T> f{dot(F.f, R.col(0)), dot(F.f, R.col(1))};
    at.load = at.load - PlanarForce<T>{dot(F.t, R.col(2)) + cross(rotated(at, body.p), f), f};
  }
}

/// The part of a force that does work at the joint of a node, speed by speed.
template <class T>
T project(const PlanarNode<ConstantOf<T>>& node, const PlanarNodeState<T>& at, const PlanarDynamics<T>& out,
          int k, const PlanarForce<T>& F) {
  if (node.shape == JointShape::revolute) return node.backward ? -F.t : F.t;
  if (node.shape == JointShape::prismatic) return dot(at.axis, F.f);
  return dot(out.columns[static_cast<std::size_t>(k)], F);
}

/// M·H of column k of a node's joint.
template <class T>
PlanarForce<T> times_column(const PlanarArticulatedInertia<T>& M, const PlanarNode<ConstantOf<T>>& node,
                            const PlanarNodeState<T>& at, const PlanarDynamics<T>& out, int k) {
  if (node.shape == JointShape::revolute) {
    const PlanarForce<T> F{M.I, M.H};
    return node.backward ? -F : F;
  }
  if (node.shape == JointShape::prismatic) return {dot(M.H, at.axis), M.linear(at.axis)};
  return M * out.columns[static_cast<std::size_t>(k)];
}

/// Adds column k of a node's joint, times `rate`, to a motion.
template <class T>
void add_column(const PlanarNode<ConstantOf<T>>& node, const PlanarNodeState<T>& at,
                const PlanarDynamics<T>& out, int k, const T& rate, PlanarMotion<T>& V) {
  if (node.shape == JointShape::revolute)
    V.w = node.backward ? V.w - rate : V.w + rate;
  else if (node.shape == JointShape::prismatic)
    V.v = V.v + rate * at.axis;
  else
    V += rate * out.columns[static_cast<std::size_t>(k)];
}

/// Inward step of forward dynamics: what is left of a node's inertia and load when its joint gives way goes
/// to the parent.
template <class T>
void reduce(const PlanarNode<ConstantOf<T>>& node, int i, In<T> tau, PlanarDynamics<T>& out) {
  const auto index = static_cast<std::size_t>(i);
  const PlanarNodeState<T>& at = out.nodes[index];
  T* D = out.inverse_D.data() + index * block;
  for (int k = 0; k < node.nu; ++k) {
    const int speed = node.u0 + k;
    PlanarForce<T>& U = out.U[static_cast<std::size_t>(speed)];
    U = times_column(out.inertia[index], node, at, out, speed);
    out.residual[static_cast<std::size_t>(speed)] =
        (tau.empty() ? T(0) : tau[speed]) - project(node, at, out, speed, at.load);
    for (int l = 0; l <= k; ++l) D[k * node.nu + l] = project(node, at, out, node.u0 + l, U);
  }
  if (node.nu == 1)
    D[0] = T(1) / D[0];
  else
    invert_symmetric(node.nu, node.nu, D);
  if (node.parent == 0) return;
  PlanarArticulatedInertia<T> M = out.inertia[index];
  PlanarForce<T> bias = at.load;
  for (int k = 0; k < node.nu; ++k) {
    const PlanarForce<T>* U = out.U.data() + node.u0;
    PlanarForce<T> W = D[k] * U[0];  // column k of U·D⁻¹
    for (int l = 1; l < node.nu; ++l) W += D[l * node.nu + k] * U[l];
    M = M - PlanarArticulatedInertia<T>{U[k].f.x * W.f.x, U[k].f.x * W.f.y, U[k].f.y * W.f.y, U[k].t * W.f,
                                        U[k].t * W.t};
    bias += out.residual[static_cast<std::size_t>(node.u0 + k)] * W;
  }
  const auto parent = static_cast<std::size_t>(node.parent);
  out.inertia[parent] = out.inertia[parent] + shift(M, at.r);
  out.nodes[parent].load += PlanarForce<T>{bias.t + cross(at.r, bias.f), bias.f};
}

}  // namespace

template <class T>
PlanarDynamics<T>::PlanarDynamics(const PlanarTree<T>& tree)
    : nodes(static_cast<std::size_t>(tree.node_count())),
      nu(tree.nu()),
      columns(static_cast<std::size_t>(tree.nu())),
      q(padded_size<T>(tree.nq()), T(0)),
      sine(q),
      cosine(q),
      inertia(static_cast<std::size_t>(tree.node_count())),
      U(static_cast<std::size_t>(tree.nu())),
      inverse_D(static_cast<std::size_t>(tree.node_count()) * block, T(0)),
      residual(static_cast<std::size_t>(tree.nu()), T(0)),
      increment(static_cast<std::size_t>(tree.node_count()), PlanarMotion<T>::zero()),
      composite(static_cast<std::size_t>(tree.node_count())),
      mass_matrix(tree.pattern()) {
  const Vec2<T> zero = Vec2<T>::zero();
  nodes[0] = {T(1), T(0), zero, zero, zero, T(0), T(0), zero, PlanarForce<T>::zero()};
}

template <class T>
void calc_inverse_dynamics(const PlanarTree<T>& tree, In<T> q, In<T> u, In<T> udot, In<Force<T>> F_B_W,
                           PlanarDynamics<T>& out, Out<T> tau, const InverseDynamicsOptions& options) {
  require_size(tau, tree.nu(), "tau", "the model has nu");
  load(tree, q, u, udot, F_B_W, out, options);
  for (int i = tree.node_count() - 1; i > 0; --i) {
    const auto& node = tree.node(i);
    const PlanarNodeState<T>& at = out.nodes[static_cast<std::size_t>(i)];
    for (int k = node.u0; k < node.u0 + node.nu; ++k) tau[k] = project(node, at, out, k, at.load);
    if (node.parent > 0)
      out.nodes[static_cast<std::size_t>(node.parent)].load +=
          PlanarForce<T>{at.load.t + cross(at.r, at.load.f), at.load.f};
  }
}

template <class T>
void calc_forward_dynamics(const PlanarTree<T>& tree, In<T> q, In<T> u, In<T> tau, In<Force<T>> F_B_W,
                           PlanarDynamics<T>& out, Out<T> udot) {
  if (!tau.empty()) require_size(tau, tree.nu(), "tau", "the model has nu");
  require_size(udot, tree.nu(), "udot", "the model has nu");
  load<T>(tree, q, u, {}, F_B_W, out, {});
  const int n = tree.node_count();
  for (int i = 1; i < n; ++i) {
    const auto index = static_cast<std::size_t>(i);
    out.inertia[index] = PlanarArticulatedInertia<T>(
        PlanarInertia<T>{T(tree.node(i).inertia.m), out.nodes[index].h, T(tree.node(i).inertia.I)});
  }
  for (int i = n - 1; i > 0; --i) reduce(tree.node(i), i, tau, out);
  // Outward: u̇ = D⁻¹·(τ − Hᵀ·bias − Uᵀ·increment of the parent).
  for (int i = 1; i < n; ++i) {
    const auto& node = tree.node(i);
    const auto index = static_cast<std::size_t>(i);
    PlanarMotion<T>& increment = out.increment[index];
    increment = shift(out.increment[static_cast<std::size_t>(node.parent)], out.nodes[index].r);
    const T* inverse_D = out.inverse_D.data() + index * block;
    T rest[max_joint_speeds];
    for (int k = 0; k < node.nu; ++k) {
      const auto speed = static_cast<std::size_t>(node.u0 + k);
      rest[k] = out.residual[speed] - dot(increment, out.U[speed]);
    }
    for (int k = 0; k < node.nu; ++k) {
      T sum = inverse_D[k * node.nu] * rest[0];
      for (int l = 1; l < node.nu; ++l) sum += inverse_D[k * node.nu + l] * rest[l];
      udot[node.u0 + k] = sum;
    }
    for (int k = 0; k < node.nu; ++k)
      add_column(node, out.nodes[index], out, node.u0 + k, udot[node.u0 + k], increment);
  }
}

template <class T>
void calc_mass_matrix(const PlanarTree<T>& tree, In<T> q, PlanarDynamics<T>& out) {
  place(tree, q, out);
  for (int i = 1; i < tree.node_count(); ++i) {
    const auto index = static_cast<std::size_t>(i);
    out.composite[index] = {T(tree.node(i).inertia.m), out.nodes[index].h, T(tree.node(i).inertia.I)};
  }
  for (int i = tree.node_count() - 1; i > 0; --i) {
    const auto index = static_cast<std::size_t>(i);
    const auto& node = tree.node(i);
    const PlanarArticulatedInertia<T> M(out.composite[index]);
    for (int k = node.u0; k < node.u0 + node.nu; ++k) {
      PlanarForce<T> P = times_column(M, node, out.nodes[index], out, k);
      T* entry = out.mass_matrix.row(k) + out.mass_matrix.pattern().length(k);
      for (int j = i, last = k;; last = tree.node(j).u0 + tree.node(j).nu - 1) {
        const PlanarNodeState<T>& at = out.nodes[static_cast<std::size_t>(j)];
        for (int l = last; l >= tree.node(j).u0; --l) *--entry = project(tree.node(j), at, out, l, P);
        if (tree.node(j).parent == 0) break;
        P.t = P.t + cross(at.r, P.f);
        j = tree.node(j).parent;
      }
    }
    if (node.parent > 0) {
      PlanarInertia<T>& parent = out.composite[static_cast<std::size_t>(node.parent)];
      parent = parent + shift(out.composite[index], out.nodes[index].r);
    }
  }
}

#define SARRUS_INSTANTIATE(T)                                                                        \
  template struct PlanarDynamics<T>;                                                                 \
  template void calc_inverse_dynamics<T>(const PlanarTree<T>&, In<T>, In<T>, In<T>, In<Force<T>>,    \
                                         PlanarDynamics<T>&, Out<T>, const InverseDynamicsOptions&); \
  template void calc_forward_dynamics<T>(const PlanarTree<T>&, In<T>, In<T>, In<T>, In<Force<T>>,    \
                                         PlanarDynamics<T>&, Out<T>);                                \
  template void calc_mass_matrix<T>(const PlanarTree<T>&, In<T>, PlanarDynamics<T>&);
SARRUS_FOR_EACH_SCALAR(SARRUS_INSTANTIATE)
#undef SARRUS_INSTANTIATE

}  // namespace sarrus
