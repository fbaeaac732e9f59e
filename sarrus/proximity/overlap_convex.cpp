#include "sarrus/proximity/internal/overlap_convex.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "sarrus/proximity/internal/common_solid.h"
#include "sarrus/proximity/internal/volume_moments.h"

namespace sarrus::internal {

namespace {

/// The number of meridians fixed to each shape, a multiple of 12 so that they lie alike whichever axis of the
/// shape they are counted from, and the number of equal parts of a meridian.
struct Fineness {
  int meridians, parts;
};
constexpr Fineness coarse{12, 4}, smooth{12, 7}, edged{48, 7};

/// Sums over rays from a center.
struct RaySums {
  double volume = 0;
  Vec3<double> moment{0, 0, 0};        // of the volume about the center
  Sym3<double> second{};               // ∫ x·xᵀ dV
  std::array<Vec3<double>, 2> area{};  // of either surface
  std::array<double, 2> surface{};     // their areas, without directions
};

/// Where the overlap is, how it extends, and the normal of the contact.
struct Extent {
  Vec3<double> center, normal;
  Sym3<double> covariance;
};

/// True if the covariance has a height and a width: those of overlaps that are thinner than rounding may have
/// none. The width is what is left across the normal when the slant is taken away, as in make_chart().
bool has_width_and_height(const Extent& extent) {
  const Sym3<double>& C = extent.covariance;
  const Vec3<double> slant = C * extent.normal;
  const double height = dot(extent.normal, slant), trace = C.xx + C.yy + C.zz;
  constexpr double rounding = 1e-14;
  return height > 0 && trace - dot(slant, slant) / height > rounding * trace && std::isfinite(trace);
}

/// The map x = center + S·y to space from one where the overlap is about as wide as it is high. The first
/// column of S is the pole of the meridians; the others are perpendicular to the normal.
struct Chart {
  Vec3<double> center;
  std::array<Vec3<double>, 3> columns;
  double determinant;
};

/// A unit vector perpendicular to n: what is left of the axis that is most so.
Vec3<double> azimuth(const Rotation<double>& axes, const Vec3<double>& n) {
  int best = 0;
  for (const int i : {1, 2})
    if (std::abs(dot(axes.col(i), n)) < std::abs(dot(axes.col(best), n))) best = i;
  const Vec3<double> axis = axes.col(best);
  return normalized(axis - dot(axis, n) * n);
}

/// S·Sᵀ is the covariance: its first column as in Cholesky's, the others by the symmetric root of what is
/// left,
///   √C = (C + s·1)/√(tr C + 2s),   s = √det C
/// so that it does not matter from which axis meridians are counted.
Chart make_chart(const Extent& extent, const Rotation<double>& axes) {
  const Vec3<double> n = extent.normal, u = azimuth(axes, n), v = cross(n, u);
  const auto product = [&](const Vec3<double>& a, const Vec3<double>& b) {
    return dot(a, extent.covariance * b);
  };
  const double a = std::sqrt(product(n, n)), b = product(n, u) / a, c = product(n, v) / a;
  const double uu = product(u, u) - b * b, vv = product(v, v) - c * c, uv = product(u, v) - b * c;
  constexpr double least = 1e-4;  // of the width, for the breadth
  const double s = std::sqrt(std::max(uu * vv - uv * uv, least * least * (uu + vv) * (uu + vv)));
  const double t = 1 / std::sqrt(uu + vv + 2 * s);
  return {extent.center,
          {a * n + b * u + c * v, (t * (uu + s)) * u + (t * uv) * v, (t * uv) * u + (t * (vv + s)) * v},
          a * t * t * ((uu + s) * (vv + s) - uv * uv)};
}

/// The integrals along one meridian: the rays S·(cos θ, sin θ·equator), θ from 0 to π.
class Meridian {
 public:
  Meridian(const CommonSolid& solid, const Chart& chart, double angle)
      : solid_(solid),
        chart_(chart),
        side_(std::cos(angle) * chart.columns[1] + std::sin(angle) * chart.columns[2]) {}

  /// Adds its share, which stands for a sector of the given angle.
  void add_to(RaySums& sums, int parts, double sector) const {
    // The poles themselves, which may be corners, are left out.
    constexpr double pole = 1e-4;
    const double step = (std::numbers::pi - 2 * pole) / parts;
    Leaving from = leave(pole);
    for (int i = 1; i <= parts; ++i) {
      const Leaving to = leave(pole + i * step);
      if (const std::optional<double> edge = find_edge(from, to)) {
        add_part(from.angle, *edge, sector, sums);
        add_part(*edge, to.angle, sector, sums);
      } else {
        add_part(from.angle, to.angle, sector, sums);
      }
      from = to;
    }
  }

