#pragma once
/// @file
/// Where a line enters a convex shape that is given by a convex function.

#include <optional>
#include <utility>

#include "sarrus/geometry/internal/convex_hit.h"
#include "sarrus/geometry/internal/shape_math.h"

namespace sarrus::internal {

/// `function(p)` returns the value and the gradient of a convex function that is negative inside. Newton's
/// method from a point before the shape, which lies within `size` of the origin: the tangent of a convex
/// function is below it, so that no step passes the entry, and a function that grows there has none.
template <class Function>
std::optional<LineEntry> enter_convex(const Vec3<double>& origin, const Vec3<double>& direction, double size,
                                      const Function& function) {
  const double middle = -dot(origin, direction);
  const Vec3<double> closest = origin + middle * direction;
  if (dot(closest, closest) > size * size) return std::nullopt;
  double at = -1.01 * size;
  for (int i = 0; i < 200; ++i) {
    const auto [value, gradient] = function(closest + at * direction);
    const double slope = dot(gradient, direction);
    if (value <= 4e-16 * size * norm(gradient)) return LineEntry{middle + at, unit_or(gradient, -direction)};
    if (!(slope < 0)) return std::nullopt;
    const double next = at - value / slope;
    if (next == at) return LineEntry{middle + at, unit_or(gradient, -direction)};
    if (next > size) return std::nullopt;
    at = next;
  }
  return std::nullopt;
}

}  // namespace sarrus::internal
