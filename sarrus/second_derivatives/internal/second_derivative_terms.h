#pragma once
/// @file
/// The part of second derivatives that does not depend on the multiplier: loads beyond the nodes, the numbers
/// of each speed about the reference point, and what is special in joints of general shape.

#include "sarrus/derivatives/internal/panel.h"
#include "sarrus/second_derivatives/internal/joint_second_variation.h"
#include "sarrus/second_derivatives/internal/multiplier_load.h"
#include "sarrus/second_derivatives/second_derivatives.h"

namespace sarrus::internal {

/// Number of entries of a row that are computed at a time: a register.
template <class T>
constexpr int pairs_at_once = register_size<T>;
/// Room for the speeds of a joint.
constexpr int own_room = 8;
static_assert(own_room >= max_joint_speeds && own_room % register_size<double> == 0);

/// Places of the numbers of a speed in `columns` and in `forces`, and of the entries in `row`.
enum MotionPart { part_S = 0, part_psi = 6, part_psi2 = 12, part_phi = 18, part_C = 24, motion_parts = 30 };
enum ForcePart { part_D = 0, part_E = 6, part_unit = 12, force_parts = 18 };
enum HessianEntry { dq_dq, dq_u, u_dq, u_u, dq_udot, udot_dq, entry_count };
/// Places of the numbers of a speed and those of its joint in `own`: changes of S, Ψ̇.w, Ψ̈, Φ, and of Φ by
/// u.
enum OwnPart { own_S = 0, own_psi_w = 6, own_psi2 = 9, own_phi = 15, own_phi_by_u = 21, own_parts = 27 };

template <class T>
LaneMotion<T> operator+(const LaneMotion<T>& X, const LaneMotion<T>& Y) {
  return {X.w + Y.w, X.v + Y.v};
}
template <class T>
LaneMotion<T> operator-(const LaneMotion<T>& X, const LaneMotion<T>& Y) {
  return {X.w - Y.w, X.v - Y.v};
}
template <class T>
LaneMotion<T> twice(const LaneMotion<T>& X) {
  return {T(2) * X.w, T(2) * X.v};
}

/// Computes it in the workspace.
template <class T>
struct SecondDerivativeTerms {
  using Work = SecondDerivatives<T>;

  const Tree<T>& tree;
  Work& work;

  static void write(const Lane3<T>& x, T* to, std::ptrdiff_t stride) {
    to[0] = x[0], to[stride] = x[1], to[2 * stride] = x[2];
  }
  /// Writes a motion of speed k about the reference point.
  void write_motion(int part, const LaneMotion<T>& X, const Lane3<T>& from, int k) const {
    const std::ptrdiff_t stride = work.column_stride;
    T* to = work.columns.data() + part * stride + k;
    write(X.w, to, stride);
    write(X.v + cross(from, X.w), to + 3 * stride, stride);
  }
  static void write_force(const LaneForce<T>& F, const Lane3<T>& from, T* to) {
    write(F.t + cross(from, F.f), to, 1), write(F.f, to + 3, 1);
  }

  void set_loads() const {
    work.beyond = work.motion.loads;
    for (int i = tree.node_count() - 1; i > 0; --i)
      if (tree.node(i).parent > 0)
        deliver<T>(work.beyond[i], work.motion.nodes[i].r, work.motion.has_applied,
                   work.beyond[tree.node(i).parent]);
  }
  void set_speeds() const {
    for (int i = 1; i < tree.node_count(); ++i) {
      const auto& node = tree.node(i);
      const NodeLoad<T>& load = work.beyond[i];
      const Lane3<T>& from = work.motion.nodes[i].from;
      for (int k = node.u0; k < node.u0 + node.nu; ++k) {
        const SpeedVariation<T>& speed = work.motion.speeds[k];
        write_motion(part_S, speed.S, from, k), write_motion(part_psi, speed.psi, from, k);
        write_motion(part_psi2, speed.psi2, from, k), write_motion(part_phi, speed.phi, from, k);
        const T trace = trace_of<T>(load.G);
        LaneForce<T> D = force_by_dq<T>(load, trace, speed);
        if (work.motion.has_applied) D += applied_change<T>(load, speed.S.w);
        T* to = work.forces.data() + static_cast<std::ptrdiff_t>(k) * force_parts;
        write_force(D, from, to + part_D);
        write_force(force_by_u<T>(load, trace, speed), from, to + part_E);
        write_force(momentum<T>(load.inertia, speed.S), from, to + part_unit);
      }
    }
  }

  /// The velocity and the spatial acceleration of a node at the origin of another one at r from it.
  LaneMotion<T> velocity(int i, const Lane3<T>& r) const {
    const auto& at = work.motion.nodes[i];
    return {at.w, at.v + cross(at.w, r)};
  }
  LaneMotion<T> acceleration(int i) const {
    const auto& at = work.motion.nodes[i];
    return {at.alpha, at.a - cross(at.w, at.v)};
  }

  /// Numbers of speed k of a joint of general shape with all speeds of the joint.
  T* own_change_of(int i, int k, OwnPart part) const {
    return work.own.data() +
           (static_cast<std::ptrdiff_t>(work.first_own_row[i] + k) * own_parts + part) * own_room;
  }
  const LaneMotion<T>& own_column(int i, int j, int k, int l) const {
    const int nu = tree.node(i).nu;
    return work.own_columns[work.first_own_column[i] + (j * nu + k) * nu + l];
  }

