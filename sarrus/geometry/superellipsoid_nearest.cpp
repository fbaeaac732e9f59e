#include "sarrus/geometry/internal/superellipsoid_nearest.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "sarrus/geometry/internal/superellipsoid_gauge.h"

namespace sarrus::internal {

DualPair::DualPair(double d, double f, double e) {
  const double large = std::max(d, f), ratio = large > 0 ? std::min(d, f) / large : 0;
  const double power = e < 2 ? std::pow(ratio, e / (2 - e)) : 0;
  const double scale = std::pow(1 + power * ratio, -e / 2);
  a = d >= f ? scale : power * scale;
  b = d >= f ? power * scale : scale;
  value = a * d + b * f;
}

namespace {

/// The zero of a function that changes its sign between a and b, by Chandrupatla's method: inverse quadratic
/// interpolation where the last three points promise it, bisection where they do not.
template <class Function>
double find_zero(const Function& function, double a, double b, double at_a, double at_b) {
  double share = 0.5;
  for (int i = 0; i < 200; ++i) {
    const double t = a + share * (b - a), at_t = function(t);
    // b is the last point on the other side; c the one before.
    double c = a, at_c = at_a;
    if ((at_t > 0) == (at_a > 0)) {
      c = a, at_c = at_a;
    } else {
      c = b, at_c = at_b;
      b = a, at_b = at_a;
    }
    a = t, at_a = at_t;
    const bool is_a_nearer = std::abs(at_a) < std::abs(at_b);
    const double best = is_a_nearer ? a : b, least = 2e-16 * std::abs(best) + 1e-19;
    const double tolerance = least / std::abs(b - a);
    if (at_t == 0 || tolerance > 0.5) return best;
    const double xi = (a - b) / (c - b), phi = (at_a - at_b) / (at_c - at_b);
    const bool is_smooth = phi * phi < xi && (1 - phi) * (1 - phi) < 1 - xi;
    share = is_smooth ? at_a / (at_b - at_a) * at_c / (at_b - at_c) +
                            (c - a) / (b - a) * at_a / (at_c - at_a) * at_b / (at_c - at_b)
                      : 0.5;
    share = std::clamp(share, tolerance, 1 - tolerance);
  }
  return a;
}

/// Finds the point (A, B) of the curve Aᵏ + Bᵏ = 1, A, B ≥ 0, beyond which `want_of_first(A, B)` is negative.
/// Varies the smaller coordinate b, on which the larger depends little, as a power vᵐ: b^(k−1), which enters
/// and is steep for k near 1, becomes about linear in v.
template <class Want>
std::pair<double, double> find_on_unit_curve(double k, const Want& want_of_first) {
  const double diagonal = std::pow(2, -1 / k), want = want_of_first(diagonal, diagonal);
  const double m = k > 1.001 ? std::clamp(1 / (k - 1), 1.0, 16.0) : 1;
  const bool first_is_larger = want > 0;
  const auto point = [&](double v) {
    const double small = diagonal * std::pow(v, m), large = std::pow(1 - std::pow(small, k), 1 / k);
    return first_is_larger ? std::pair(large, small) : std::pair(small, large);
  };
  const auto want_at = [&](double v) {
    const auto [a, b] = point(v);
    return want_of_first(a, b);
  };
  const double want_at_end = want_at(0);
  if ((want_at_end > 0) == first_is_larger) return point(0);
  return point(find_zero(want_at, 0, 1, want_at_end, want));
}

/// The nearest point from outside, by two searches for zeros, one within the other. For a given size s of the
/// ring ‖(x/a, y/b)‖ ≤ s, the nearest point has z up to c·Z(s), and the squared distance
///   φ(s) = (|r(s)|² + d_z(s)²)/2,   φ′ = −h(r) + d_z·c·(s/Z)^(q−1)
/// is a convex function: r is the gap in the plane of the ring, h the support function of the ring, d_z the
/// gap along z. Edges and flat sides do not disturb this.
class SuperellipsoidProjection {
 public:
  SuperellipsoidProjection(const SuperellipsoidShape& shape, const Vec3<double>& p)
      : radii_(shape.radii),
        e_(shape.east_west),
        inner_(2 / shape.east_west),
        outer_(2 / shape.north_south),
        p_(p) {}

  Vec3<double> find() const {
    const auto [s, Z] = find_on_unit_curve(outer_, [&](double ring, double height) {
      Vec3<double> gap = times(radii_, p_ - at(ring, height));
      for (int i = 0; i < 3; ++i) gap[i] = std::max(gap[i], 0.0);
      const double pull = DualPair(gap.x, gap.y, e_).value;
      return pull * weight(height, ring, outer_) - gap.z * weight(ring, height, outer_);
    });
    return at(s, Z);
  }

 private:
  /// a^(k−1) over the larger of a^(k−1) and b^(k−1).
  static double weight(double a, double b, double k) { return a >= b ? 1 : std::pow(a / b, k - 1); }
  /// The nearest point with given s and Z; within the ring, p is nearest itself.
  Vec3<double> at(double s, double Z) const {
    const double x = p_.x / radii_.x, y = p_.y / radii_.y, z = std::min(p_.z, Z * radii_.z);
    const double large = std::max(x, y), ratio = large > 0 ? std::min(x, y) / large : 0;
    if (large * std::pow(1 + std::pow(ratio, inner_), 1 / inner_) <= s) return {p_.x, p_.y, z};
    const auto [A, B] = find_on_unit_curve(inner_, [&](double a, double b) {
      const double gap_x = p_.x - radii_.x * s * a, gap_y = p_.y - radii_.y * s * b;
      return gap_x * radii_.x * weight(b, a, inner_) - gap_y * radii_.y * weight(a, b, inner_);
    });
    return {radii_.x * s * A, radii_.y * s * B, z};
  }

  Vec3<double> radii_;
  double e_, inner_, outer_;
  Vec3<double> p_;
};

}  // namespace

// From outside, the problem is convex: the descent from one start is right if the plane through the point
// found, across the way to p, touches the shape. Where it is not, at edges that are almost sharp, the search
// within a search is. From inside, there may be a minimum at each side, never at an edge.
Vec3<double> nearest_in_octant(const SuperellipsoidShape& shape, const Vec3<double>& p) {
  const SuperellipsoidGauge gauge(shape);
  const Vec3<double> r = shape.radii;
  const double size = length(r);
  const SurfaceDescent descent(gauge, p, size + length(p));
  const auto from = [&](const Vec3<double>& start) {
    return descent.descend((1 / gauge.value(start)) * start);
  };
  if (gauge.value(p) >= 1) {
    const Vec3<double> x = from(p), normal = unit_or(p - x, gauge.gradient(x));
    const bool is_close = length(p - x) <= 1e-14 * size;
    const bool touches = dot(normal, shape.support(normal) - x) <= 1e-14 * size;
    if (is_close || (touches && descent.residual(x) <= 1e-14 * (size + length(p)))) return x;
    return SuperellipsoidProjection(shape, p).find();
  }
  const double mix = 1.0 / 16;
  Vec3<double> best = from(p + mix * r);
  for (int i = 0; i < 3; ++i) {
    Vec3<double> start = mix * r;
    start[i] = r[i];
    const Vec3<double> x = from(start);
    if (descent.square(x) < descent.square(best)) best = x;
  }
  return best;
}

}  // namespace sarrus::internal