 private:
  /// Where a ray leaves the overlap.
  struct Leaving {
    double angle;
    Vec3<double> ray;  // S·ω
    double r;          // it leaves at r·S·ω from the center
    Vec3<double> normal;
    std::size_t surface;  // 0 or 1
  };
  Leaving leave(double angle) const {
    const Vec3<double> ray = std::cos(angle) * chart_.columns[0] + std::sin(angle) * side_;
    const double length = norm(ray);
    const Vec3<double> d = (1 / length) * ray;
    const RayExit exit1 = solid_.leave(0, chart_.center, d), exit2 = solid_.leave(1, chart_.center, d);
    const bool is_first = exit1.distance < exit2.distance;
    const auto& [distance, normal] = is_first ? exit1 : exit2;
    return {angle, ray, distance / length, normal, is_first ? std::size_t{0} : 1};
  }
  /// The tangent of the surface in the plane of the meridian: a·y0 + b·y1 = c.
  struct Tangent {
    double a, b, c;
  };
  Tangent tangent(const Leaving& at) const {
    return {dot(at.normal, chart_.columns[0]), dot(at.normal, side_), at.r * dot(at.normal, at.ray)};
  }
  /// Where the meridian passes from one smooth piece of surface to another, if it seems to do so between two
  /// rays: where the tangents meet, which become those of points ever nearer to the edge.
  std::optional<double> find_edge(Leaving from, Leaving to) const {
    constexpr double least_sine = 0.35;
    constexpr int steps = 4;
    std::optional<double> edge;
    for (int i = 0; i < steps; ++i) {
      const Tangent s = tangent(from), t = tangent(to);
      const double sine = s.a * t.b - s.b * t.a, cosine = s.a * t.a + s.b * t.b;
      const bool is_same_piece = from.surface == to.surface && cosine > 0 &&
                                 sine * sine < least_sine * least_sine * (sine * sine + cosine * cosine);
      if (is_same_piece) break;
      // Tangents of a convex curve meet between their points, and at one of them only if it is the edge.
      const double angle =
          sine > 0 ? std::atan2(s.a * t.c - t.a * s.c, s.c * t.b - t.c * s.b) : 0.5 * (from.angle + to.angle);
      constexpr double rounding = 1e-9;
      if (!(angle > from.angle + rounding && angle < to.angle - rounding)) break;
      const Leaving middle = leave(angle);
      edge = angle;
      bool is_like_from = middle.surface == from.surface;
      if (from.surface == to.surface) {
        const double like_from = dot(middle.normal, from.normal), like_to = dot(middle.normal, to.normal);
        // In the middle of an arc: there is no edge.
        if (std::abs(like_from - like_to) < 0.1 * (1 - dot(from.normal, to.normal))) break;
        is_like_from = like_from > like_to;
      }
      (is_like_from ? from : to) = middle;
    }
    return edge;
  }
  /// By Gauss's rule of three points.
  void add_part(double from, double to, double sector, RaySums& sums) const {
    const double half = 0.5 * (to - from), middle = 0.5 * (to + from), off = std::sqrt(0.6) * half;
    const double w = half * sector / 9;
    add(leave(middle - off), 5 * w, sums), add(leave(middle), 8 * w, sums),
        add(leave(middle + off), 5 * w, sums);
  }
  /// With x = S·y the integrals have the factor det S: n1 dA = det S·n1·r²/(n1·S·ω) dω.
  void add(const Leaving& at, double weight, RaySums& sums) const {
    const double dw = weight * std::sin(at.angle) * chart_.determinant, dV = dw * at.r * at.r * at.r / 3;
    const Vec3<double> x = at.r * at.ray;
    sums.volume += dV;
    sums.moment += (0.75 * dV) * x;
    const double s = 0.6 * dV;
    sums.second = sums.second + Sym3<double>{s * x.x * x.x, s * x.y * x.y, s * x.z * x.z,
                                             s * x.x * x.y, s * x.x * x.z, s * x.y * x.z};
    const double slope = dot(at.normal, at.ray);
    if (!(slope > 0)) return;
    const double dA = dw * at.r * at.r / slope;
    sums.area[at.surface] += dA * at.normal;
    sums.surface[at.surface] += dA;
  }

