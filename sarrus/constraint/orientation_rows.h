#pragma once
/// @file
/// The three rows that keep the axes of M parallel to those of F: the rotation vector of R_FM,
///   e = log R_FM,   ė = J_l⁻¹(e)·w,   ë = J_l⁻¹(e)·ẇ + (d/dt J_l⁻¹(e))·w
/// Its length is the angle of rotation, up to half a turn, where e jumps to −e; J_l⁻¹ is regular everywhere.

#include "sarrus/constraint/moving_pose.h"
#include "sarrus/spatial/lie.h"

namespace sarrus::internal {

template <class T>
void orientation_errors(const Pose<T>& X, Out<T> e) {
  const Vec3<T> phi = log_so3(X.R);
  for (int i = 0; i < 3; ++i) e[i] = phi[i];
}

/// Rows 0, 1, 2: the rows of J_l⁻¹, which are the columns of J_r⁻¹ = (J_l⁻¹)ᵀ.
template <class T>
void orientation_rows(const Pose<T>& X, const ConstraintRows<T>& G) {
  const Mat3<T> J = inverse_right_jacobian_so3(log_so3(X.R));
  for (int i = 0; i < 3; ++i) G.wrench(i).t = J.col(i);
}

/// The biases (d/dt J_l⁻¹(e))·w, with J_l⁻¹ differentiated along ė.
template <class T>
void orientation_biases(const RelativeMotion<T>& M, Out<T> bias) {
  const Vec3<T> phi = log_so3(M.X.R), edot = inverse_left_jacobian_so3(phi) * M.V.w;
  const Vec3<T> edot_rate =
      rate(inverse_left_jacobian_so3(moving(phi, edot)) * M.V.w.template cast<Moving<T>>());
  for (int i = 0; i < 3; ++i) bias[i] = edot_rate[i];
}

}  // namespace sarrus::internal
