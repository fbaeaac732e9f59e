#pragma once
/// @file
/// An articulated body with two handles: handle 1 inward, handle 2 outward.
///   a_1 = Φ_1·f_1 + Φ_12·f_2 + b_1,   a_2 = Φ_12ᵀ·f_1 + Φ_2·f_2 + b_2      [Featherstone 2008, eq. 7.57]
/// Inverse inertias exist even if the handles cannot move independently of each other.

#include "sarrus/tree_methods/articulated_join.h"

namespace sarrus {

template <class T>
struct TwoHandles {
  Matrix6<T> Phi1, Phi12, Phi2;  ///< Map force to motion.
  Vector6<T> b1, b2;
};

/// A body with f = I·a + p, with handles at its origin and at the point displaced by r.
template <class T>
void set_single_body(const ArticulatedInertia<T>& I, const Force<T>& p, const Vec3<T>& r,
                     TwoHandles<T>& out) {
  const Matrix6<T> Phi = inverse_symmetric(matrix6(I));
  const auto shifted = [&r](const T* row) {  // a motion at the second point
    return Vector6<T>(shift(Motion<T>{{row[0], row[1], row[2]}, {row[3], row[4], row[5]}}, r));
  };
  out.Phi1 = Phi;
  for (int i = 0; i < 6; ++i) {
    const Vector6<T> row = shifted(Phi[i]);
    for (int j = 0; j < 6; ++j) out.Phi12[i][j] = row[j];
  }
  for (int j = 0; j < 6; ++j) {
    const T column[6] = {out.Phi12[0][j], out.Phi12[1][j], out.Phi12[2][j],
                         out.Phi12[3][j], out.Phi12[4][j], out.Phi12[5][j]};
    const Vector6<T> both = shifted(column);
    for (int i = 0; i < 6; ++i) out.Phi2[i][j] = both[i];
  }
  out.b1 = Phi * Vector6<T>(-p);
  out.b2 = shifted(out.b1.m);
}

/// The inertia between the outer handle of `inner` and the inner handle of `outer`, at one point:
///   (Φ_2 + Φ_3)⁻¹
template <class T>
Matrix6<T> inertia_between(const TwoHandles<T>& inner, const TwoHandles<T>& outer) {
  return inverse_symmetric(inner.Phi2 + outer.Phi1);
}

/// Connects two bodies through a joint whose solution is W. `f` is the force of the joint on `outer` if
/// nothing acts on the remaining handles.  [eq. 7.63]
template <class T>
void join(const TwoHandles<T>& inner, const TwoHandles<T>& outer, const Matrix6<T>& W, const Vector6<T>& f,
          TwoHandles<T>& out) {
  const Matrix6<T> Phi12_W = inner.Phi12 * W, Phi43 = transpose(outer.Phi12);
  out.Phi1 = inner.Phi1 - Phi12_W * transpose(inner.Phi12);
  out.Phi12 = Phi12_W * outer.Phi12;
  out.Phi2 = outer.Phi2 - Phi43 * (W * outer.Phi12);
  const Vector6<T> from_inner = inner.Phi12 * f, from_outer = Phi43 * f;
  for (int i = 0; i < 6; ++i) {
    out.b1[i] = inner.b1[i] - from_inner[i];
    out.b2[i] = outer.b2[i] + from_outer[i];
  }
}

}  // namespace sarrus
