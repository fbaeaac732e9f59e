#pragma once
/// @file
/// Articulated bodies with any number of handles. [Featherstone 2008, sec. 7.5]   A handle is a point on one
/// of the rigid bodies inside; several may be on one body. In one set of axes, each handle at its own point,
///   a_i = Σ_j Φ_ij·f_j + b_i
/// A mechanism is built by putting bodies side by side and connecting pairs of handles by joints; a connected
/// handle is used up. Connecting two handles of the same connected body closes a loop. Accelerations are
/// relative to those at u̇ = 0, as everywhere in articulated_join.h. This form is for clarity and for tests:
/// everything here allocates; divide_and_conquer.h has the fast form for trees.

#include "sarrus/base/array.h"
#include "sarrus/base/error.h"
#include "sarrus/scalar/eigen.h"
#include "sarrus/tree_methods/articulated_join.h"

namespace sarrus {

template <class T>
struct Handles {
  MatrixX<T> Phi;  ///< Six rows and columns for each handle.
  VectorX<T> b;
  int count() const { return static_cast<int>(b.size()) / 6; }

  Matrix6<T> block(int i, int j) const {
    Matrix6<T> A;
    for (int r = 0; r < 6; ++r)
      for (int c = 0; c < 6; ++c) A[r][c] = Phi(6 * i + r, 6 * j + c);
    return A;
  }
  /// Acceleration of handle i when forces act on the handles.
  Motion<T> acceleration(int i, const Array<Force<T>>& f) const {
    require(std::ssize(f) == count(), "{} forces were given for {} handles", f.size(), count());
    Vector6<T> a;
    for (int r = 0; r < 6; ++r) a[r] = b[6 * i + r];
    for (int j = 0; j < count(); ++j) {
      const Vector6<T> part = block(i, j) * Vector6<T>(f[j]);
      for (int r = 0; r < 6; ++r) a[r] += part[r];
    }
    return a.motion();
  }
};

/// One rigid or articulated body, f = I·a + p at its origin, with handles at points given relative to it.
template <class T>
Handles<T> with_handles(const ArticulatedInertia<T>& I, const Force<T>& p,
                        const Array<Vec3<std::type_identity_t<T>>>& points) {
  const int n = static_cast<int>(points.size());
  Handles<T> body;
  body.Phi.resize(6 * n, 6 * n);
  body.b.resize(6 * n);
  const Matrix6<T> Phi = inverse_symmetric(matrix6(I));
  const Motion<T> b = (Phi * Vector6<T>(-p)).motion();
  for (int j = 0; j < n; ++j) {
    const Vec3<T>& from = points[j];
    for (int c = 0; c < 6; ++c) {
      Vector6<T> unit(Force<T>::zero());
      unit[c] = T(1);
      const Motion<T> a = (Phi * Vector6<T>(shift(unit.force(), -from))).motion();
      for (int i = 0; i < n; ++i) {
        const Vector6<T> at(shift(a, points[i]));
        for (int r = 0; r < 6; ++r) body.Phi(6 * i + r, 6 * j + c) = at[r];
      }
    }
    const Vector6<T> at(shift(b, from));
    for (int r = 0; r < 6; ++r) body.b[6 * j + r] = at[r];
  }
  return body;
}

/// Two bodies that are not connected, as one: the handles of the first, then those of the second.
template <class T>
Handles<T> side_by_side(const Handles<T>& first, const Handles<T>& second) {
  const auto n = first.b.size(), m = second.b.size();
  Handles<T> both;
  both.Phi = MatrixX<T>::Constant(n + m, n + m, T(0));
  both.Phi.topLeftCorner(n, n) = first.Phi;
  both.Phi.bottomRightCorner(m, m) = second.Phi;
  both.b.resize(n + m);
  both.b.head(n) = first.b, both.b.tail(m) = second.b;
  return both;
}

/// Connects handles `inner` and `outer` of a body, which must be at the same point, by a joint with columns S
/// (of the motion of `outer` relative to `inner`) and generalized forces τ; the other handles keep their
/// order. With e = a_outer − a_inner before, Y = Tᵀ·Φ_ee·T and W = T·Y⁻¹·Tᵀ,
///   Φ' = Φ − Φ_·e·W·Φ_e·,   b' = b + Φ_·e·(f_a − W·(b_e + Φ_ee·f_a)),   f_a = S·(Sᵀ·S)⁻¹·τ.
/// The joint must not constrain a direction that is constrained already: Y must be positive definite.
template <class T>
Handles<T> connected(const Handles<T>& body, int inner, int outer, const JointColumns<T>& S, const T* tau) {
  const int n = body.count();
  require(inner >= 0 && inner < n && outer >= 0 && outer < n && inner != outer,
          "handles {} and {} were to be connected; give two different ones of 0 to {}", inner, outer, n - 1);
  Vector6<T> active(Force<T>::zero());
  T SS[max_joint_speeds * max_joint_speeds];
  for (int k = 0; k < S.count; ++k)
    for (int l = 0; l <= k; ++l) SS[k * S.count + l] = JointSolution<T>::dot(S[k], S[l]);
  invert_symmetric(S.count, S.count, SS);
  for (int k = 0; k < S.count; ++k)
    for (int l = 0; l < S.count; ++l)
      for (int r = 0; r < 6; ++r) active[r] += S[k][r] * SS[k * S.count + l] * tau[l];

  const MatrixX<T> column = body.Phi.middleCols(6 * outer, 6) - body.Phi.middleCols(6 * inner, 6);
  Matrix6<T> between;
  Vector6<T> force;
  for (int r = 0; r < 6; ++r)
    for (int c = 0; c < 6; ++c) between[r][c] = column(6 * outer + r, c) - column(6 * inner + r, c);
  const Matrix6<T> W = constrained_inverse(between, constraint_forces(S));
  Vector6<T> difference = between * active;
  for (int r = 0; r < 6; ++r) difference[r] += body.b[6 * outer + r] - body.b[6 * inner + r];
  const Vector6<T> held = W * difference;
  for (int r = 0; r < 6; ++r) force[r] = active[r] - held[r];

  Handles<T> left;
  left.Phi.resize(6 * (n - 2), 6 * (n - 2));
  left.b.resize(6 * (n - 2));
  Array<int> kept;
  for (int i = 0; i < n; ++i)
    if (i != inner && i != outer)
      for (int r = 0; r < 6; ++r) kept.push_back(6 * i + r);
  for (int i = 0; i < left.b.size(); ++i) {
    const int from = kept[i];
    Vector6<T> row;
    for (int r = 0; r < 6; ++r) row[r] = column(from, r);
    left.b[i] = body.b[from] + JointSolution<T>::dot(row, force);
    const Vector6<T> weighted = W * row;
    for (int j = 0; j < left.b.size(); ++j) {
      const int to = kept[j];
      left.Phi(i, j) = body.Phi(from, to);
      for (int r = 0; r < 6; ++r) left.Phi(i, j) -= weighted[r] * column(to, r);
    }
  }
  return left;
}

}  // namespace sarrus
