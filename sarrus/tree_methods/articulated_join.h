#pragma once
/// @file
/// Assembly of articulated bodies from articulated bodies. [Featherstone 2008, sec. 7.4 and 7.5]   Body 2 is
/// attached to body 1 by a joint with columns S and generalized force τ; f is the force on the assembled body
/// at the handle on body 1, and everything is expressed at one point. Accelerations are relative to those
/// that the bodies have at u̇ = 0 (so that the book's c is zero):
///   f = I·a + p,   or inversely   a = Φ·f + b
/// Three equivalent methods [table 7.2]: from inertias and S (standard), from inverse inertias and the
/// constraint forces T (variant 1), from inertias and T (variant 2). The variants need no active columns: τ
/// acts along T_a, any forces with Sᵀ·T_a = 1.

#include "sarrus/joint/joint_type.h"
#include "sarrus/tree_methods/matrix6.h"

namespace sarrus {

/// Columns of a joint's motion subspace, or of the space of its constraint forces.
template <class T>
struct JointColumns {
  int count = 0;
  Vector6<T> column[max_joint_speeds];
  const Vector6<T>& operator[](int k) const { return column[k]; }
  Vector6<T>& operator[](int k) { return column[k]; }
};

/// The joint's contribution to an assembly. V is the inertia that the joint sees between the two handles it
/// connects: (Φ_2 + Φ_3)⁻¹. With D = Sᵀ·V·S,
///   G = V·S·D⁻¹,   W = V − G·Sᵀ·V   (book: W = T·(Tᵀ·(Φ_2 + Φ_3)·T)⁻¹·Tᵀ; T is not needed here)
/// For the difference g of the accelerations that the handles would have without the joint,
///   force on the outer handle = W·g + G·τ,   u̇ = D⁻¹·τ − Gᵀ·g.
template <class T>
struct JointSolution {
  Matrix6<T> W;       ///< Maps motion to force.
  JointColumns<T> G;  ///< Forces.
  T inverse_D[max_joint_speeds * max_joint_speeds];

