#pragma once
/// @file
/// Pairs of spheres, capsules and half-spaces by formulas, in world axes. Plain positions are computed in
/// registers of four numbers; those in which rounding needs care, by vectors.

#include <algorithm>
#include <cmath>
#include <limits>

#include "sarrus/base/inline.h"
#include "sarrus/geometry/internal/shape_math.h"
#include "sarrus/proximity/distance.h"
#include "sarrus/scalar/pack.h"

namespace sarrus::internal {

/// A vector of nearly unit length, of unit length. A compiler that fuses products and sums may evaluate a
/// vector anew for each use: where it is a short difference of long ones, its length and its components
/// belong to different roundings.
SARRUS_ALWAYS_INLINE Vec3<double> corrected(const Vec3<double>& n) { return (1.5 - 0.5 * dot(n, n)) * n; }

/// The same with the shapes exchanged.
inline ShapeDistance exchanged(const ShapeDistance& d) { return {d.distance, -d.normal, d.point2, d.point1}; }

/// Spheres about points that are v apart, the first about c₁. If the points coincide, the normal is
/// `otherwise`.
SARRUS_ALWAYS_INLINE ShapeDistance ball_distance(const Vec3<double>& c1, double r1, const Vec3<double>& v,
                                                 double r2, const Vec3<double>& otherwise) {
  const double square = dot(v, v);
  const bool is_plain = square > 1e-280 && square < 1e280;
  const double apart = is_plain ? std::sqrt(square) : length(v);
  // The quotient does not wait for the root.
  const Vec3<double> n = corrected(is_plain ? (apart * (1 / square)) * v : unit_or(v, otherwise));
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

/// Segments swept by spheres that may be parallel or cross.
inline ShapeDistance capsule_distance(const SegmentInSpace& a, double r1, const SegmentInSpace& b,
                                      double r2) {
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

/// A vector in the last three of four numbers; the first is any. It is read from the middle of a pose and
/// written into the middle of an answer, together with the number before it.
using RoundVector = Pack<double, 4>;
inline const double* numbers_of(const Pose<double>& X) { return reinterpret_cast<const double*>(&X); }
/// The z axis of a pose, and its origin.
SARRUS_ALWAYS_INLINE RoundVector z_axis(const Pose<double>& X) {
  static_assert(sizeof(Pose<double>) == 12 * sizeof(double));
  return RoundVector::load(numbers_of(X) + 5);
}
SARRUS_ALWAYS_INLINE RoundVector origin(const Pose<double>& X) {
  return RoundVector::load(numbers_of(X) + 8);
}
SARRUS_ALWAYS_INLINE double square_of(const RoundVector& a) {
  const RoundVector p = a * a;
  return p[1] + p[2] + p[3];
}

/// Squares of distances that are far from the least and the largest numbers, with `least` for other reasons.
/// False if anything that they were computed from is not finite.
SARRUS_ALWAYS_INLINE bool is_plain_square(double square, double least) {
  return square > least + 1e-280 && square < 1e280;
}
/// Spheres about points that are v apart, the first about c₁; the square of v is known, and plain.
SARRUS_ALWAYS_INLINE ShapeDistance plain_ball_distance(const RoundVector& c1, double r1, const RoundVector& v,
                                                       double square, double r2) {
  const RoundVector squares(square), apart = sqrt(squares);
  const double distance = apart[0] - r1 - r2;
  RoundVector n = apart * (RoundVector(1.0) / squares) * v;  // the quotient does not wait for the root
  const RoundVector point1 = c1 + RoundVector(r1) * n, point2 = c1 + (apart - RoundVector(r2)) * n;
  n.set(0, distance);
  ShapeDistance answer;
  static_assert(sizeof answer == 10 * sizeof(double));
  auto* const numbers = reinterpret_cast<double*>(&answer);
  // The first number of each is overwritten by the next.
  point2.store(numbers + 6), point1.store(numbers + 3), n.store(numbers);
  return answer;
}

/// Two spheres; `otherwise()` where their centers may coincide or are not finite.
template <class Otherwise>
SARRUS_ALWAYS_INLINE ShapeDistance plain_sphere_distance(const Pose<double>& X1, double r1,
                                                         const Pose<double>& X2, double r2,
                                                         const Otherwise& otherwise) {
  const RoundVector v = origin(X2) - origin(X1);
  const double square = square_of(v);
  if (!is_plain_square(square, 0)) [[unlikely]]
    return otherwise();
  return plain_ball_distance(origin(X1), r1, v, square, r2);
}

/// A segment swept by a sphere, and a sphere; `otherwise()` if its center may be on the segment. `is_turned`:
/// the sphere is shape 1.
template <bool is_turned, class Otherwise>
SARRUS_ALWAYS_INLINE ShapeDistance plain_capsule_sphere_distance(const Pose<double>& X1, double half,
                                                                 double r1, const Pose<double>& X2, double r2,
                                                                 const Otherwise& otherwise) {
  const double s = within(half, dot(X1.R.matrix().z, X2.p - X1.p));
  const RoundVector on_axis = origin(X1) + RoundVector(s) * z_axis(X1), center = origin(X2);
  const RoundVector v = is_turned ? on_axis - center : center - on_axis;
  const double square = square_of(v);
  if (!is_plain_square(square, 1e-4 * half * half)) [[unlikely]]
    return otherwise();
  return is_turned ? plain_ball_distance(center, r2, v, square, r1)
                   : plain_ball_distance(on_axis, r1, v, square, r2);
}

/// Segments of the half lengths h₁ and h₂ swept by spheres. With c = a·b of the axes and w from center to
/// center, the lines are nearest at s = (a·w − c·b·w)/(1 − c²). That is exact unless they are nearly
/// parallel, and the direction of v unless it is much shorter than they are: `otherwise()`.
template <class Otherwise>
SARRUS_ALWAYS_INLINE ShapeDistance plain_capsule_distance(const Pose<double>& X1, double h1, double r1,
                                                          const Pose<double>& X2, double h2, double r2,
                                                          const Otherwise& otherwise) {
  const Vec3<double>&a = X1.R.matrix().z, &b = X2.R.matrix().z, w = X2.p - X1.p;
  const double c = dot(a, b), along_a = dot(a, w), along_b = dot(b, w);
  const double sine_square = 1 - c * c;
  const double s_of_lines = within(h1, (along_a - c * along_b) / sine_square);
  const double t = within(h2, c * s_of_lines - along_b), s = within(h1, c * t + along_a);
  const Vec3<double> v = w + t * b - s * a;
  const double square = dot(v, v);
  if (!(sine_square > 1e-3 && is_plain_square(square, 1e-4 * (h1 * h1 + h2 * h2)))) [[unlikely]]
    return otherwise();
  const RoundVector on_axis = origin(X1) + RoundVector(s) * z_axis(X1);
  return plain_ball_distance(on_axis, r1, RoundVector(RoundVector::Lanes{0, v.x, v.y, v.z}), square, r2);
}

/// A half-space with the outward normal n through `origin`, and a point or the lowest point of a shape.
inline ShapeDistance plane_distance(const Vec3<double>& origin, const Vec3<double>& n,
                                    const Vec3<double>& lowest) {
  const double distance = dot(n, lowest - origin);
  return {distance, n, lowest - distance * n, lowest};
}

}  // namespace sarrus::internal
