#pragma once
/// @file
/// Functions that the sources of several shapes share: unit vectors that are safe near zero, round
/// coordinates, messages on sizes.

#include <cmath>

#include "sarrus/base/error.h"
#include "sarrus/geometry/shape.h"

namespace sarrus::internal {

/// Throws an Error unless a size is positive and finite.
inline void require_size(std::string_view type, std::string_view name, double value) {
  require(value > 0 && std::isfinite(value),
          "{}: {} = {}, but it must be positive and finite; give it in meters", type, name, value);
}
/// Throws an Error unless a density is positive and finite.
inline void require_density(std::string_view type, double density) {
  require(density > 0 && std::isfinite(density),
          "{}: density = {}, but it must be positive and finite; give it in kg/m³", type, density);
}
inline void require_sizes(std::string_view type, std::string_view name, const Vec3<double>& value) {
  require(value.x > 0 && value.y > 0 && value.z > 0 && std::isfinite(value.x) && std::isfinite(value.y) &&
              std::isfinite(value.z),
          "{}: {} = ({}, {}, {}), but all three must be positive and finite; give them in meters", type, name,
          value.x, value.y, value.z);
}

/// Products and quotients of the components.
inline Vec3<double> times(const Vec3<double>& a, const Vec3<double>& b) {
  return {a.x * b.x, a.y * b.y, a.z * b.z};
}
inline Vec3<double> over(const Vec3<double>& a, const Vec3<double>& b) {
  return {a.x / b.x, a.y / b.y, a.z / b.z};
}

inline double largest(const Vec3<double>& a) {
  return std::max({std::abs(a.x), std::abs(a.y), std::abs(a.z)});
}

/// |a|, without overflow or underflow of its square.
inline double length(const Vec3<double>& a) {
  const double square = dot(a, a);
  if (square > 1e-280 && square < 1e280) return std::sqrt(square);
  const double scale = largest(a);
  return scale > 0 ? scale * norm(Vec3<double>{a.x / scale, a.y / scale, a.z / scale}) : 0;
}

/// a/|a|, or `otherwise` if a is zero.
inline Vec3<double> unit_or(const Vec3<double>& a, const Vec3<double>& otherwise) {
  const double square = dot(a, a);
  if (square > 1e-280 && square < 1e280) return (1 / std::sqrt(square)) * a;
  const double scale = largest(a);
  return scale > 0 ? normalized(Vec3<double>{a.x / scale, a.y / scale, a.z / scale}) : otherwise;
}

/// A unit vector perpendicular to a unit vector.
inline Vec3<double> perpendicular(const Vec3<double>& n) {
  const double x = std::abs(n.x), y = std::abs(n.y), z = std::abs(n.z);
  if (x <= y && x <= z) return normalized(Vec3<double>{0, -n.z, n.y});
  return y <= z ? normalized(Vec3<double>{n.z, 0, -n.x}) : normalized(Vec3<double>{-n.y, n.x, 0});
}

/// A point in cylindrical coordinates about z. On the axis, `out` is x.
struct RoundPoint {
  Vec3<double> out;  ///< Unit vector from the axis to the point.
  double radius, z;

  explicit RoundPoint(const Vec3<double>& p)
      : out(unit_or({p.x, p.y, 0}, {1, 0, 0})), radius(length({p.x, p.y, 0})), z(p.z) {}
  /// The point or vector with given components along `out` and z.
  Vec3<double> at(double along_out, double along_z) const {
    return {along_out * out.x, along_out * out.y, along_z};
  }
  Vec3<double> around() const { return {-out.y, out.x, 0}; }
};

}  // namespace sarrus::internal
