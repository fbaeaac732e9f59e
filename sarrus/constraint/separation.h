#pragma once
/// @file
#include "sarrus/spatial/vec3.h"

namespace sarrus {

/// The distance of two points, r = |d|, and the unit vector n = d/r from one to the other.
///   ṙ = n·ḋ,   r̈ = n·d̈ + (|ḋ|² − (n·ḋ)²)/r
/// Points that coincide have no direction between them. The z axis replaces it, so that the gradient has
/// length one everywhere, and a search for a nonzero distance can leave zero.
template <class T>
struct PointDistance {
  /// Points closer than 1e-10 times `scale`, their usual distance, count as coincident.
  PointDistance(const Vec3<T>& d, double scale) {
    const T squared = dot(d, d);
    const auto coincide = squared < T(1e-20 * scale * scale);
    const T safe = sqrt(select(coincide, T(1), squared));
    inverse = select(coincide, T(0), T(1) / safe);
    length = select(coincide, d.z, safe);
    direction = inverse * d;
    direction.z = select(coincide, T(1), direction.z);
  }

  T length;
  Vec3<T> direction;

  /// The term of r̈ beyond n·d̈, from ḋ.
  T bias(const Vec3<T>& rate) const {
    const T along = dot(direction, rate);
    return inverse * (dot(rate, rate) - along * along);
  }

 private:
  T inverse;  // 1/r
};

}  // namespace sarrus