  /// Second derivatives of a joint's columns and bias in world axes; those of free joints vanish.
  void set_own_columns(int i, const T* u, LaneMotion<T> (&bias)[max_joint_speeds][max_joint_speeds]) const {
    const auto& node = tree.node(i);
    LaneMotion<T>* to = work.own_columns.data() + work.first_own_column[i];
    if (node.is_free) {
      for (int j = 0; j < node.nu; ++j)
        for (int k = 0; k < node.nu; ++k) bias[j][k] = zero_motion<T>();
      return;
    }
    const LaneRotation<T> F = work.motion.nodes[node.parent].R * node.R;
    JointSecondVariation<T> second;
    calc_joint_second_variation<T>(tree, node, work.motion.joints.q.data() + node.q0, u, second);
    for (int j = 0; j < node.nu; ++j)
      for (int k = 0; k < node.nu; ++k) {
        bias[j][k] = in_world(F, second.bias[j][k]);
        for (int l = 0; l < node.nu; ++l) *to++ = in_world(F, second.H[j][k][l]);
      }
  }

  /// With K_jk the change of column k, L_jkl what δ_j does to the change of column l in direction k, and
  /// W_j = Σ u_l·K_jl,
  ///   δ_j Ψ̇_k = Σ u_l·L_jkl + W_j×S_k + v×K_jk
  ///   δ_j Ψ̈_k = Σ u̇_l·L_jkl + δ_jδ_k(bias) + v_p×Σ u_l·L_jkl + (δ_j a)×S_k + a×K_jk + W_j×Ψ̇_k + v×δ_jΨ̇_k
  ///   δ_j Φ_k = Σ u_m·(L_jmk + L_jkm) + (v_p + v)×K_jk + W_j×S_k,     δ_j a = S_j×a + Ψ̇_j×v + Ψ̈_j
  /// and ∂Φ_k/∂u_j = K_jk + K_kj + S_j×S_k,
  /// all less what the direction of another joint does:  S_k: S_j×S_k,  Ψ̇_k: S_j×Ψ̇_k + Ψ̇_j×S_k, and so on.
  void set_own_joint(int i, const T* u, const T* udot) const {
    const auto& node = tree.node(i);
    const int nu = node.nu, u0 = node.u0;
    LaneMotion<T> bias[max_joint_speeds][max_joint_speeds];
    set_own_columns(i, u, bias);
    const LaneMotion<T> v = velocity(i, zero3<T>()), v_p = velocity(node.parent, work.motion.nodes[i].r),
                        a = acceleration(i);
    const auto speed = [&](int k) -> const SpeedVariation<T>& { return work.motion.speeds[u0 + k]; };
    const auto K = [&](int j, int k) { return work.motion.column_change(node, j, k); };
    const auto L = [&](int j, int k, int l) -> const LaneMotion<T>& { return own_column(i, j, k, l); };
    for (int j = 0; j < nu; ++j) {
      const LaneMotion<T>&S_j = speed(j).S, &psi_j = speed(j).psi, &psi2_j = speed(j).psi2;
      LaneMotion<T> W = zero_motion<T>();
      for (int l = 0; l < nu && u; ++l) add_multiple<T>(u[u0 + l], K(j, l), W);
      const LaneMotion<T> a_by_dq = cross_motion<T>(S_j, a) + cross_motion<T>(psi_j, v) + psi2_j;
      for (int k = 0; k < nu; ++k) {
        const LaneMotion<T>&S = speed(k).S, &psi = speed(k).psi, &psi2 = speed(k).psi2, K_jk = K(j, k),
              K_kj = K(k, j), S_S = cross_motion<T>(S_j, S);
        LaneMotion<T> of_V = zero_motion<T>(), of_A = bias[j][k], of_phi = zero_motion<T>();
        for (int l = 0; l < nu && !node.is_free; ++l) {
          if (udot) add_multiple<T>(udot[u0 + l], L(j, k, l), of_A);
          if (!u) continue;
          add_multiple<T>(u[u0 + l], L(j, k, l), of_V);
          add_multiple<T>(u[u0 + l], L(j, l, k) + L(j, k, l), of_phi);
        }
        const LaneMotion<T> psi_by_dq = of_V + cross_motion<T>(W, S) + cross_motion<T>(v, K_jk);
        const LaneMotion<T> psi2_by_dq = of_A + cross_motion<T>(v_p, of_V) + cross_motion<T>(a_by_dq, S) +
                                         cross_motion<T>(a, K_jk) + cross_motion<T>(W, psi) +
                                         cross_motion<T>(v, psi_by_dq);
        const LaneMotion<T> phi_by_dq = of_phi + cross_motion<T>(v_p + v, K_jk) + cross_motion<T>(W, S);
        const auto keep = [&](OwnPart part, const LaneMotion<T>& X) {
          T* to = own_change_of(i, k, part) + j;
          write(X.w, to, own_room), write(X.v, to + 3 * own_room, own_room);
        };
        const LaneMotion<T> e = K_jk - S_S;
        work.own_turns[work.first_own[i] + j * nu + k] = e;
        keep(own_S, e);
        write((psi_by_dq - cross_motion<T>(S_j, psi) - cross_motion<T>(psi_j, S)).w,
              own_change_of(i, k, own_psi_w) + j, own_room);
        keep(own_psi2, psi2_by_dq - cross_motion<T>(S_j, psi2) - cross_motion<T>(psi2_j, S) -
                           twice<T>(cross_motion<T>(psi_j, psi)));
        keep(own_phi, phi_by_dq - cross_motion<T>(S_j, speed(k).phi) - twice<T>(cross_motion<T>(psi_j, S)));
        keep(own_phi_by_u, K_jk + K_kj - S_S);
      }
    }
  }
};

}  // namespace sarrus::internal
