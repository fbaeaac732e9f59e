#pragma once
/// @file
#include <algorithm>

#include "sarrus/spatial/vec3.h"

namespace sarrus::internal {

/// The point of the segment from a to b, which may coincide, that is nearest to p.
inline Vec3<double> nearest_of_segment(const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& p) {
  const Vec3<double> d = b - a;
  const double along = dot(d, p - a), length2 = dot(d, d);
  if (!(along > 0)) return a;
  if (along >= length2) return b;
  // From the nearer end: the point keeps its digits there.
  const double t = along / length2;
  return t <= 0.5 ? a + t * d : b + (dot(d, p - b) / length2) * d;
}

}  // namespace sarrus::internal
