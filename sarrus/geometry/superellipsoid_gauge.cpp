#include "sarrus/geometry/internal/superellipsoid_gauge.h"

#include <algorithm>
#include <cmath>

namespace sarrus::internal {

namespace {

/// A pair of coordinates that are not negative, over their norm with a given exponent.
struct GaugePair {
  double norm, a, b;

  GaugePair(double A, double B, double exponent) {
    const double large = std::max(A, B), small = std::min(A, B);
    norm = large > 0 ? large * std::pow(1 + std::pow(small / large, exponent), 1 / exponent) : 0;
    a = norm > 0 ? A / norm : 1;
    b = norm > 0 ? B / norm : 0;
  }
};

/// x^exponent for 0 ≤ x ≤ 1, large but finite where it has a pole.
double bounded_power(double x, double exponent) {
  return std::pow(std::max(x, 1e-60), std::min(exponent, 1e9));
}

}  // namespace

double SuperellipsoidGauge::value(const Vec3<double>& x) const {
  const GaugePair ring(std::abs(x.x) / radii_.x, std::abs(x.y) / radii_.y, inner_);
  return GaugePair(ring.norm, std::abs(x.z) / radii_.z, outer_).norm;
}

Vec3<double> SuperellipsoidGauge::gradient(const Vec3<double>& x) const {
  const GaugePair ring(std::abs(x.x) / radii_.x, std::abs(x.y) / radii_.y, inner_);
  const GaugePair all(ring.norm, std::abs(x.z) / radii_.z, outer_);
  const double to_ring = std::pow(all.a, outer_ - 1);
  return {std::copysign(to_ring * std::pow(ring.a, inner_ - 1) / radii_.x, x.x),
          std::copysign(to_ring * std::pow(ring.b, inner_ - 1) / radii_.y, x.y),
          std::copysign(std::pow(all.b, outer_ - 1) / radii_.z, x.z)};
}

// ∇²g = k_out·w·wᵀ + ∂g/∂s·k_in·v·vᵀ  with  v = (Ŷ, −X̂, 0),  w = Ẑ·∇s − ŝ·e_Z.
SurfaceDerivatives SuperellipsoidGauge::derivatives(const Vec3<double>& x) const {
  const GaugePair ring(std::abs(x.x) / radii_.x, std::abs(x.y) / radii_.y, inner_);
  const GaugePair all(ring.norm, std::abs(x.z) / radii_.z, outer_);
  const Vec3<double> scale{std::copysign(1 / radii_.x, x.x), std::copysign(1 / radii_.y, x.y),
                           std::copysign(1 / radii_.z, x.z)};
  const Vec3<double> ring_gradient{std::pow(ring.a, inner_ - 1), std::pow(ring.b, inner_ - 1), 0};
  const double k_out = (outer_ - 1) * bounded_power(all.a, outer_ - 2) * bounded_power(all.b, outer_ - 2);
  const double k_in = (inner_ - 1) * bounded_power(all.a, outer_ - 2) * bounded_power(ring.a, inner_ - 2) *
                      bounded_power(ring.b, inner_ - 2);
  const Vec3<double> v = times(scale, {ring.b, -ring.a, 0});
  const Vec3<double> w = times(scale, all.b * ring_gradient - all.a * Vec3<double>::unit_z());
  const double over_norm = 1 / all.norm, to_ring = std::pow(all.a, outer_ - 1);
  return {times(scale, {to_ring * ring_gradient.x, to_ring * ring_gradient.y, std::pow(all.b, outer_ - 1)}),
          Sym3<double>::lower((over_norm * k_out) * outer(w, w) + (over_norm * k_in) * outer(v, v))};
}

Vec3<double> SuperellipsoidGauge::bring_back(const Vec3<double>& from, const Vec3<double>& to) const {
  Vec3<double> kept;
  for (int i = 0; i < 3; ++i) kept[i] = std::max(to[i], 0.1 * from[i]);
  return (1 / value(kept)) * kept;
}

}  // namespace sarrus::internal
