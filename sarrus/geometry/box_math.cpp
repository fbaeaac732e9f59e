#include "sarrus/geometry/internal/box_math.h"

#include <algorithm>
#include <limits>

#include "sarrus/geometry/internal/shape_math.h"

namespace sarrus::internal {

// From outside, the coordinates are clamped; from inside, the face with the smallest depth is nearest.
SurfacePoint nearest_of_box(const Vec3<double>& half, const Vec3<double>& p) {
  const Vec3<double> clamped{std::clamp(p.x, -half.x, half.x), std::clamp(p.y, -half.y, half.y),
                             std::clamp(p.z, -half.z, half.z)};
  const Vec3<double> beyond = p - clamped;
  if (largest(beyond) > 0) return {clamped, unit_or(beyond, {0, 0, 1}), length(beyond)};
  int face = 0;
  for (int i = 1; i < 3; ++i)
    if (half[i] - std::abs(p[i]) < half[face] - std::abs(p[face])) face = i;
  SurfacePoint at{p, Vec3<double>::zero(), std::abs(p[face]) - half[face]};
  at.point[face] = std::copysign(half[face], p[face]);
  at.normal[face] = std::copysign(1.0, p[face]);
  return at;
}

// The line is inside between the last of its entries into, and the first of its exits from, the three slabs.
std::optional<LineEntry> enter_box(const Vec3<double>& half, const Vec3<double>& origin,
                                   const Vec3<double>& direction) {
  constexpr double far = std::numeric_limits<double>::infinity();
  LineEntry entry{-far, {0, 0, 0}};
  double out = far;
  for (int i = 0; i < 3; ++i) {
    if (direction[i] == 0) {
      if (std::abs(origin[i]) > half[i]) return std::nullopt;
      continue;
    }
    const double toward = std::copysign(1.0, direction[i]), to_middle = -origin[i] / direction[i];
    const double half_way = half[i] / std::abs(direction[i]);
    if (to_middle - half_way > entry.at) entry = {to_middle - half_way, -toward * Vec3<double>::unit(i)};
    out = std::min(out, to_middle + half_way);
  }
  if (!(entry.at <= out)) return std::nullopt;
  return entry;
}

}  // namespace sarrus::internal
