#pragma once
/// @file
#include <array>
#include <cmath>
#include <utility>

#include "sarrus/geometry/internal/segment.h"
#include "sarrus/geometry/shape_types.h"

namespace sarrus::internal {

/// Corners of a triangle, and its unit normal.
struct CornersAndNormal {
  const Vec3<double>&a, &b, &c;
  const Vec3<double>& n;
};

/// Where the point of a triangle is that is nearest to a given one: within, on edge k, or at corner k.
namespace TriangleFeature {
constexpr int inside = 0, first_edge = 1, first_corner = 4;
}
struct TrianglePoint {
  Vec3<double> point;
  int feature;
};

/// The point of a triangle nearest to p. Where p is above the triangle, seen along its normal, that is the
/// foot of the perpendicular; elsewhere it is on an edge that p is outside of. Errors of the normal of a thin
/// triangle do no harm: they turn it about its long edge, and move the foot by the width alone.
inline TrianglePoint nearest_of_triangle(const CornersAndNormal& t, const Vec3<double>& p) {
  const Vec3<double>* const corners[] = {&t.a, &t.b, &t.c};
  TrianglePoint best{{}, TriangleFeature::inside};
  double least = std::numeric_limits<double>::infinity();
  for (int k = 0; k < 3; ++k) {
    const Vec3<double>&from = *corners[k], &to = *corners[(k + 1) % 3];
    if (dot(cross(t.n, to - from), p - from) >= 0) continue;
    const Vec3<double> q = nearest_of_segment(from, to, p);
    const double d = dot(p - q, p - q);
    if (!(d < least)) continue;
    const auto is = [&](const Vec3<double>& v) { return q.x == v.x && q.y == v.y && q.z == v.z; };
    least = d;
    best = {q, is(from) ? TriangleFeature::first_corner + k
               : is(to) ? TriangleFeature::first_corner + (k + 1) % 3
                        : TriangleFeature::first_edge + k};
  }
  if (best.feature == TriangleFeature::inside) best.point = p - dot(t.n, p - t.a) * t.n;
  return best;
}

/// The crossing of a ray with triangles such that the edge of two of them lets nothing through [Woop,
/// Benthin, Wald, Watertight ray/triangle intersection, 2013]: coordinates are sheared so that the ray is the
/// z axis; signs of the areas between it and the edges are the same for both triangles of an edge.
class RayCrossing {
 public:
  explicit RayCrossing(const Ray& ray) : origin_(ray.origin) {
    const Vec3<double> d = ray.direction, size{std::abs(d.x), std::abs(d.y), std::abs(d.z)};
    z_ = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    x_ = (z_ + 1) % 3, y_ = (z_ + 2) % 3;
    if (d[z_] < 0) std::swap(x_, y_);
    shear_x_ = d[x_] / d[z_], shear_y_ = d[y_] / d[z_], scale_ = 1 / d[z_];
  }
  /// The distance along the ray at which it crosses the triangle (a, b, c) from either side, or a negative
  /// number if it does not.
  double distance(const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& c) const {
    const Vec3<double> A = sheared(a), B = sheared(b), C = sheared(c);
    const double u = area(C, B), v = area(A, C), w = area(B, A);
    if ((u < 0 || v < 0 || w < 0) && (u > 0 || v > 0 || w > 0)) return -1;
    const double sum = u + v + w;
    if (sum == 0) return -1;
    return (u * A.z + v * B.z + w * C.z) / sum;
  }

 private:
  Vec3<double> sheared(const Vec3<double>& p) const {
    const Vec3<double> r = p - origin_;
    // By fma(), so that a vertex has the same coordinates in all of its triangles however they are compiled.
    return {std::fma(-shear_x_, r[z_], r[x_]), std::fma(-shear_y_, r[z_], r[y_]), scale_ * r[z_]};
  }
  /// C.x·B.y − C.y·B.x with the exact sign [Kahan], which turns if B and C are exchanged.
  static double area(const Vec3<double>& C, const Vec3<double>& B) {
    const double q = C.y * B.x;
    return std::fma(C.x, B.y, -q) + std::fma(-C.y, B.x, q);
  }

  Vec3<double> origin_;
  int x_, y_, z_;
  double shear_x_, shear_y_, scale_;
};

}  // namespace sarrus::internal