  const CommonSolid& solid_;
  const Chart& chart_;
  const Vec3<double> side_;
};

RaySums sum_rays(const CommonSolid& solid, const Extent& extent, const Fineness& fineness) {
  RaySums sums;
  const double sector = 2 * std::numbers::pi / fineness.meridians;
  for (const int which : {0, 1}) {
    const Chart chart = make_chart(extent, solid.axes(which));
    for (int i = 0; i < fineness.meridians; ++i)
      Meridian(solid, chart, (i + 0.5) * sector).add_to(sums, fineness.parts, 0.5 * sector);
  }
  return sums;
}

/// The area of surface 1. The sums of both, which should be opposite to each other, are corrected in
/// proportion to the surfaces: a shape that is wholly inside the other gets exactly zero.
Vec3<double> balanced_area(const RaySums& sums) {
  const double share1 = sums.surface[0] / (sums.surface[0] + sums.surface[1]);
  return (1 - share1) * sums.area[0] - share1 * sums.area[1];
}

/// A first guess: as high as the chord along the normal, and as wide as the mean chord across it.
Extent guess_extent(const CommonSolid& solid, const Vec3<double>& inside, const Vec3<double>& n) {
  const auto leave = [&](const Vec3<double>& from, const Vec3<double>& d) {
    return std::min(solid.leave(0, from, d).distance, solid.leave(1, from, d).distance);
  };
  const double above = leave(inside, n), below = leave(inside, -n);
  const Vec3<double> center = inside + (0.5 * (above - below)) * n;
  constexpr int directions = 12;
  double width = 0;
  for (const int which : {0, 1}) {
    const Vec3<double> u = azimuth(solid.axes(which), n), v = cross(n, u);
    for (int i = 0; i < directions; ++i) {
      const double angle = 2 * std::numbers::pi * (i + 0.5) / directions;
      width += leave(center, std::cos(angle) * u + std::sin(angle) * v) / (2 * directions);
    }
  }
  // (h² − w²)·n·nᵀ + w²·1
  const double w = 0.25 * width * width, h = 0.0625 * (above + below) * (above + below), s = h - w;
  return {
      center,
      n,
      {s * n.x * n.x + w, s * n.y * n.y + w, s * n.z * n.z + w, s * n.x * n.y, s * n.x * n.z, s * n.y * n.z}};
}

/// A better one, from sums about the last.
Extent improve_extent(const CommonSolid& solid, const Extent& extent) {
  const RaySums sums = sum_rays(solid, extent, coarse);
  if (!(sums.volume > 0)) return extent;
  const Vec3<double> c = (1 / sums.volume) * sums.moment, area = balanced_area(sums);
  const double s = 1 / sums.volume, size = norm(area);
  const Sym3<double>& m = sums.second;
  const bool has_normal = size > 1e-3 * (sums.surface[0] + sums.surface[1]);
  return {extent.center + c,
          has_normal ? (1 / size) * area : extent.normal,
          {s * m.xx - c.x * c.x, s * m.yy - c.y * c.y, s * m.zz - c.z * c.z, s * m.xy - c.x * c.y,
           s * m.xz - c.x * c.z, s * m.yz - c.y * c.z}};
}

bool has_smooth_surface(const AnyShape& shape) {
  return !std::holds_alternative<BoxShape>(shape) && !std::holds_alternative<RoundedBoxShape>(shape) &&
         !std::holds_alternative<ConvexShape>(shape) && !std::holds_alternative<CylinderShape>(shape) &&
         !std::holds_alternative<ConeShape>(shape);
}

}  // namespace

Overlap overlap_of_convex(const AnyShape& shape1, const AnyShape& shape2, const Pose<double>& X_12) {
  const ShapeDistance distance = calc_distance(shape1, {}, shape2, X_12);
  if (!(distance.distance < 0)) return {};
  const CommonSolid solid(shape1, shape2, X_12);
  const std::optional<Vec3<double>> inside = solid.find_inner_point(distance);
  if (!inside) return {};
  Extent extent = guess_extent(solid, *inside, distance.normal);
  constexpr int improvements = 3;
  if (!has_width_and_height(extent)) return {};
  for (int i = 0; i < improvements; ++i) {
    const Extent next = improve_extent(solid, extent);
    if (!has_width_and_height(next)) break;
    extent = next;
  }
  const bool is_smooth = has_smooth_surface(shape1) && has_smooth_surface(shape2);
  const RaySums sums = sum_rays(solid, extent, is_smooth ? smooth : edged);
  if (!(sums.volume > 0)) return {};
  const VolumeMoments solid_moments{sums.volume, extent.center, sums.moment, sums.second};
  return {sums.volume, solid_moments.centroid(), balanced_area(sums), solid_moments.inertia()};
}

}  // namespace sarrus::internal
