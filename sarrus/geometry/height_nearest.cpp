#include "sarrus/geometry/internal/height_nearest.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "sarrus/geometry/internal/shape_math.h"

namespace sarrus::internal {

namespace {

/// Searches the cells in rings around the one below the point, as long as they can hold a nearer point.
class HeightSearch {
 public:
  HeightSearch(const HeightSpline& spline, const Vec3<double>& p) : spline_(spline), p_(p) {}

  Vec3<double> find() {
    descend({std::clamp(p_.x, -spline_.half_x(), spline_.half_x()),
             std::clamp(p_.y, -spline_.half_y(), spline_.half_y()), 0});
    if (is_alone()) return best_;
    square_ = std::numeric_limits<double>::infinity();
    const int i = spline_.column_at(p_.x), j = spline_.row_at(p_.y);
    const int rings = std::max(spline_.columns(), spline_.rows());
    for (int ring = 0; ring < rings && !is_beyond(i, j, ring); ++ring) {
      for (int across = -ring; across <= ring; ++across) {
        search_cell(i + across, j - ring);
        if (ring > 0) search_cell(i + across, j + ring);
      }
      for (int along = 1 - ring; along < ring; ++along)
        search_cell(i - ring, j + along), search_cell(i + ring, j + along);
    }
    return best_;
  }

 private:
  /// True if no other point can be nearer: all that may be are within a small part of a cell, in which the
  /// surface hardly bends.
  bool is_alone() const {
    const HeightJet at = spline_.at(best_.x, best_.y);
    const double distance = std::sqrt(square_);
    return distance <= 0.1 * std::min(spline_.dx(), spline_.dy()) &&
           distance * (std::abs(at.hxx) + std::abs(at.hyy) + 2 * std::abs(at.hxy)) <= 0.2;
  }
  /// True if all cells of a ring, and so of all larger ones, are farther than the best point.
  bool is_beyond(int i, int j, int ring) const {
    if (ring == 0) return false;
    const double left = p_.x - spline_.left_of(i - ring + 1), right = spline_.left_of(i + ring) - p_.x;
    const double front = p_.y - spline_.front_of(j - ring + 1), back = spline_.front_of(j + ring) - p_.y;
    const double gap = std::max(std::min({left, right, front, back}), 0.0);
    return gap * gap > square_;
  }
  void search_cell(int i, int j) {
    if (i < 0 || j < 0 || i >= spline_.columns() || j >= spline_.rows()) return;
    const double x = spline_.left_of(i), y = spline_.front_of(j);
    const auto& [low, high] = spline_.range(i, j);
    const Vec3<double> gap{p_.x - std::clamp(p_.x, x, x + spline_.dx()),
                           p_.y - std::clamp(p_.y, y, y + spline_.dy()), p_.z - std::clamp(p_.z, low, high)};
    if (dot(gap, gap) > square_) return;
    start_in_cell(x, y);
  }
  /// Descends from each of 4×4 points of a cell that is nearer than its neighbors.
  void start_in_cell(double x, double y) {
    constexpr int n = 4;
    std::array<std::array<double, n + 2>, n + 2> squares;
    for (auto& row : squares) row.fill(std::numeric_limits<double>::infinity());
    const auto place = [&](std::size_t a, std::size_t b) {
      return Vec3<double>{x + spline_.dx() * static_cast<double>(a - 1) / (n - 1),
                          y + spline_.dy() * static_cast<double>(b - 1) / (n - 1), 0};
    };
    for (std::size_t a = 1; a <= n; ++a)
      for (std::size_t b = 1; b <= n; ++b) squares[a][b] = square(place(a, b));
    for (std::size_t a = 1; a <= n; ++a)
      for (std::size_t b = 1; b <= n; ++b)
        if (squares[a][b] <=
            std::min({squares[a - 1][b], squares[a + 1][b], squares[a][b - 1], squares[a][b + 1]}))
          descend(place(a, b));
  }

