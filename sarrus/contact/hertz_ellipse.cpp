#include "sarrus/contact/internal/hertz_ellipse.h"

#include <cmath>
#include <numbers>

#include "sarrus/base/error.h"
#include "sarrus/geometry/internal/shape_math.h"

namespace sarrus::internal {

namespace {

/// Complete elliptic integrals of the parameter m = 1 − m1 by the arithmetic–geometric mean: with c₀² = m,
///   K = π/(2·a_∞),   (K − E)/K = Σ 2^{n−1}·cₙ²
/// so that differences of K and E lose no digits. [Abramowitz and Stegun, sec. 17.6]
struct EllipticIntegrals {
  double K, E;
  double K_minus_E;     ///< K − E
  double E_minus_m1_K;  ///< E − m1·K
};
EllipticIntegrals elliptic_integrals(double m1) {
  const double m = 1 - m1;
  double a = 1, b = std::sqrt(m1), sum = 0.5 * m, power = 1;
  for (double c = 1; c > 1e-9 * a;) {  // quadratic: the next is rounding
    c = 0.5 * (a - b);
    const double mean = 0.5 * (a + b);
    b = std::sqrt(a * b), a = mean;
    sum += power * c * c;
    power *= 2;
  }
  const double K = 0.5 * std::numbers::pi / a;
  return {K, K * (1 - sum), K * sum, K * (m - sum)};
}

/// m1 = 1/k² for which (k²·E − K)/(K − E) = ratio, by Newton's method for the logarithms:
///   d(E − m1·K)/dm = K/2,   d(K − E)/dm = E/(2·m1)
double solve_for_m1(double ratio) {
  double y = -4.0 / 3 * std::log(ratio);  // log m1; k ≈ ratio^{2/3}
  for (int i = 0; i < 30; ++i) {
    const double m1 = std::exp(y);
    const EllipticIntegrals at = elliptic_integrals(m1);
    const double error = std::log(at.E_minus_m1_K / (m1 * at.K_minus_E)) - std::log(ratio);
    const double slope = at.K / (2 * at.E_minus_m1_K) - at.E / (2 * m1 * at.K_minus_E) + 1 / m1;  // by m
    const double step = error / (m1 * slope);
    y = std::min(y + step, 0.5 * y);  // never beyond m1 = 1
    if (std::abs(step) < 1e-14) break;
  }
  return std::exp(y);
}

}  // namespace

RelativeCurvature relative_curvature(const Curvature& first, const Curvature& second, const Vec3<double>& n) {
  // Curvature matrices in the axes (t₁, t₂) of the first; their sum is diagonalized. Where a surface ends,
  // its own tangent plane is not that of the contact: directions are those seen along n.
  const Vec3<double> t1 = internal::unit_or(first.direction - dot(first.direction, n) * n,
                                            internal::perpendicular(n)),
                     t2 = cross(n, t1);
  const double along1 = dot(second.direction, t1), along2 = dot(second.direction, t2),
               length = std::hypot(along1, along2);
  const double c = length > 0 ? along1 / length : 1, s = length > 0 ? along2 / length : 0;
  const double xx = first.first + second.first * c * c + second.second * s * s;
  const double yy = first.second + second.first * s * s + second.second * c * c;
  const double xy = (second.first - second.second) * c * s;
  const double half_difference = std::hypot(0.5 * (xx - yy), xy), mean = 0.5 * (xx + yy);
  // ξ is along the smaller curvature: at the angle φ with tan 2φ = −2·xy/(yy − xx), turned from the larger.
  const double angle = 0.5 * std::atan2(2 * xy, xx - yy) + 0.5 * std::numbers::pi;
  return {0.5 * (mean - half_difference), 0.5 * (mean + half_difference),
          std::cos(angle) * t1 + std::sin(angle) * t2};
}

HertzEllipse hertz_ellipse(double A, double B) {
  require(
      A > 0 && B >= A && std::isfinite(B),
      "the surfaces separate by {:.6g}·x² + {:.6g}·y² from their contact point, and Hertz's law needs two "
      "positive numbers: a hollow must be wider than what lies in it; choose another law for such a pair",
      A, B);
  const double ratio = B / A;
  if (ratio - 1 < 1e-9) return {1, 1, 1};
  const double m1 = solve_for_m1(ratio);
  const EllipticIntegrals at = elliptic_integrals(m1);
  const double k = 1 / std::sqrt(m1);
  return {k, 0.5 * std::numbers::pi * k * std::sqrt(at.E) / (at.K * std::sqrt(at.K)), at.E / at.K};
}

}  // namespace sarrus::internal
