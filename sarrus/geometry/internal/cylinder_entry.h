#pragma once
/// @file
/// The way of a line through an endless circular cylinder about z.

#include <cmath>
#include <limits>

#include "sarrus/geometry/internal/shape_math.h"

namespace sarrus::internal {

/// The parameters of a line between which it is inside; in > out if it never is, infinite if it is parallel
/// to the axis.
struct RoundPassage {
  double in, out;
  Vec3<double> normal;  ///< Where the line enters.

  bool is_empty() const { return !(in <= out); }
};

/// x² + y² ≤ r² along a line, from the point where it is closest to the axis.
inline RoundPassage pass_cylinder(const Vec3<double>& origin, const Vec3<double>& direction, double radius) {
  constexpr double far = std::numeric_limits<double>::infinity();
  const Vec3<double> across{direction.x, direction.y, 0};
  const double speed = length(across);
  if (!(speed > 0)) {
    const bool is_inside = length({origin.x, origin.y, 0}) <= radius;
    return {is_inside ? -far : far, is_inside ? far : -far, {0, 0, 0}};
  }
  const Vec3<double> unit = (1 / speed) * across;
  const double middle = -(origin.x * unit.x + origin.y * unit.y);
  const Vec3<double> closest{origin.x + middle * unit.x, origin.y + middle * unit.y, 0};
  const double square = radius * radius - dot(closest, closest);
  if (!(square >= 0)) return {far, -far, {0, 0, 0}};
  const double half = std::sqrt(square);
  return {(middle - half) / speed, (middle + half) / speed, (1 / radius) * (closest - half * unit)};
}

}  // namespace sarrus::internal
