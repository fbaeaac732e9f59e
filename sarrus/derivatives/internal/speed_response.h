#pragma once
/// @file
/// What each speed contributes to the responses of a tree (tree_responses.h), in one sweep inward, O(n). With
/// the articulated inertia A of everything beyond a joint, speeds are eliminated one after the other, those
/// of a joint from the last to the first:
///   U = A·S,   D = S·U + m,   W = U/D,   A' = A − U·Wᵀ        m: inertia of a port
/// and so are the Coriolis forces 2B·w of a subtree that turns by w beside the motion of its nodes,
///   z = Qᵀ·S/D,   Q' = Q − U·zᵀ        Q = 2B + Σ Q' of the children
/// and, if forces are applied, N in place of Q, with z_N: how forces of constant direction change, seen from
/// nodes that turn by w. Of the force that a joint leaves to its parent there remains, in the directions δ
/// and u of the speed,
///   f_δ = A'·Ψ̈ + Q'·Ψ̇.w + N'·S.w + S×*F,   f_u = A'·Φ + Q'·S.w

#include "sarrus/derivatives/internal/lane_algebra.h"
#include "sarrus/derivatives/internal/panel.h"
#include "sarrus/derivatives/internal/subtree_load.h"
#include "sarrus/spatial/internal/lane_six.h"
#include "sarrus/spatial/lane_articulated.h"

namespace sarrus::internal {

/// A speed, with six-vectors about the reference point. Signs are such that responses are sums of products.
template <class T>
struct alignas(64) SpeedResponse {
  T minus_W[6], S[6];
  T minus_force_by_dq[6], minus_force_by_u[6];  ///< −f_δ, −f_u.
  T psi2[6], phi[6];
  T minus_z[3], minus_z_applied[3];
  T psi_w[3];
  T inverse_D;
};

/// Subtracts a·b, a·b + …, so that every product is a fused operation.
template <class T>
SARRUS_ALWAYS_INLINE void subtract_multiple(const T& a, const Vec3<T>& b, Vec3<T>& from) {
  from.x = from.x - a * b.x, from.y = from.y - a * b.y, from.z = from.z - a * b.z;
}
template <class T>
SARRUS_ALWAYS_INLINE void subtract_product(const Sym3<T>& A, const Vec3<T>& b, Vec3<T>& from) {
  from.x = from.x - A.xx * b.x - A.xy * b.y - A.xz * b.z;
  from.y = from.y - A.xy * b.x - A.yy * b.y - A.yz * b.z;
  from.z = from.z - A.xz * b.x - A.yz * b.y - A.zz * b.z;
}
template <class T>
SARRUS_ALWAYS_INLINE void add_cross(const Vec3<T>& a, const Vec3<T>& b, Vec3<T>& to) {
  to.x = to.x + a.y * b.z - a.z * b.y, to.y = to.y + a.z * b.x - a.x * b.z;
  to.z = to.z + a.x * b.y - a.y * b.x;
}
/// Subtracts A·a.
template <class T>
SARRUS_ALWAYS_INLINE void subtract_inertial(const ArticulatedInertia<T>& A, const LaneMotion<T>& a,
                                            LaneForce<T>& from) {
  subtract_product(A.I, a.w, from.t), subtract_product(A.M, a.v, from.f);
  subtract_multiple(a.v.x, A.H.x, from.t), subtract_multiple(a.v.y, A.H.y, from.t);
  subtract_multiple(a.v.z, A.H.z, from.t);
  const auto row = [&](const Vec3<T>& h, T& f)
                       SARRUS_INLINE_LAMBDA { f = f - h.x * a.w.x - h.y * a.w.y - h.z * a.w.z; };
  row(A.H.x, from.f.x), row(A.H.y, from.f.y), row(A.H.z, from.f.z);
}

/// A linear map from a vector to a force: what the unit vectors cause.
template <class T>
struct TurnForces {
  LaneForce<T> x, y, z;

