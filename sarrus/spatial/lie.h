#pragma once
/// @file
/// Exponential and logarithm of rotations and poses, and the Jacobians of rotations (lie_jacobian.h has those
/// of poses). No branches, and smooth at zero: values and derivatives of every order are correct there.
///
/// All are combinations of the Stumpff functions of s = |φ|²,
///   c_n(s) = Σ_k (−s)^k / (2k + n)!,   c₁ = sin θ/θ, c₂ = (1 − cos θ)/θ², c₃ = (θ − sin θ)/θ³, …
///   c_n = 1/n! − s·c_{n+2},   2·dc_n/ds = n·c_{n+2} − c_{n+1}.
///
/// [Barfoot and Furgale 2014, "Associating uncertainty with three-dimensional poses", IEEE T-RO 30(3);
///  Chirikjian 2012, "Stochastic models, information theory, and Lie groups", vol. 2, ch. 10]

#include <array>

#include "sarrus/spatial/pose.h"
#include "sarrus/spatial/quaternion_from_rotation.h"

namespace sarrus {

namespace internal {

template <class T>
struct Stumpff {
  T c1, c2, c3, c4, c5;
};

/// Sum of the first twelve terms of c_n: for s < 4 exact to double precision, as are its first two
/// derivatives.
template <int n, class T>
T stumpff_series(const T& s) {
  constexpr int terms = 12;
  constexpr auto coefficients = [] {
    std::array<double, terms> c{};
    double factorial = 1;
    for (int i = 2; i <= n; ++i) factorial *= i;
    for (int k = 0; k < terms; ++k) {
      c[k] = 1 / factorial;
      factorial *= -(2 * k + n + 1) * (2 * k + n + 2);
    }
    return c;
  }();
  T sum = T(coefficients[terms - 1]);
  for (int k = terms - 2; k >= 0; --k) sum = T(coefficients[k]) + s * sum;
  return sum;
}

/// c₁ … c₅ by their series downwards for s < 4, otherwise by sine and cosine upwards. The formula that is not
/// selected is given a harmless argument, so that neither it nor its derivatives divide by zero or overflow.
template <class T>
Stumpff<T> stumpff(const T& s) {
  const T sixth = T(1.0 / 6), half = T(0.5), one = T(1), limit = T(4);
  const auto small = s < limit;

  const T x = select(small, s, T(0));
  const T near5 = stumpff_series<5>(x), near4 = stumpff_series<4>(x);
  const T near3 = sixth - x * near5, near2 = half - x * near4, near1 = one - x * near3;

  const T y = select(small, limit, s), inverse_y = one / y, theta = sqrt(y);
  T sin_half, cos_half;
  sincos(half * theta, sin_half, cos_half);
  const T far1 = T(2) * sin_half * cos_half / theta, far2 = T(2) * sin_half * sin_half * inverse_y;
  const T far3 = (one - far1) * inverse_y, far4 = (half - far2) * inverse_y,
          far5 = (sixth - far3) * inverse_y;

  return {select(small, near1, far1), select(small, near2, far2), select(small, near3, far3),
          select(small, near4, far4), select(small, near5, far5)};
}

/// 1 + a·[φ]× + b·[φ]×².
template <class T>
Mat3<T> cross_polynomial(const T& a, const T& b, const Vec3<T>& phi) {
  const Vec3<T> u = a * phi, w = b * phi;
  const T xx = w.x * phi.x, yy = w.y * phi.y, zz = w.z * phi.z;
  const T xy = w.x * phi.y, xz = w.x * phi.z, yz = w.y * phi.z;
  return {{T(1) - (yy + zz), xy + u.z, xz - u.y},
          {xy - u.z, T(1) - (xx + zz), yz + u.x},
          {xz + u.y, yz - u.x, T(1) - (xx + yy)}};
}

}  // namespace internal

/// exp [φ]×: the rotation by the angle |φ| about φ.   R = 1 + c₁·[φ]× + c₂·[φ]×²  (Rodrigues)
template <class T>
Rotation<T> exp_so3(const Vec3<T>& phi) {
  const auto c = internal::stumpff(dot(phi, phi));
  return Rotation<T>(internal::cross_polynomial(c.c1, c.c2, phi));
}

/// The φ of a rotation given by a unit quaternion with w ≥ 0: the shortest with exp [φ]× = R.
///
/// a·tan(θ/4) = (x, y, z)/(1 + w) with a the axis. Halving the angle twice, tan(½α) = tan α / (1 + √(1 + tan²
/// α)), leaves |α| ≤ π/16, where the series of the arctangent is short.
template <class T>
Vec3<T> log_so3(const Quaternion<T>& q) {
  Vec3<T> t = (T(1) / (T(1) + q.w)) * Vec3<T>{q.x, q.y, q.z};
  for (int halving = 0; halving < 2; ++halving) t = (T(1) / (T(1) + sqrt(T(1) + dot(t, t)))) * t;

  // arctan(τ)/τ = Σ_k (−τ²)^k/(2k + 1): with τ² ≤ 0.04, the terms after the thirteenth are below the rounding
  // error.
  const T x = dot(t, t);
  T sum = T(1.0 / 25);
  for (int k = 11; k >= 0; --k) sum = T(1.0 / (2 * k + 1)) - x * sum;
  return (T(16) * sum) * t;
}
/// The shortest φ with exp [φ]× = R. At an angle of π, where φ and −φ are equally short, rounding decides.
template <class T>
Vec3<T> log_so3(const Rotation<T>& R) {
  return log_so3(quaternion(R));
}

/// The left Jacobian of SO(3): with R_FM = exp [φ]×, the angular velocity expressed in F is ω = J_l(φ)·φ̇.
///   J_l = 1 + c₂·[φ]× + c₃·[φ]×²
template <class T>
Mat3<T> left_jacobian_so3(const Vec3<T>& phi) {
  const auto c = internal::stumpff(dot(phi, phi));
  return internal::cross_polynomial(c.c2, c.c3, phi);
}
/// The right Jacobian of SO(3): the angular velocity expressed in M is J_r(φ)·φ̇.   J_r(φ) = J_l(−φ)
template <class T>
Mat3<T> right_jacobian_so3(const Vec3<T>& phi) {
  return left_jacobian_so3(-phi);
}
/// J_l⁻¹ = 1 − ½·[φ]× + d·[φ]×²,   d = (1 − ½θ·cot(½θ))/θ² = (½c₃ − c₄)/c₂.   Infinite at |φ| = 2π.
template <class T>
Mat3<T> inverse_left_jacobian_so3(const Vec3<T>& phi) {
  const auto c = internal::stumpff(dot(phi, phi));
  return internal::cross_polynomial(T(-0.5), (T(0.5) * c.c3 - c.c4) / c.c2, phi);
}
template <class T>
Mat3<T> inverse_right_jacobian_so3(const Vec3<T>& phi) {
  return inverse_left_jacobian_so3(-phi);
}

/// The pose reached from F after moving for unit time with the constant velocity ξ = (φ, ρ), expressed in F
/// at F's origin:  R = exp [φ]×,  p = J_l(φ)·ρ.
template <class T>
Pose<T> exp_se3(const Motion<T>& xi) {
  const auto c = internal::stumpff(dot(xi.w, xi.w));
  return {Rotation<T>(internal::cross_polynomial(c.c1, c.c2, xi.w)),
          internal::cross_polynomial(c.c2, c.c3, xi.w) * xi.v};
}

/// The ξ with the shortest φ such that exp ξ = X:  φ = log R,  ρ = J_l(φ)⁻¹·p.
template <class T>
Motion<T> log_se3(const Pose<T>& X) {
  const Vec3<T> phi = log_so3(X.R);
  return {phi, inverse_left_jacobian_so3(phi) * X.p};
}

}  // namespace sarrus
