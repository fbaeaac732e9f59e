#pragma once
/// @file
/// The elliptical contact patch of Hertz, exactly. Near the contact point the surfaces separate by
///   h = A·ξ² + B·η²,   B ≥ A > 0
/// and with K and E the complete elliptic integrals of the first and second kind of the parameter m = 1 −
/// 1/k², the ratio k = a/b ≥ 1 of the semi-axes of the patch solves
///   B/A = (k²·E − K)/(K − E)
/// [Johnson, Contact Mechanics, sec. 4.2]. At a depth x, with R = 1/(A + B),
///   F = σ·4/3·E*·√R·x^{3/2},   σ = π·k·√E/(2·K^{3/2}),   b = √(x·E/((A + B)·K)),   a = k·b

#include "sarrus/geometry/shape_types.h"

namespace sarrus::internal {

/// The relative curvature of two surfaces at a contact point.
struct RelativeCurvature {
  double A, B;             ///< [1/m]; B ≥ A.
  Vec3<double> direction;  ///< Of ξ, along the longer axis of the patch: a unit vector.
};
/// From the principal curvatures of both surfaces, with directions in the same axes. n is the common normal.
///   A + B = ½·Σκ,   B − A = ½·√((κ₁−κ₂)² + (κ₃−κ₄)² + 2·(κ₁−κ₂)·(κ₃−κ₄)·cos 2γ)
/// γ is the angle between the directions of κ₁ and κ₃.
RelativeCurvature relative_curvature(const Curvature& first, const Curvature& second, const Vec3<double>& n);

/// The shape of the patch, which depends on B/A only.
struct HertzEllipse {
  double k;      ///< a/b.
  double sigma;  ///< Factor of the force.
  double E_over_K;
};
HertzEllipse hertz_ellipse(double A, double B);

}  // namespace sarrus::internal
