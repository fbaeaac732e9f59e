#include "sarrus/proximity/internal/overlap_round.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "sarrus/proximity/internal/volume_moments.h"

namespace sarrus::internal {

namespace {

/// A cap of height h of a ball of radius R.
struct BallCap {
  double volume;    // π·h²·(3R − h)/3
  double centroid;  // its distance from the ball's center, 3(2R − h)²/(4(3R − h))
  double circle;    // the area of its plane side, π·h·(2R − h)
  // ∫ z² dV along the axis from the centroid, π·h⁴·(R/2 − h/5 − (2R/3 − h/4)²/(R − h/3)), and ∫ x² dV across
  // it, π·h³·(R²/3 − R·h/4 + h²/20).
  double along, across;
};
BallCap cap_of_ball(double radius, double height) {
  const double R = radius, h = std::clamp(height, 0.0, 2 * R), rest = 3 * R - h, pi = std::numbers::pi;
  if (!(rest > 0)) return {0, 0, 0, 0, 0};
  const double first = 2 * R / 3 - h / 4;
  return {.volume = pi * h * h * rest / 3,
          .centroid = 0.75 * (2 * R - h) * (2 * R - h) / rest,
          .circle = pi * h * (2 * R - h),
          .along = pi * h * h * h * h * (R / 2 - h / 5 - 3 * first * first / rest),
          .across = pi * h * h * h * (R * R / 3 - R * h / 4 + h * h / 20)};
}

/// The inertia about the centroid of a solid of revolution about the unit vector n, by these two integrals.
Sym3<double> inertia_about_axis(double along, double across, const Vec3<double>& n) {
  const double side = along + across;
  return Sym3<double>::diagonal(side, side, side) + (across - along) * Sym3<double>::lower(outer(n, n));
}

/// Nodes and weights of Gauss and Legendre on [−1, 1], by Newton's method on the polynomial.
constexpr int gauss_points = 32;
struct GaussRule {
  std::array<double, gauss_points> node, weight;
};
GaussRule make_gauss_rule() {
  GaussRule rule{};
  for (int i = 0; i < gauss_points; ++i) {
    double x = std::cos(std::numbers::pi * (i + 0.75) / (gauss_points + 0.5)), slope = 1;
    for (int step = 0; step < 10; ++step) {
      double p = 1, before = 0;
      for (int k = 1; k <= gauss_points; ++k) {
        const double next = ((2 * k - 1) * x * p - (k - 1) * before) / k;
        before = p, p = next;
      }
      slope = gauss_points * (x * p - before) / (x * x - 1);
      x -= p / slope;
    }
    rule.node[i] = x;
    rule.weight[i] = 2 / ((1 - x * x) * slope * slope);
  }
  return rule;
}
/// Calls f(x, weight) at the nodes of an interval.
template <class F>
void visit_gauss_nodes(double from, double to, const F& f) {
  static const GaussRule rule = make_gauss_rule();
  const double half = 0.5 * (to - from), middle = 0.5 * (to + from);
  for (std::size_t i = 0; i < gauss_points; ++i) f(middle + half * rule.node[i], half * rule.weight[i]);
}

/// What is below s·x + k·z = c of a cylinder, k ≥ 0, s ≥ 0: over the disc, columns of the height
///   L(x) = clamp((c − s·x)/k + l/2, 0, l).
struct CutCylinder {
  double radius, length, s, k, c;
  // Moments about x = −r, z = −l/2, which is below the plane if anything is.
  VolumeMoments sum{};

  /// The angle ψ of x = −r·cos ψ, which is accurate near the rim: x + r = 2r·sin²(ψ/2).
  double angle(double x) const {
    return 2 * std::asin(std::sqrt(std::clamp(0.5 * (x + radius) / radius, 0.0, 1.0)));
  }
  /// Adds the columns over x from x1 to x2; the chord there is 2r·sin ψ and dx = r·sin ψ dψ, so that the
  /// integrand has no root at the rim.
  void add_columns(double x1, double x2, bool is_full) {
    visit_gauss_nodes(angle(x1), angle(x2), [&](double psi, double weight) {
      const double x = -radius * std::cos(psi), sine = std::sin(psi);
      const double dA = weight * 2 * radius * radius * sine * sine;
      const double L = is_full ? length : std::clamp((c - s * x) / k + 0.5 * length, 0.0, length);
      const double from_rim = x + radius, half_chord = radius * sine, dV = L * dA;
      sum.volume += dV;
      sum.first += dV * Vec3<double>{from_rim, 0, 0.5 * L};
      sum.second = sum.second + dV * Sym3<double>{from_rim * from_rim, half_chord * half_chord / 3,
                                                  L * L / 3,           0,
                                                  0.5 * from_rim * L,  0};
    });
  }
  /// The area of the plane inside the cylinder.
  double section() const {
    const double pi = std::numbers::pi, x_full = x_at(-1), x_none = x_at(1);
    if (s == 0) return std::abs(c) <= 0.5 * k * length ? pi * radius * radius : 0;
    const double low = std::clamp(x_full, -radius, radius), high = std::clamp(x_none, -radius, radius);
    const double width = x_none - x_full;  // k·l/s, without cancellation
    double area = 0;
    if (low == x_full && high == x_none && width < 0.1 * std::min(radius - high, low + radius)) {
      // Nearly upright: the chord over the length, which stays finite for k = 0.
      visit_gauss_nodes(-0.5 * length, 0.5 * length, [&](double z, double weight) {
        const double x = (c - k * z) / s;
        area += weight * 2 * std::sqrt(radius * radius - x * x) / s;
      });
    } else if (low < high) {
      visit_gauss_nodes(angle(low), angle(high), [&](double psi, double weight) {
        area += weight * 2 * radius * radius * std::sin(psi) * std::sin(psi) / k;
      });
    }
    return area;
  }
  /// Where the plane meets the lower end (side 1) or the upper one (−1).
  double x_at(double side) const { return (c + side * 0.5 * k * length) / s; }

