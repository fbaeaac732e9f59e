#pragma once
/// @file
/// The Jacobians of the exponential of poses, as matrices of Eigen.
/// [Barfoot and Furgale 2014, "Associating uncertainty with three-dimensional poses", IEEE T-RO 30(3)]

#include "sarrus/scalar/eigen.h"
#include "sarrus/spatial/lie.h"

namespace sarrus {

/// A 6×6 matrix that maps motions to motions, angular part first. A pack that needs a wider alignment than
/// Eigen gives to matrices of fixed size sees to its alignment itself.
template <class T>
using Mat6 =
    Eigen::Matrix<T, 6, 6, alignof(T) <= EIGEN_MAX_STATIC_ALIGN_BYTES ? Eigen::AutoAlign : Eigen::DontAlign>;

namespace internal {

/// [J 0; Q J].
template <class T>
Mat6<T> lower_block_triangle(const Mat3<T>& J, const Mat3<T>& Q) {
  Mat6<T> r;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      r(i, j) = J(i, j), r(i, j + 3) = T(0), r(i + 3, j) = Q(i, j), r(i + 3, j + 3) = J(i, j);
  return r;
}

/// The lower left block of the left Jacobian of SE(3): the derivative of J_l at φ in the direction ρ.
///   Q = c₂·[ρ]× + c₃·([φ]×[ρ]× + [ρ]×[φ]×) + (φ·ρ)·((2c₄ − c₃)·[φ]× + (3c₅ − c₄)·[φ]×²)
/// This is eq. 102 of Barfoot and Furgale 2014, with [φ]×[ρ]×[φ]× = −(φ·ρ)·[φ]× and
/// [φ]×²[ρ]× + [ρ]×[φ]×² = −|φ|²·[ρ]× − (φ·ρ)·[φ]× inserted.
template <class T>
Mat3<T> left_jacobian_coupling(const Stumpff<T>& c, const Motion<T>& xi) {
  const Mat3<T> F = cross_matrix(xi.w), P = cross_matrix(xi.v);
  const T d = dot(xi.w, xi.v);
  return c.c2 * P + c.c3 * (F * P + P * F) + (d * (T(2) * c.c4 - c.c3)) * F +
         (d * (T(3) * c.c5 - c.c4)) * (F * F);
}
}  // namespace internal

/// The left Jacobian of SE(3): with X_FM = exp ξ, the velocity of M expressed in F and taken at F's origin is
/// J(ξ)·ξ̇. J(−ξ) is the right Jacobian: it gives the velocity expressed in M and taken at M's origin.
///   J = [J_l(φ) 0; Q(ξ) J_l(φ)]
template <class T>
Mat6<T> left_jacobian_se3(const Motion<T>& xi) {
  const auto c = internal::stumpff(dot(xi.w, xi.w));
  return internal::lower_block_triangle(internal::cross_polynomial(c.c2, c.c3, xi.w),
                                        internal::left_jacobian_coupling(c, xi));
}
/// J⁻¹ = [J_l⁻¹ 0; −J_l⁻¹·Q·J_l⁻¹ J_l⁻¹].
template <class T>
Mat6<T> inverse_left_jacobian_se3(const Motion<T>& xi) {
  const auto c = internal::stumpff(dot(xi.w, xi.w));
  const Mat3<T> J = inverse_left_jacobian_so3(xi.w);
  return internal::lower_block_triangle(J, T(-1) * (J * internal::left_jacobian_coupling(c, xi) * J));
}

}  // namespace sarrus
