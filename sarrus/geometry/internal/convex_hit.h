#pragma once
/// @file
/// The hit of a ray from the place where its whole line enters a convex shape.

#include <cmath>
#include <optional>

#include "sarrus/geometry/shape_types.h"

namespace sarrus::internal {

/// The hit of a ray that begins inside a shape.
inline RayHit hit_of_origin(const Ray& ray) { return {0, ray.origin, -ray.direction}; }

/// Where a line enters a convex shape: its parameter, negative behind the origin, and the normal there.
struct LineEntry {
  double at;
  Vec3<double> normal;
};

/// `entry(origin, direction)` returns the LineEntry of a line, if it meets the shape. A ray from the surface
/// hits there if it goes in, and misses if it goes out; rounding decides neither, because the nearer of both
/// ends of the line's way through the shape is taken for the origin.
template <class Entry>
std::optional<RayHit> convex_hit(const Ray& ray, bool is_inside, const Entry& entry) {
  if (is_inside) return hit_of_origin(ray);
  const std::optional<LineEntry> in = entry(ray.origin, ray.direction);
  if (!in) return std::nullopt;
  double at = in->at;
  if (at < 0) {
    const std::optional<LineEntry> out = entry(ray.origin, -ray.direction);
    if (!out || out->at > at) return std::nullopt;
    at = 0;
  }
  if (at > ray.length) return std::nullopt;
  return RayHit{at, ray.origin + at * ray.direction, in->normal};
}

/// A line enters a ball of given radius about the origin at t = −o·d − √(r² − |o − (o·d)·d|²).
inline std::optional<LineEntry> enter_ball(const Vec3<double>& origin, const Vec3<double>& direction,
                                           double radius) {
  const double middle = -dot(origin, direction);
  const Vec3<double> closest = origin + middle * direction;
  const double square = radius * radius - dot(closest, closest);
  if (!(square >= 0)) return std::nullopt;
  const double half = std::sqrt(square);
  return LineEntry{middle - half, (1 / radius) * (closest - half * direction)};
}

}  // namespace sarrus::internal