  /// |x − p|² at a place of the rectangle.
  double square(const Vec3<double>& place) const {
    const double rise = spline_.at(place.x, place.y).h - p_.z;
    return (place.x - p_.x) * (place.x - p_.x) + (place.y - p_.y) * (place.y - p_.y) + rise * rise;
  }
  /// Gradient and Hessian of half of it; coordinates held by the edge have none.
  struct Slope {
    double gx, gy, hxx, hxy, hyy;
    double size() const { return std::hypot(gx, gy); }
    bool is_convex() const { return hxx > 0 && hxx * hyy > hxy * hxy; }
  };
  Slope slope(const Vec3<double>& place) const {
    const HeightJet at = spline_.at(place.x, place.y);
    const double rise = at.h - p_.z;
    Slope s{place.x - p_.x + rise * at.hx, place.y - p_.y + rise * at.hy, 1 + at.hx * at.hx + rise * at.hxx,
            at.hx * at.hy + rise * at.hxy, 1 + at.hy * at.hy + rise * at.hyy};
    const double x = spline_.half_x(), y = spline_.half_y();
    if ((place.x >= x && s.gx < 0) || (place.x <= -x && s.gx > 0)) s.gx = 0, s.hxx = 1, s.hxy = 0;
    if ((place.y >= y && s.gy < 0) || (place.y <= -y && s.gy > 0)) s.gy = 0, s.hyy = 1, s.hxy = 0;
    return s;
  }
  Vec3<double> moved(const Vec3<double>& place, const Slope& s, double damping) const {
    const double half_difference = (s.hxx - s.hyy) / 2;
    const double low = (s.hxx + s.hyy) / 2 - std::hypot(half_difference, s.hxy);
    const double scale = std::abs(s.hxx) + std::abs(s.hyy);
    const double add = damping * scale + (low < 1e-8 * scale ? 1e-3 * scale - low : 0);
    const double a = s.hxx + add, c = s.hyy + add, determinant = a * c - s.hxy * s.hxy;
    return {
        std::clamp(place.x + (s.hxy * s.gy - c * s.gx) / determinant, -spline_.half_x(), spline_.half_x()),
        std::clamp(place.y + (s.hxy * s.gx - a * s.gy) / determinant, -spline_.half_y(), spline_.half_y()),
        0};
  }
  /// Damped Newton steps that come nearer, then pure ones that make the gradient smaller.
  void descend(Vec3<double> place) {
    double here = square(place), damping = 0;
    const double size = spline_.half_x() + spline_.half_y();
    for (int i = 0; i < 60; ++i) {
      const Slope s = slope(place);
      if (s.size() <= 1e-9 * size) break;
      bool is_lower = false;
      for (int attempt = 0; attempt < 30 && !is_lower; ++attempt) {
        const Vec3<double> next = moved(place, s, damping);
        is_lower = square(next) < here;
        if (is_lower) place = next, here = square(next);
        damping = is_lower ? (damping < 1e-3 ? 0 : damping / 8) : std::max(0.25, 4 * damping);
      }
      if (!is_lower) break;
    }
    for (int i = 0; i < 8; ++i) {
      const Slope s = slope(place);
      const Vec3<double> next = moved(place, s, 0);
      if (!s.is_convex() || !(slope(next).size() < s.size())) break;
      place = next;
    }
    here = square(place);
    if (here < square_) square_ = here, best_ = {place.x, place.y, spline_.at(place.x, place.y).h};
  }

  const HeightSpline& spline_;
  Vec3<double> p_;
  Vec3<double> best_{};
  double square_ = std::numeric_limits<double>::infinity();
};

}  // namespace

SurfacePoint nearest_of_heights(const HeightSpline& spline, const Vec3<double>& p) {
  const Vec3<double> point = HeightSearch(spline, p).find();
  const bool is_over = std::abs(p.x) <= spline.half_x() && std::abs(p.y) <= spline.half_y();
  const double sign = is_over && p.z < spline.at(p.x, p.y).h ? -1 : 1;
  const HeightJet at = spline.at(point.x, point.y);
  const Vec3<double> normal = normalized(Vec3<double>{-at.hx, -at.hy, 1});
  const bool is_on_edge = std::abs(point.x) >= spline.half_x() || std::abs(point.y) >= spline.half_y();
  if (is_on_edge) return {point, unit_or(sign * (p - point), normal), sign * length(p - point)};
  return {point, normal, dot(p - point, normal)};
}

}  // namespace sarrus::internal
