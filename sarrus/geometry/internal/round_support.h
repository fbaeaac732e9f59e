#pragma once
/// @file
/// The farthest points of round shapes along a direction, for searches that ask for many.

#include <cmath>

#include "sarrus/base/inline.h"
#include "sarrus/geometry/cone.h"
#include "sarrus/geometry/cylinder.h"
#include "sarrus/geometry/ellipsoid.h"
#include "sarrus/geometry/internal/shape_math.h"

namespace sarrus::internal {

/// Squares of lengths in this range are exact enough to divide by.
constexpr double least_square = 1e-280, most_square = 1e280;

SARRUS_ALWAYS_INLINE Vec3<double> support_point(const CylinderShape& shape, const Vec3<double>& d) {
  const double square = d.x * d.x + d.y * d.y, end = std::copysign(0.5 * shape.length, d.z);
  if (square > least_square && square < most_square) [[likely]] {
    const double scale = shape.radius / std::sqrt(square);
    return {scale * d.x, scale * d.y, end};
  }
  const Vec3<double> rim = shape.radius * unit_or({d.x, d.y, 0}, {0, 0, 0});
  return {rim.x, rim.y, end};
}
/// The apex where the direction is within the cone of normals there, else the rim.
SARRUS_ALWAYS_INLINE Vec3<double> support_point(const ConeShape& shape, const Vec3<double>& d) {
  const double square = d.x * d.x + d.y * d.y, half = 0.5 * shape.length;
  if (square > least_square && square < most_square) [[likely]] {
    const double across = std::sqrt(square), scale = shape.radius / across;
    const bool is_apex = d.z * shape.length >= shape.radius * across;
    return {is_apex ? 0 : scale * d.x, is_apex ? 0 : scale * d.y, is_apex ? half : -half};
  }
  if (d.z * shape.length >= shape.radius * length({d.x, d.y, 0})) return {0, 0, half};
  const Vec3<double> rim = shape.radius * unit_or({d.x, d.y, 0}, {0, 0, 0});
  return {rim.x, rim.y, -half};
}
/// With D = diag(radii): D²·d/|D·d|.
SARRUS_ALWAYS_INLINE Vec3<double> support_point(const EllipsoidShape& shape, const Vec3<double>& d) {
  return times(shape.radii, unit_or(times(shape.radii, d), {0, 0, 1}));
}

}  // namespace sarrus::internal
