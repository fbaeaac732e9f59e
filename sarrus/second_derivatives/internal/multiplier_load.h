#pragma once
/// @file
/// What a multiplier does in a node or in several: sums that second derivatives are made of.

#include "sarrus/derivatives/internal/subtree_load.h"
#include "sarrus/second_derivatives/second_derivatives.h"

namespace sarrus::internal {

/// Columns of ∫ρ·ρᵀ·dm = tr(I)/2·1 − I.
template <class T>
LaneRotation<T> second_moments_of(const TreeInertia<T>& M) {
  LaneRotation<T> I;
  if constexpr (std::is_same_v<T, double>)
    I = M.I;
  else
    I = LaneRotation<T>(M.I.matrix());
  const T half = T(0.5) * trace_of<T>(I), none(0);
  return {Lane3<T>(Vec3<T>{half, none, none}) - I.x, Lane3<T>(Vec3<T>{none, half, none}) - I.y,
          Lane3<T>(Vec3<T>{none, none, half}) - I.z};
}

/// What Λ does in a rigid piece, or in several that move together.
template <class T>
MultiplierLoad<T> multiplier_load(const NodeLoad<T>& load, const LaneMotion<T>& Lambda, bool applied) {
  MultiplierLoad<T> out;
  out.P = momentum<T>(load.inertia, Lambda);
  out.q = twice_B_transpose<T>(load, Lambda);
  const LaneRotation<T> moments = second_moments_of<T>(load.inertia);
  const Lane3<T> h(load.inertia.h);
  out.G = {h[0] * Lambda.v + cross(Lambda.w, moments.x), h[1] * Lambda.v + cross(Lambda.w, moments.y),
           h[2] * Lambda.v + cross(Lambda.w, moments.z)};
  if (!applied) return out;
  out.turn = applied_change_transpose<T>(load, Lambda);
  const Lane3<T>&t = load.applied.t, &f = load.applied.f;
  const LaneRotation<T>& D = load.applied_moments;
  out.directed = {t[0] * Lambda.w + f[0] * Lambda.v + cross(Lambda.w, D.x),
                  t[1] * Lambda.w + f[1] * Lambda.v + cross(Lambda.w, D.y),
                  t[2] * Lambda.w + f[2] * Lambda.v + cross(Lambda.w, D.z)};
  return out;
}
/// The same about the point displaced by −r.
template <class T>
MultiplierLoad<T> load_at_parent(const MultiplierLoad<T>& load, const Lane3<T>& r) {
  MultiplierLoad<T> out = load;
  out.P = at_parent<T>(load.P, r);
  out.G.x += r[0] * load.P.f, out.G.y += r[1] * load.P.f, out.G.z += r[2] * load.P.f;
  return out;
}
template <class T>
void add_load(MultiplierLoad<T>& to, const MultiplierLoad<T>& load, bool applied) {
  to.P += load.P, to.q += load.q;
  to.G.x += load.G.x, to.G.y += load.G.y, to.G.z += load.G.z;
  if (!applied) return;
  to.turn += load.turn;
  to.directed.x += load.directed.x, to.directed.y += load.directed.y, to.directed.z += load.directed.z;
}
/// 2B_Λ·X for a motion that turns with w.
template <class T>
LaneForce<T> twice_B_of_multiplier(const MultiplierLoad<T>& load, const Lane3<T>& w) {
  return {T(2) * (trace_of<T>(load.G) * w - load.G * w), T(2) * cross(w, load.P.f)};
}

template <class T>
void require_hessian(const Tree<T>& tree, const DynamicsHessian<T>& out) {
  require(out.dq_dq.rows() == tree.nu() && out.dq_input.cols() == tree.nu(),
          "a Hessian of {} speeds was given with a tree of {}; make it by DynamicsHessian(tree.nu())",
          out.dq_dq.rows(), tree.nu());
}

}  // namespace sarrus::internal
