#pragma once
/// @file
/// Nearest points and entries of lines of a box with given half edges: for boxes, rounded boxes and bounds.

#include <optional>

#include "sarrus/geometry/internal/convex_hit.h"

namespace sarrus::internal {

inline bool is_inside_box(const Vec3<double>& half, const Vec3<double>& p) {
  return std::abs(p.x) < half.x && std::abs(p.y) < half.y && std::abs(p.z) < half.z;
}
SurfacePoint nearest_of_box(const Vec3<double>& half, const Vec3<double>& p);
std::optional<LineEntry> enter_box(const Vec3<double>& half, const Vec3<double>& origin,
                                   const Vec3<double>& direction);

}  // namespace sarrus::internal