  void set(const Matrix6<T>& V, const JointColumns<T>& S) {
    const int n = S.count;
    Vector6<T> U[max_joint_speeds];
    for (int k = 0; k < n; ++k) {
      U[k] = V * S[k];
      for (int l = 0; l <= k; ++l) inverse_D[k * n + l] = dot(S[l], U[k]);
    }
    invert_symmetric(n, n, inverse_D);
    W = V;
    G.count = n;
    for (int k = 0; k < n; ++k) {
      for (int i = 0; i < 6; ++i) {
        G[k][i] = U[0][i] * inverse_D[k];
        for (int l = 1; l < n; ++l) G[k][i] += U[l][i] * inverse_D[l * n + k];
      }
      for (int i = 0; i < 6; ++i)
        for (int j = 0; j <= i; ++j) W[i][j] -= G[k][i] * U[k][j];
    }
    for (int i = 0; i < 6; ++i)
      for (int j = 0; j < i; ++j) W[j][i] = W[i][j];
  }
  static T dot(const Vector6<T>& a, const Vector6<T>& b) {
    T sum = a[0] * b[0];
    for (int i = 1; i < 6; ++i) sum += a[i] * b[i];
    return sum;
  }
};

/// A basis of the constraint forces of a joint with independent columns S, which do no work: Tᵀ·S = 0, that
/// is, T spans the null space of Sᵀ. T is orthonormal in these coordinates. By Householder reflections,
/// without pivoting or branching.
template <class T>
JointColumns<T> constraint_forces(JointColumns<T> S) {
  const int n = S.count;
  JointColumns<T> forces;
  forces.count = 6 - n;
  for (int k = 0; k < 6 - n; ++k)
    for (int i = 0; i < 6; ++i) forces[k][i] = T(i == n + k ? 1 : 0);
  Vector6<T> v[max_joint_speeds];
  T scale[max_joint_speeds];
  const auto reflect = [&](int p, Vector6<T>& x) {
    T sum = T(0);
    for (int i = p; i < 6; ++i) sum += v[p][i] * x[i];
    sum *= scale[p];
    for (int i = p; i < 6; ++i) x[i] -= sum * v[p][i];
  };
  for (int p = 0; p < n; ++p) {
    for (int q = 0; q < p; ++q) reflect(q, S[p]);
    T square = T(0);
    for (int i = p; i < 6; ++i) v[p][i] = S[p][i], square += S[p][i] * S[p][i];
    const T length = sqrt(square), signed_length = select(S[p][p] < T(0), -length, length);
    v[p][p] += signed_length;
    scale[p] = T(1) / (signed_length * v[p][p]);
  }
  for (int k = 0; k < 6 - n; ++k)
    for (int p = n - 1; p >= 0; --p) reflect(p, forces[k]);
  return forces;
}

/// T·(Tᵀ·A·T)⁻¹·Tᵀ for a symmetric positive definite A.
template <class T>
Matrix6<T> constrained_inverse(const Matrix6<T>& A, const JointColumns<T>& forces) {
  const int n = forces.count;
  T Y[max_joint_speeds * max_joint_speeds];
  for (int k = 0; k < n; ++k) {
    const Vector6<T> column = A * forces[k];
    for (int l = 0; l <= k; ++l) Y[k * n + l] = JointSolution<T>::dot(forces[l], column);
  }
  invert_symmetric(n, n, Y);
  Matrix6<T> W;
  for (int i = 0; i < 6; ++i)
    for (int j = 0; j < 6; ++j) {
      W[i][j] = T(0);
      for (int k = 0; k < n; ++k)
        for (int l = 0; l < n; ++l) W[i][j] += forces[k][i] * Y[k * n + l] * forces[l][j];
    }
  return W;
}

/// Equation of motion of an articulated body: f = I·a + p.
template <class T>
struct InertiaForm {
  Matrix6<T> I;
  Vector6<T> p;
};
/// Inverse equation of motion of an articulated body: a = Φ·f + b.
template <class T>
struct InverseForm {
  Matrix6<T> Phi;
  Vector6<T> b;
};

/// Assembly by the standard formulas:  I_1 + I_2 − I_2·S·(Sᵀ·I_2·S)⁻¹·Sᵀ·I_2.
template <class T>
InertiaForm<T> assembled(const InertiaForm<T>& one, const InertiaForm<T>& two, const JointColumns<T>& S,
                         const T* tau) {
  JointSolution<T> joint;
  joint.set(two.I, S);
  InertiaForm<T> both{one.I + joint.W, one.p};
  for (int i = 0; i < 6; ++i) both.p[i] += two.p[i];
  for (int k = 0; k < S.count; ++k) {
    const T residual = tau[k] - JointSolution<T>::dot(S[k], two.p);
    for (int i = 0; i < 6; ++i) both.p[i] += joint.G[k][i] * residual;
  }
  return both;
}

/// Assembly by variant 1:  Φ = Φ_1 − Φ_1·W·Φ_1,  b = b_1 − Φ_1·f_a − Φ_1·W·(b_1 − b_2 − (Φ_1 + Φ_2)·f_a),
/// W = T·(Tᵀ·(Φ_1 + Φ_2)·T)⁻¹·Tᵀ; f_a = T_a·τ is the active force of the joint on body 2. Body 1 or 2 may be
/// constrained in some directions as long as the joint does not constrain these again.
template <class T>
InverseForm<T> assembled_by_constraint(const InverseForm<T>& one, const InverseForm<T>& two,
                                       const JointColumns<T>& forces, const Vector6<T>& active) {
  const Matrix6<T> sum = one.Phi + two.Phi, W = constrained_inverse(sum, forces), Phi_W = one.Phi * W;
  const Vector6<T> from_sum = sum * active;
  Vector6<T> z, b;
  for (int i = 0; i < 6; ++i) z[i] = one.b[i] - two.b[i] - from_sum[i];
  const Vector6<T> constraint = Phi_W * z, act = one.Phi * active;
  for (int i = 0; i < 6; ++i) b[i] = one.b[i] - act[i] - constraint[i];
  return {one.Phi - Phi_W * one.Phi, b};
}

/// Assembly by variant 2:  I = I_1 + W,  p = p_1 + f_a + W·I_2⁻¹·(p_2 − f_a),  W = T·(Tᵀ·I_2⁻¹·T)⁻¹·Tᵀ.
template <class T>
InertiaForm<T> assembled_by_constraint(const InertiaForm<T>& one, const InertiaForm<T>& two,
                                       const JointColumns<T>& forces, const Vector6<T>& active) {
  const Matrix6<T> inverse = inverse_symmetric(two.I), W = constrained_inverse(inverse, forces);
  Vector6<T> difference, p = one.p;
  for (int i = 0; i < 6; ++i) difference[i] = two.p[i] - active[i];
  const Vector6<T> constraint = W * (inverse * difference);
  for (int i = 0; i < 6; ++i) p[i] += active[i] + constraint[i];
  return {one.I + W, p};
}

}  // namespace sarrus
