#include "sarrus/planar/planar_dynamics.h"

#include <algorithm>

#include "sarrus/base/inline.h"
#include "sarrus/dynamics/articulated_links.h"
#include "sarrus/dynamics/internal/require_no_locks.h"
#include "sarrus/dynamics/mass_matrix.h"
#include "sarrus/scalar/eigen.h"
#include "sarrus/scalar/scalar_types.h"
#include "sarrus/scalar/sincos_array.h"
#include "sarrus/sparse/symmetric_solve.h"

namespace sarrus {

namespace {

constexpr std::size_t block = max_joint_speeds * max_joint_speeds;

template <class T, class C>
Vec2<T> rotated(const PlanarNodeState<T>& by, const Vec2<C>& v) {
  return {by.c * v.x - by.s * v.y, by.s * v.x + by.c * v.y};
}

/// A vector or a motion in the joint's frame F, expressed in the world's planar axes.
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
  for (int k = 0; k < node.nu; ++k) out.columns[node.u0 + k] = in_plane(parent, node.R_FP, H[k]);
}

/// Throws unless the workspace was constructed for this tree.
template <class T>
void require_stage_of(const PlanarTree<T>& tree, const PlanarDynamics<T>& out) {
  require(
      static_cast<int>(out.nodes.size()) == tree.node_count() && out.nu == tree.nu(),
      "memory for {} nodes and {} speeds was given with a planar tree of {} nodes and {} speeds; make one "
      "from this tree",
      out.nodes.size(), out.nu, tree.node_count(), tree.nu());
}

/// Pose of a node from that of its parent, and the columns of its joint.
template <class T>
SARRUS_ALWAYS_INLINE void place(const PlanarTree<T>& tree, const PlanarNode<ConstantOf<T>>& node,
                                const PlanarNodeState<T>& parent, PlanarDynamics<T>& out,
                                PlanarNodeState<T>& to) {
  const int q0 = node.q0;
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

/// Computes sines and cosines for the poses.
template <class T>
void prepare(const PlanarTree<T>& tree, In<T> q, PlanarDynamics<T>& out) {
  require_size(q, tree.nq(), "q", "the model has nq");
  require_stage_of(tree, out);
  sincos_array(tree.nq(), q.data(), out.q.data(), out.sine.data(), out.cosine.data());
}

/// Motion of a node from that of its parent.
template <class T>
SARRUS_ALWAYS_INLINE void move(const PlanarTree<T>& tree, const PlanarNode<ConstantOf<T>>& node, In<T> u,
                               In<T> udot, const PlanarNodeState<T>& parent, PlanarDynamics<T>& out,
                               PlanarNodeState<T>& to) {
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

/// Computes poses and motions of the nodes, and the force that each requires by itself:
///   f = m·a + α·(z×h) − ω²·h,   t = I·α + h×a
template <class T>
void load(const PlanarTree<T>& tree, In<T> q, In<T> u, In<T> udot, In<Force<T>> F_B_W, PlanarDynamics<T>& out,
          const InverseDynamicsOptions& options) {
  if (!u.empty()) require_size(u, tree.nu(), "u", "the model has nu");
  if (!udot.empty()) require_size(udot, tree.nu(), "udot", "the model has nu");
  if (!F_B_W.empty()) require_size(F_B_W, tree.body_count(), "F_B_W", "the number of bodies with the world");
  prepare(tree, q, out);
  out.nodes[0].a = options.gravity ? -tree.gravity().template cast<T>() : Vec2<T>::zero();
  for (int i = 1; i < tree.node_count(); ++i) {
    const auto& node = tree.node(i);
    const PlanarNodeState<T>& parent = out.nodes[node.parent];
    PlanarNodeState<T>& at = out.nodes[i];
    place(tree, node, parent, out, at);
    move(tree, node, u, udot, parent, out, at);
    at.load = {node.inertia.I * at.alpha + cross(at.h, at.a),
               node.inertia.m * at.a + at.alpha * perpendicular(at.h) - (at.w * at.w) * at.h};
  }
  const auto& R = tree.R_WN();
  for (int b = 1; !F_B_W.empty() && b < tree.body_count(); ++b) {
    const auto& body = tree.place(b);
    PlanarNodeState<T>& at = out.nodes[body.node];
    const Force<T>& F = F_B_W[b];
    const Vec2<T> f{dot(F.f, R.col(0)), dot(F.f, R.col(1))};
    at.load = at.load - PlanarForce<T>{dot(F.t, R.col(2)) + cross(rotated(at, body.p), f), f};
  }
}

/// The component of a force that does work at speed k of a node's joint.
template <class T>
T project(const PlanarNode<ConstantOf<T>>& node, const PlanarNodeState<T>& at, const PlanarDynamics<T>& out,
          int k, const PlanarForce<T>& F) {
  if (node.shape == JointShape::revolute) return node.backward ? -F.t : F.t;
  if (node.shape == JointShape::prismatic) return dot(at.axis, F.f);
  return dot(out.columns[k], F);
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
  return M * out.columns[k];
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
    V += rate * out.columns[k];
}

/// A load about the point displaced by −r.
template <class T>
SARRUS_ALWAYS_INLINE PlanarForce<T> at_parent(const PlanarForce<T>& F, const Vec2<T>& r) {
  return {F.t + cross(r, F.f), F.f};
}
/// U·Wᵀ, for U and W for which it is symmetric.
template <class T>
SARRUS_ALWAYS_INLINE PlanarArticulatedInertia<T> outer(const PlanarForce<T>& U, const PlanarForce<T>& W) {
  return {U.f.x * W.f.x, U.f.x * W.f.y, U.f.y * W.f.y, U.t * W.f, U.t * W.t};
}

/// Inward step of a pin or slider: propagates a node's load across its joint, about the parent's origin, and
/// adds the parent's own. Only one product waits for D⁻¹, for which all nodes along a chain wait. A pin whose
/// axis points against the normal is treated as one along it whose force and rate have the opposite sign.
template <bool turns, class T>
SARRUS_ALWAYS_INLINE PlanarLoad<T> reduce(const PlanarNode<ConstantOf<T>>& node, const PlanarNodeState<T>& at,
                                          In<T> tau, In<T> port_inertia, const PlanarLoad<T>& own,
                                          const PlanarLoad<T>& parent, PlanarDynamics<T>& out) {
  PlanarForce<T> U;
  T D, force = tau.empty() ? T(0) : tau[node.u0], along;
  if constexpr (turns) {
    U = {own.A.I, own.A.H};
    D = own.A.I;
    along = own.bias.t;
    if (node.backward) force = -force;
  } else {
    U = {dot(own.A.H, at.axis), own.A.linear(at.axis)};
    D = dot(at.axis, U.f);
    along = dot(at.axis, own.bias.f);
  }
  if (!port_inertia.empty()) D += port_inertia[node.u0];
  const T inverse = T(1) / D, residual = force - along;
  PlanarSpeed<T>& speed = out.speeds[node.u0];
  speed.value = residual * inverse;
  if constexpr (!in_registers<T>) {  // fewer operations, but a longer chain of dependent ones
    speed.W = inverse * U;
    return {shift(own.A - outer(U, speed.W), at.r) + parent.A,
            at_parent(own.bias + speed.value * U, at.r) + parent.bias};
  }
  const PlanarForce<T> U_P = at_parent(U, at.r), bias = at_parent(own.bias, at.r) + parent.bias;
  const PlanarArticulatedInertia<T> A = shift(own.A, at.r) + parent.A;
  speed.W = inverse * U_P;
  const PlanarArticulatedInertia<T> UU = outer(U_P, U_P);
  return {{A.M_xx - inverse * UU.M_xx, A.M_xy - inverse * UU.M_xy, A.M_yy - inverse * UU.M_yy,
           A.H - inverse * UU.H, A.I - inverse * UU.I},
          bias + speed.value * U_P};
}

/// Inward step of a joint of general shape: with the inverse of D, about the node's origin.
template <class T>
[[gnu::noinline]] PlanarLoad<T> reduce_general(const PlanarNode<ConstantOf<T>>& node, std::size_t index,
                                               In<T> tau, In<T> port_inertia, const PlanarLoad<T>& own,
                                               const PlanarLoad<T>& parent, PlanarDynamics<T>& out) {
  const PlanarNodeState<T>& at = out.nodes[index];
  T* D = out.inverse_D.data() + index * block;
  for (int k = 0; k < node.nu; ++k) {
    const int speed = node.u0 + k;
    PlanarForce<T>& U = out.U[speed];
    U = times_column(own.A, node, at, out, speed);
    out.residual[speed] = (tau.empty() ? T(0) : tau[speed]) - project(node, at, out, speed, own.bias);
    for (int l = 0; l <= k; ++l) D[k * node.nu + l] = project(node, at, out, node.u0 + l, U);
    if (!port_inertia.empty()) D[k * node.nu + k] += port_inertia[speed];
  }
  invert_symmetric(node.nu, node.nu, D);
  PlanarLoad<T> left = own;
  const PlanarForce<T>* U = out.U.data() + node.u0;
  for (int k = 0; k < node.nu; ++k) {
    PlanarForce<T> W = D[k] * U[0];  // column k of U·D⁻¹
    for (int l = 1; l < node.nu; ++l) W += D[l * node.nu + k] * U[l];
    left.A = left.A - outer(U[k], W);
    left.bias += out.residual[node.u0 + k] * W;
  }
  return {shift(left.A, at.r) + parent.A, at_parent(left.bias, at.r) + parent.bias};
}

/// Second sweep of forward dynamics, inward. The load of the next node stays in registers: through memory it
/// would arrive late.
template <class T>
void reduce_all(const PlanarTree<T>& tree, In<T> tau, In<T> port_inertia, PlanarDynamics<T>& out) {
  PlanarLoad<T> handed{};
  bool is_handed = false;  // true if `handed` is the load of the current node
  for (int i = tree.node_count() - 1; i > 0; --i) {
    const std::size_t parent = tree.node(i).parent;
    const auto& node = tree.node(i);
    const PlanarNodeState<T>& at = out.nodes[i];
    if (!is_handed) handed = {out.inertia[i], at.load};
    const PlanarLoad<T> own = handed, others{out.inertia[parent], out.nodes[parent].load};
    if (node.shape == JointShape::revolute)
      handed = reduce<true>(node, at, tau, port_inertia, own, others, out);
    else if (node.shape == JointShape::prismatic)
      handed = reduce<false>(node, at, tau, port_inertia, own, others, out);
    else
      handed = reduce_general(node, i, tau, port_inertia, own, others, out);
    is_handed = node.parent == i - 1;
    if (!is_handed) out.inertia[parent] = handed.A, out.nodes[parent].load = handed.bias;
  }
}

/// The outward step of a joint of general shape:  u̇ = D⁻¹·(τ − Hᵀ·bias − Uᵀ·increment).
template <class T>
[[gnu::noinline]] void expand_general(const PlanarNode<ConstantOf<T>>& node, std::size_t index,
                                      PlanarMotion<T>& increment, PlanarDynamics<T>& out, Out<T> udot) {
  const T* inverse_D = out.inverse_D.data() + index * block;
  T rest[max_joint_speeds];
  for (int k = 0; k < node.nu; ++k) {
    const std::size_t speed = node.u0 + k;
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

/// Third sweep of forward dynamics, outward.
template <class T>
void expand(const PlanarTree<T>& tree, PlanarDynamics<T>& out, Out<T> udot) {
  PlanarMotion<T> own = PlanarMotion<T>::zero();
  for (int i = 1; i < tree.node_count(); ++i) {
    const auto& node = tree.node(i);
    const PlanarNodeState<T>& at = out.nodes[i];
    PlanarMotion<T> parent = own;
    if (node.parent != i - 1) parent = out.increment[node.parent];
    own = shift(parent, at.r);
    if (node.shape == JointShape::revolute || node.shape == JointShape::prismatic) {
      const PlanarSpeed<T>& speed = out.speeds[node.u0];
      // With in_registers, where results wait for each other, W is about the parent's origin. The parent's
      // angular rate, which is known last, comes last.
      const PlanarMotion<T>& V = in_registers<T> ? parent : own;
      const T rate = speed.value - speed.W.f.x * V.v.x - speed.W.f.y * V.v.y - speed.W.t * V.w;
      if (node.shape == JointShape::revolute)
        own.w = own.w + rate;
      else
        own.v = own.v + rate * at.axis;
      udot[node.u0] = node.backward && node.shape == JointShape::revolute ? -rate : rate;
    } else {
      expand_general(node, i, own, out, udot);
    }
    out.increment[i] = own;
  }
}

}  // namespace

template <class T>
PlanarDynamics<T>::PlanarDynamics(const PlanarTree<T>& tree)
    : nodes(tree.node_count()),
      nu(tree.nu()),
      columns(tree.nu()),
      q(padded_size<T>(tree.nq()), T(0)),
      sine(q),
      cosine(q),
      inertia(tree.node_count()),
      speeds(tree.nu()),
      U(tree.nu()),
      inverse_D(tree.node_count() * block, T(0)),
      residual(tree.nu(), T(0)),
      increment(tree.node_count(), PlanarMotion<T>::zero()),
      composite(tree.node_count()),
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
    const PlanarNodeState<T>& at = out.nodes[i];
    for (int k = node.u0; k < node.u0 + node.nu; ++k) tau[k] = project(node, at, out, k, at.load);
    if (node.parent > 0)
      out.nodes[node.parent].load += PlanarForce<T>{at.load.t + cross(at.r, at.load.f), at.load.f};
  }
}

template <class T>
void calc_forward_dynamics(const PlanarTree<T>& tree, In<T> q, In<T> u, In<T> tau, In<Force<T>> F_B_W,
                           PlanarDynamics<T>& out, Out<T> udot,
                           const ForwardDynamicsOptions<std::type_identity_t<T>>& options) {
  internal::require_no_locks(options, "planar forward dynamics");
  if (!tau.empty()) require_size(tau, tree.nu(), "tau", "the model has nu");
  if (!options.port_inertia.empty())
    require_size(options.port_inertia, tree.nu(), "port_inertia", "the model has nu");
  require_size(udot, tree.nu(), "udot", "the model has nu");
  load<T>(tree, q, u, {}, F_B_W, out, {.gravity = options.gravity});
  const int n = tree.node_count();
  for (int i = 1; i < n; ++i) {
    out.inertia[i] = PlanarArticulatedInertia<T>(
        PlanarInertia<T>{T(tree.node(i).inertia.m), out.nodes[i].h, T(tree.node(i).inertia.I)});
  }
  reduce_all<T>(tree, tau, options.port_inertia, out);
  expand<T>(tree, out, udot);
}

template <class T>
void calc_mass_matrix(const PlanarTree<T>& tree, In<T> q, PlanarDynamics<T>& out) {
  prepare(tree, q, out);
  for (int i = 1; i < tree.node_count(); ++i) {
    place(tree, tree.node(i), out.nodes[tree.node(i).parent], out, out.nodes[i]);
    out.composite[i] = {T(tree.node(i).inertia.m), out.nodes[i].h, T(tree.node(i).inertia.I)};
  }
  for (int i = tree.node_count() - 1; i > 0; --i) {
    const auto& node = tree.node(i);
    const PlanarArticulatedInertia<T> M(out.composite[i]);
    for (int k = node.u0; k < node.u0 + node.nu; ++k) {
      PlanarForce<T> P = times_column(M, node, out.nodes[i], out, k);
      T* entry = out.mass_matrix.row(k) + out.mass_matrix.pattern().length(k);
      for (int j = i, last = k;; last = tree.node(j).u0 + tree.node(j).nu - 1) {
        const PlanarNodeState<T>& at = out.nodes[j];
        for (int l = last; l >= tree.node(j).u0; --l) *--entry = project(tree.node(j), at, out, l, P);
        if (tree.node(j).parent == 0) break;
        P.t = P.t + cross(at.r, P.f);
        j = tree.node(j).parent;
      }
    }
    if (node.parent > 0) {
      PlanarInertia<T>& parent = out.composite[node.parent];
      parent = parent + shift(out.composite[i], out.nodes[i].r);
    }
  }
}

#define SARRUS_INSTANTIATE(T)                                                                           \
  template struct PlanarDynamics<T>;                                                                    \
  template void calc_inverse_dynamics<T>(const PlanarTree<T>&, In<T>, In<T>, In<T>, In<Force<T>>,       \
                                         PlanarDynamics<T>&, Out<T>, const InverseDynamicsOptions&);    \
  template void calc_forward_dynamics<T>(const PlanarTree<T>&, In<T>, In<T>, In<T>, In<Force<T>>,       \
                                         PlanarDynamics<T>&, Out<T>, const ForwardDynamicsOptions<T>&); \
  template void calc_mass_matrix<T>(const PlanarTree<T>&, In<T>, PlanarDynamics<T>&);
SARRUS_FOR_EACH_SCALAR(SARRUS_INSTANTIATE)
#undef SARRUS_INSTANTIATE

}  // namespace sarrus