  /// Subtracts the force that w causes.
  SARRUS_ALWAYS_INLINE void subtract_times(const Vec3<T>& w, LaneForce<T>& from) const {
    subtract_multiple(w.x, x.t, from.t), subtract_multiple(w.x, x.f, from.f);
    subtract_multiple(w.y, y.t, from.t), subtract_multiple(w.y, y.f, from.f);
    subtract_multiple(w.z, z.t, from.t), subtract_multiple(w.z, z.f, from.f);
  }
  SARRUS_ALWAYS_INLINE void add(const TurnForces& other) { x += other.x, y += other.y, z += other.z; }
  /// Returns the products with S, divided by D, with the opposite sign; eliminates the speed. `times_S` is
  /// the product of S and a force.
  template <class TimesS>
  SARRUS_ALWAYS_INLINE Vec3<T> eliminate(const TimesS& times_S, const T& minus_inverse_D,
                                         const LaneForce<T>& U) {
    const Vec3<T> minus_z{minus_inverse_D * times_S(x), minus_inverse_D * times_S(y),
                          minus_inverse_D * times_S(z)};
    const auto subtract = [&](const T& by, LaneForce<T>& from) SARRUS_INLINE_LAMBDA {
      from.t = from.t + by * U.t, from.f = from.f + by * U.f;
    };
    subtract(minus_z.x, x), subtract(minus_z.y, y), subtract(minus_z.z, z);
    return minus_z;
  }
};

template <class T>
Lane3<T> unit3(int axis, const T& length) {
  return Lane3<T>(Vec3<T>{axis == 0 ? length : T(0), axis == 1 ? length : T(0), axis == 2 ? length : T(0)});
}

/// 2B of a node alone.
template <class T>
SARRUS_ALWAYS_INLINE TurnForces<T> twice_B(const NodeLoad<T>& load) {
  const T trace = T(2) * trace_of<T>(load.G);
  const Vec3<T> p = Vec3<T>(T(2) * load.momentum);
  return {{unit3<T>(0, trace) - T(2) * load.G.x, Lane3<T>(Vec3<T>{T(0), -p.z, p.y})},
          {unit3<T>(1, trace) - T(2) * load.G.y, Lane3<T>(Vec3<T>{p.z, T(0), -p.x})},
          {unit3<T>(2, trace) - T(2) * load.G.z, Lane3<T>(Vec3<T>{-p.y, p.x, T(0)})}};
}
/// How the forces that are applied to a node change.
template <class T>
TurnForces<T> applied_changes(const NodeLoad<T>& load) {
  return {applied_change<T>(load, unit3<T>(0, T(1))), applied_change<T>(load, unit3<T>(1, T(1))),
          applied_change<T>(load, unit3<T>(2, T(1)))};
}

/// A node with everything beyond it.
template <class T>
struct NodeResponse {
  TreeArticulated<T> A;
  TurnForces<T> Q, N;  ///< N only if forces are applied.
  LaneForce<T> wrench;
};

/// Adds the node itself to what its children have delivered, if there are any.
template <bool applied, class T>
SARRUS_ALWAYS_INLINE void add_node(const NodeLoad<T>& load, bool has_children, NodeResponse<T>& at) {
  if (has_children) {
    add(at.A, load.inertia);
    at.Q.add(twice_B(load));
    at.wrench += load.wrench;
    if constexpr (applied) at.N.add(applied_changes(load));
  } else {
    at.A = articulated(load.inertia), at.Q = twice_B(load), at.wrench = load.wrench;
    if constexpr (applied) at.N = applied_changes(load);
  }
}
/// Adds to what stands there, or takes its place: number by number, since g++ copies large structures through
/// memory.
template <bool adds, class T>
SARRUS_ALWAYS_INLINE void deliver(const Vec3<T>& from, Vec3<T>& to) {
  if constexpr (adds)
    to.x = to.x + from.x, to.y = to.y + from.y, to.z = to.z + from.z;
  else
    to.x = from.x, to.y = from.y, to.z = from.z;
}
template <bool adds, class T>
SARRUS_ALWAYS_INLINE void deliver(const Sym3<T>& from, Sym3<T>& to) {
  if constexpr (adds) {
    add(to, from);
  } else {
    to.xx = from.xx, to.yy = from.yy, to.zz = from.zz;
    to.xy = from.xy, to.xz = from.xz, to.yz = from.yz;
  }
}
/// A force of a node at r.
template <bool adds, class T>
SARRUS_ALWAYS_INLINE void deliver(const LaneForce<T>& from, const Vec3<T>& r, LaneForce<T>& to) {
  Vec3<T> t = from.t;
  add_cross(r, from.f, t);
  deliver<adds>(t, to.t), deliver<adds>(from.f, to.f);
}
template <bool adds, class T>
SARRUS_ALWAYS_INLINE void deliver(const TurnForces<T>& from, const Vec3<T>& r, TurnForces<T>& to) {
  deliver<adds>(from.x, r, to.x), deliver<adds>(from.y, r, to.y), deliver<adds>(from.z, r, to.z);
}
/// What is left of a node at r, to its parent.
template <bool applied, bool adds, class T>
SARRUS_ALWAYS_INLINE void deliver(const NodeResponse<T>& from, const Vec3<T>& r, NodeResponse<T>& parent) {
  const ArticulatedInertia<T> A = shifted(from.A, r);
  deliver<adds>(A.I, parent.A.I), deliver<adds>(A.M, parent.A.M);
  deliver<adds>(A.H.x, parent.A.H.x), deliver<adds>(A.H.y, parent.A.H.y), deliver<adds>(A.H.z, parent.A.H.z);
  deliver<adds>(from.Q, r, parent.Q), deliver<adds>(from.wrench, r, parent.wrench);
  if constexpr (applied) deliver<adds>(from.N, r, parent.N);
}

/// Writes a motion, or a force, at a node's origin as one about the reference point, from which it lies.
template <class T>
SARRUS_ALWAYS_INLINE void write_motion(const LaneMotion<T>& X, const Vec3<T>& from, T* to) {
  Vec3<T> v = X.v;
  add_cross(from, X.w, v);
  write_six<T>(X.w, v, to);
}
template <class T>
SARRUS_ALWAYS_INLINE void write_force(const LaneForce<T>& F, const Vec3<T>& from, T* to) {
  Vec3<T> t = F.t;
  add_cross(from, F.f, t);
  write_six<T>(t, F.f, to);
}

/// Eliminates a speed of a node. `is_pin`: it turns without sliding.
template <bool applied, bool is_pin, class T>
SARRUS_ALWAYS_INLINE void eliminate_speed(bool is_last, const SpeedVariation<T>& speed, const Vec3<T>& from,
                                          const T& port, NodeResponse<T>& at, SpeedResponse<T>& out) {
  const LaneMotion<T>& S = speed.S;
  const auto times_S = [&](const LaneForce<T>& F) SARRUS_INLINE_LAMBDA {
    return is_pin ? dot(S.w, F.t) : dot(S.w, F.t) + dot(S.v, F.f);
  };
  const LaneForce<T> U = is_pin ? times_turning(at.A, S.w) : times(at.A, S);
  const T minus_inverse_D = T(-1) / (times_S(U) + port);
  out.inverse_D = -minus_inverse_D;
  const LaneForce<T> minus_W = minus_inverse_D * U;
  write_force(minus_W, from, out.minus_W);
  write_motion(S, from, out.S);
  write_motion(speed.psi2, from, out.psi2), write_motion(speed.phi, from, out.phi);
  store(at.Q.eliminate(times_S, minus_inverse_D, U), out.minus_z);
  store(speed.psi.w, out.psi_w);
  LaneForce<T> by_dq{cross(at.wrench.t, S.w), cross(at.wrench.f, S.w)}, by_u{zero3<T>(), zero3<T>()};
  if constexpr (!is_pin) add_cross(at.wrench.f, S.v, by_dq.t);
  if constexpr (applied) store(at.N.eliminate(times_S, minus_inverse_D, U), out.minus_z_applied);
  if (is_last) return;  // nothing that could respond is left
  if constexpr (applied) at.N.subtract_times(S.w, by_dq);
  subtract_outer(at.A, -minus_inverse_D * U, U);
  subtract_inertial(at.A, speed.psi2, by_dq), at.Q.subtract_times(speed.psi.w, by_dq);
  subtract_inertial(at.A, speed.phi, by_u), at.Q.subtract_times(S.w, by_u);
  write_force(by_dq, from, out.minus_force_by_dq), write_force(by_u, from, out.minus_force_by_u);
}

/// Calls visit(i) when everything beyond node i is known. `nodes` has a place per node, `is_reached` as well,
/// none of which is set.
template <bool applied, class T, class Visit>
void eliminate_speeds(const Tree<T>& tree, const MotionVariation<T>& motion, In<T> port_inertia,
                      Array<NodeResponse<T>>& nodes, Array<char>& is_reached,
                      AlignedArray<SpeedResponse<T>>& speeds, Visit visit) {
  for (int i = tree.node_count() - 1; i > 0; --i) {
    const auto& node = tree.node(i);
    const auto& place = motion.nodes[i];
    NodeResponse<T>& at = nodes[i];
    add_node<applied>(motion.loads[i], is_reached[i] != 0, at);
    is_reached[i] = 0;
    for (int k = node.u0 + node.nu - 1; k >= node.u0; --k) {
      const bool is_last = node.parent == 0 && k == node.u0;
      const T port = port_inertia.empty() ? T(0) : port_inertia[k];
      if (node.shape == JointShape::revolute)
        eliminate_speed<applied, true, T>(is_last, motion.speeds[k], place.from, port, at, speeds[k]);
      else
        eliminate_speed<applied, false, T>(is_last, motion.speeds[k], place.from, port, at, speeds[k]);
    }
    visit(i);
    if (node.parent == 0) continue;
    if (is_reached[node.parent])
      deliver<applied, true>(at, place.r, nodes[node.parent]);
    else
      deliver<applied, false>(at, place.r, nodes[node.parent]);
    is_reached[node.parent] = 1;
  }
}

}  // namespace sarrus::internal