  void integrate() {
    const double r = radius;
    if (s == 0) return add_columns(-r, r, false);
    const double low = std::clamp(x_at(-1), -r, r), high = std::clamp(x_at(1), -r, r);
    if (low > -r) add_columns(-r, low, true);
    if (high > low && k > 0) add_columns(low, high, false);
  }
};

}  // namespace

Overlap overlap_of_spheres(double radius1, const Vec3<double>& center1, double radius2,
                           const Vec3<double>& center2) {
  const Vec3<double> apart = center2 - center1;
  const double d = norm(apart);
  if (d >= radius1 + radius2) return {};
  if (d <= std::abs(radius1 - radius2)) {
    const double r = std::min(radius1, radius2);
    const double ball = 4 * std::numbers::pi / 3 * r * r * r, I = 0.4 * ball * r * r;
    return {ball, radius1 < radius2 ? center1 : center2, {0, 0, 0}, Sym3<double>::diagonal(I, I, I)};
  }
  // The plane of the common circle is at x1 = (d² + r1² − r2²)/(2d) from center 1; the heights of the caps
  // are h1 = r1 − x1 = (r2 − r1 + d)(r1 + r2 − d)/(2d) and likewise h2.
  const double depth = radius1 + radius2 - d;
  const BallCap cap1 = cap_of_ball(radius1, depth * (radius2 - radius1 + d) / (2 * d));
  const BallCap cap2 = cap_of_ball(radius2, depth * (radius1 - radius2 + d) / (2 * d));
  const Vec3<double> n = (1 / d) * apart;
  const double volume = cap1.volume + cap2.volume;
  const double x1 = cap1.centroid, x2 = d - cap2.centroid;
  const double x = (cap1.volume * x1 + cap2.volume * x2) / volume;
  const double along = cap1.along + cap2.along + cap1.volume * cap2.volume / volume * (x2 - x1) * (x2 - x1);
  return {volume, center1 + x * n, cap1.circle * n, inertia_about_axis(along, cap1.across + cap2.across, n)};
}

Overlap below_plane(const EllipsoidShape& shape, const Vec3<double>& n, double offset) {
  // x = D·y maps the unit ball to the ellipsoid: n·x ≤ c becomes m·y ≤ c/|D·n| with m = D·n/|D·n|. Volumes
  // grow by det D, area vectors by det D·D⁻¹: D⁻¹·m = n/|D·n|.
  const Vec3<double>& r = shape.radii;
  const Vec3<double> Dn{r.x * n.x, r.y * n.y, r.z * n.z};
  const double size = norm(Dn), det = r.x * r.y * r.z;
  const BallCap cap = cap_of_ball(1, 1 + offset / size);
  const double y = -cap.centroid / size;
  // ∫ x·xᵀ dV = det D·D·(∫ y·yᵀ dV)·D
  const Vec3<double> D_m{r.x * Dn.x / size, r.y * Dn.y / size, r.z * Dn.z / size};
  const VolumeMoments central{
      .volume = det * cap.volume,
      .second = det * (cap.across * Sym3<double>::diagonal(r.x * r.x, r.y * r.y, r.z * r.z) +
                       (cap.along - cap.across) * Sym3<double>::lower(outer(D_m, D_m)))};
  if (!(cap.volume > 0)) return {};
  return {central.volume,
          {y * r.x * Dn.x, y * r.y * Dn.y, y * r.z * Dn.z},
          (-det * cap.circle / size) * n,
          central.inertia()};
}

Overlap below_plane(const CylinderShape& shape, const Vec3<double>& n, double offset) {
  const double s = std::hypot(n.x, n.y), upward = n.z < 0 ? -1 : 1;
  CutCylinder cut{shape.radius, shape.length, s, std::abs(n.z), offset};
  cut.integrate();
  const Vec3<double> area = -cut.section() * n;
  if (!(cut.sum.volume > 0)) return {0, {0, 0, 0}, area};
  // The axes of the cut: along s, across it and along the cylinder.
  const Vec3<double> a = s > 0 ? Vec3<double>{n.x / s, n.y / s, 0} : Vec3<double>{1, 0, 0};
  const Vec3<double> up{0, 0, upward}, b = cross(up, a);
  const Rotation<double> axes = Rotation<double>(Mat3<double>{a, b, up});
  const Vec3<double> corner{-shape.radius, 0, -0.5 * shape.length};
  return {cut.sum.volume, axes * (corner + cut.sum.centroid()), area, rotate(axes, cut.sum.inertia())};
}

}  // namespace sarrus::internal
