#pragma once
/// @file
/// Biases of rows that depend on the pose in a complicated way, by automatic differentiation of the rows.

#include "sarrus/scalar/dual.h"
#include "sarrus/scalar/scalar_types.h"
#include "sarrus/system/constraint.h"

namespace sarrus::internal {

/// A number with its rate (a dual number).
template <class T>
using Moving = Dual<T, 1>;

/// a + ε·ȧ.
template <class T>
Vec3<Moving<T>> moving(const Vec3<T>& a, const Vec3<T>& rate) {
  Vec3<Moving<T>> m = a.template cast<Moving<T>>();
  for (int i = 0; i < 3; ++i) m[i].partial[0] = rate[i];
  return m;
}
/// The pose of M with its rate: ṗ = v, Ṙ = [w]×·R.
template <class T>
Pose<Moving<T>> moving_pose(const RelativeMotion<T>& M) {
  Mat3<Moving<T>> R;
  for (int j = 0; j < 3; ++j) R.col(j) = moving(M.X.R.col(j), cross(M.V.w, M.X.R.col(j)));
  return {Rotation<Moving<T>>(R), moving(M.X.p, M.V.v)};
}
template <class T>
Vec3<T> rate(const Vec3<Moving<T>>& a) {
  return {a.x.partial[0], a.y.partial[0], a.z.partial[0]};
}
/// Ġ·V: the bias of a row with the wrench G on M, computed with M's moving pose.
template <class T>
T bias_of(const Force<Moving<T>>& G, const Motion<T>& V) {
  return dot(V, Force<T>{rate(G.t), rate(G.f)});
}

}  // namespace sarrus::internal
