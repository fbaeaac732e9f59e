#include "sarrus/geometry/internal/height_ray.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sarrus/geometry/internal/convex_hit.h"
#include "sarrus/geometry/internal/polynomial_roots.h"
#include "sarrus/geometry/internal/shape_math.h"

namespace sarrus::internal {

namespace {

/// The part of a ray above a rectangle centered at the origin.
struct PartAbove {
  double from, to;

  PartAbove(const HeightSpline& spline, const Ray& ray) : from(0), to(ray.length) {
    narrow(ray.origin.x, ray.direction.x, spline.half_x());
    narrow(ray.origin.y, ray.direction.y, spline.half_y());
  }
  bool is_empty() const { return !(from <= to); }

 private:
  void narrow(double origin, double direction, double half) {
    if (direction == 0) {
      if (std::abs(origin) > half) to = -1;
      return;
    }
    const double middle = -origin / direction, reach = half / std::abs(direction);
    from = std::max(from, middle - reach), to = std::min(to, middle + reach);
  }
};

/// Follows a ray from cell to cell. In each, the height of the ray above the surface is a polynomial of
/// degree six.
class HeightWalk {
 public:
  HeightWalk(const HeightSpline& spline, const Ray& ray) : spline_(spline), ray_(ray) {}

  /// The parameter at which the ray first comes from above to the surface; `was_above` tells how it begins.
  std::optional<double> first(const PartAbove& part, bool was_above) const {
    const double to = end_of(part);
    double t = part.from;
    int i = cell_toward(spline_.column_at(at(t).x), at(t).x, spline_.left_of(spline_.column_at(at(t).x)),
                        ray_.direction.x);
    int j = cell_toward(spline_.row_at(at(t).y), at(t).y, spline_.front_of(spline_.row_at(at(t).y)),
                        ray_.direction.y);
    while (t <= to && i >= 0 && j >= 0 && i < spline_.columns() && j < spline_.rows()) {
      const double exit_x = exit(ray_.origin.x, ray_.direction.x, spline_.left_of(i), spline_.dx());
      const double exit_y = exit(ray_.origin.y, ray_.direction.y, spline_.front_of(j), spline_.dy());
      const double next = std::max(std::min({exit_x, exit_y, to}), t);
      if (const auto found = first_in_cell(i, j, t, next, was_above)) return found;
      if (next >= to) break;
      t = next;
      if (exit_x <= exit_y)
        i += ray_.direction.x > 0 ? 1 : -1;
      else
        j += ray_.direction.y > 0 ? 1 : -1;
    }
    return std::nullopt;
  }

 private:
  Vec3<double> at(double t) const { return ray_.origin + t * ray_.direction; }
  /// A ray that begins on a line between cells, and leads back, begins in the cell before.
  static int cell_toward(int cell, double x, double left, double direction) {
    return x <= left && direction < 0 ? std::max(cell - 1, 0) : cell;
  }
  static double exit(double origin, double direction, double left, double width) {
    if (direction == 0) return std::numeric_limits<double>::infinity();
    return (left + (direction > 0 ? width : 0) - origin) / direction;
  }
  /// Where the ray leaves the rectangle or the slab below which it cannot hit any more.
  double end_of(const PartAbove& part) const {
    const double z = ray_.origin.z, d = ray_.direction.z;
    const double down = d < 0 ? (spline_.lowest() - z) / d : std::numeric_limits<double>::infinity();
    const double up = d > 0 ? (spline_.highest() - z) / d : std::numeric_limits<double>::infinity();
    const double margin = 1e-9 * (spline_.half_x() + spline_.half_y());
    return std::min({part.to, down + margin, up + margin});
  }
  /// The height above the surface between t = from and t = to, over 0 … 1.
  Coefficients<6> above(int i, int j, double from, double to) const {
    const Vec3<double> a = at(from), step = (to - from) * ray_.direction;
    const double u0 = (a.x - spline_.left_of(i)) / spline_.dx(), u1 = step.x / spline_.dx();
    const double v0 = (a.y - spline_.front_of(j)) / spline_.dy(), v1 = step.y / spline_.dy();
    const HeightSpline::Cell c = spline_.cell(i, j);
    Coefficients<6> h{};
    for (std::size_t k = 4; k-- > 0;) {  // h = h·u + Σ c[k][l]·vˡ
      multiply(h, u0, u1);
      Coefficients<6> row{};
      for (std::size_t l = 4; l-- > 0;) multiply(row, v0, v1), row[0] += c[k][l];
      for (std::size_t l = 0; l < 4; ++l) h[l] += row[l];
    }
    for (double& coefficient : h) coefficient = -coefficient;
    h[0] += a.z, h[1] += step.z;
    return h;
  }
  /// Multiplies a polynomial by a + b·s.
  static void multiply(Coefficients<6>& p, double a, double b) {
    for (std::size_t i = 6; i > 0; --i) p[i] = a * p[i] + b * p[i - 1];
    p[0] *= a;
  }
  std::optional<double> first_in_cell(int i, int j, double from, double to, bool& was_above) const {
    const double lower_end = std::min(at(from).z, at(to).z);
    if (was_above && lower_end > spline_.range(i, j)[1]) return std::nullopt;
    const Coefficients<6> f = above(i, j, from, to);
    const bool is_above = f[0] > 0;
    if (was_above && !is_above && (from > 0 || f[1] < 0)) return from;
    const Roots<6> roots = roots_of<6>(f, 0, 1);
    const int entry = is_above ? 0 : 1;
    if (roots.count > entry) return from + (to - from) * roots.at[entry];
    was_above = value_of<6>(f, 1) > 0;
    return std::nullopt;
  }

  const HeightSpline& spline_;
  const Ray& ray_;
};

}  // namespace

std::optional<RayHit> hit_of_heights(const HeightSpline& spline, const Ray& ray) {
  const PartAbove part(spline, ray);
  if (part.is_empty()) return std::nullopt;
  const Vec3<double> start = ray.origin + part.from * ray.direction;
  const double above = start.z - spline.at(start.x, start.y).h;
  if (above < 0 && part.from == 0) return hit_of_origin(ray);
  const std::optional<double> found = HeightWalk(spline, ray).first(part, above >= 0);
  if (!found) return std::nullopt;
  const Vec3<double> point = ray.origin + *found * ray.direction;
  const HeightJet at = spline.at(point.x, point.y);
  return RayHit{*found, point, normalized(Vec3<double>{-at.hx, -at.hy, 1})};
}

}  // namespace sarrus::internal
