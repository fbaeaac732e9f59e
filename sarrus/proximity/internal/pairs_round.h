#pragma once
/// @file
/// Pairs of spheres, capsules and half-spaces by formulas, in world axes.

#include <algorithm>
#include <cmath>

#include "sarrus/base/inline.h"
#include "sarrus/geometry/internal/shape_math.h"
#include "sarrus/proximity/distance.h"

namespace sarrus::internal {

/// A vector of nearly unit length, of unit length. A compiler that fuses products and sums may evaluate a
/// vector anew for each use: where it is a short difference of long ones, its length and its components
/// belong to different roundings.
SARRUS_ALWAYS_INLINE Vec3<double> corrected(const Vec3<double>& n) { return (1.5 - 0.5 * dot(n, n)) * n; }

/// Spheres about points that are v apart, the first about c₁. If the points coincide, the normal is
/// `otherwise`.
SARRUS_ALWAYS_INLINE ShapeDistance ball_distance(const Vec3<double>& c1, double r1, const Vec3<double>& v,
                                                 double r2, const Vec3<double>& otherwise) {
  const double square = dot(v, v);
  const bool is_plain = square > 1e-280 && square < 1e280;
  const double apart = is_plain ? std::sqrt(square) : length(v);
  const Vec3<double> n = corrected(is_plain ? (1 / apart) * v : unit_or(v, otherwise));
  const double distance = apart - r1 - r2;
  const Vec3<double> point1 = c1 + r1 * n;
  return {distance, n, point1, point1 + distance * n};
}

/// x, or ±limit where it is beyond: without branches.
inline double within(double limit, double x) { return std::min(std::max(x, -limit), limit); }

/// A segment in space: center, unit vector and half of the length. It refers to a pose: copies through memory
/// cost more than the formulas.
struct SegmentInSpace {
  const Vec3<double>&center, &axis;
  double half;

  Vec3<double> at(double s) const { return center + s * axis; }
  double nearest(const Vec3<double>& p) const { return within(half, dot(axis, p - center)); }
  /// A vector from the nearest point s, which is across the axis unless s is an end. Where the vector is
  /// much shorter than the segment, rounding would make it otherwise; once more removes what rounding left.
  Vec3<double> across(double s, const Vec3<double>& v) const {
    if (dot(v, v) > 1e-4 * half * half || !(std::abs(s) < half)) return v;
    const Vec3<double> u = v - dot(v, axis) * axis;
    return u - dot(u, axis) * axis;
  }
};

/// Where two segments are nearest: for parallel ones, the middle of the part that they share. v is the vector
/// from center to center, k the cross product of the axes.
struct NearestOnSegments {
  double s, t;
};
SARRUS_ALWAYS_INLINE NearestOnSegments nearest_on_segments(const SegmentInSpace& a, const SegmentInSpace& b,
                                                           const Vec3<double>& v, const Vec3<double>& k) {
  const double kk = dot(k, k);
  double s;
  if (kk > 1e-24) {
    s = within(a.half, dot(cross(v, b.axis), k) / kk);
  } else {
    const double middle = dot(v, a.axis);
    const double from = std::max(-a.half, middle - b.half), to = std::min(a.half, middle + b.half);
    s = within(a.half, 0.5 * (from + to));
  }
  const double t = within(b.half, dot(b.axis, s * a.axis - v));
  return {within(a.half, dot(a.axis, v + t * b.axis)), t};
}

/// Segments swept by spheres.
SARRUS_ALWAYS_INLINE ShapeDistance capsule_distance(const SegmentInSpace& a, double r1,
                                                    const SegmentInSpace& b, double r2) {
  const Vec3<double> between = b.center - a.center, k = cross(a.axis, b.axis);
  const auto [s, t] = nearest_on_segments(a, b, between, k);
  const Vec3<double> p = a.at(s), v = between + (t * b.axis - s * a.axis);
  // Axes that nearly cross: their common normal is known better than the direction of v.
  const double kk = dot(k, k), vv = dot(v, v);
  const bool is_crossing = kk > 1e-24 && vv < 1e-8 * kk * a.half * b.half;
  if (is_crossing && std::abs(s) < a.half && std::abs(t) < b.half) {
    const Vec3<double> n = corrected((std::copysign(1.0, dot(k, v)) / std::sqrt(kk)) * k);
    const double distance = dot(n, v) - r1 - r2;
    return {distance, n, p + r1 * n, p + (r1 + distance) * n};
  }
  if (vv > 1e-280 && vv > 1e-4 * (a.half * a.half + b.half * b.half)) return ball_distance(p, r1, v, r2, v);
  const Vec3<double> otherwise = kk > 1e-24 ? corrected(normalized(k)) : perpendicular(a.axis);
  return ball_distance(p, r1, a.across(s, b.across(t, v)), r2, otherwise);
}

/// A half-space with the outward normal n through `origin`, and a point or the lowest point of a shape.
inline ShapeDistance plane_distance(const Vec3<double>& origin, const Vec3<double>& n,
                                    const Vec3<double>& lowest) {
  const double distance = dot(n, lowest - origin);
  return {distance, n, lowest - distance * n, lowest};
}

/// The same with the shapes exchanged.
inline ShapeDistance exchanged(const ShapeDistance& d) { return {d.distance, -d.normal, d.point2, d.point1}; }

}  // namespace sarrus::internal
