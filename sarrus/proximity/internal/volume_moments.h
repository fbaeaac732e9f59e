#pragma once
/// @file
/// Moments of a solid of unit density.

#include "sarrus/spatial/vec3.h"

namespace sarrus::internal {

/// V = ∫ dV, ∫ r dV and ∫ r·rᵀ dV, with r from the point `about`. The nearer that point, the less is lost to
/// rounding where moments about the centroid are asked for.
struct VolumeMoments {
  double volume = 0;
  Vec3<double> about{0, 0, 0};
  Vec3<double> first{0, 0, 0};
  Sym3<double> second = Sym3<double>::zero();

  /// Adds `sign` times another solid: ∫ r·rᵀ = ∫ s·sᵀ + m·dᵀ + d·mᵀ + V·d·dᵀ with r = s + d, m = ∫ s.
  void add(double sign, const VolumeMoments& other) {
    const Vec3<double> d = other.about - about, m = sign * other.first;
    const double v = sign * other.volume;
    const Vec3<double> half = m + (0.5 * v) * d;
    second = second + sign * other.second + Sym3<double>::lower(outer(half, d) + outer(d, half));
    first += m + v * d;
    volume += v;
  }

  Vec3<double> centroid() const { return about + (1 / volume) * first; }
  /// The inertia about the centroid: tr(S)·1 − S with S = ∫ r·rᵀ − V·c·cᵀ.
  Sym3<double> inertia() const {
    const Sym3<double> S = second - (1 / volume) * Sym3<double>::lower(outer(first, first));
    const double trace = S.xx + S.yy + S.zz;
    return Sym3<double>::diagonal(trace, trace, trace) - S;
  }
};

}  // namespace sarrus::internal
