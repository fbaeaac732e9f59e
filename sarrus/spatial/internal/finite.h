#pragma once
/// @file
#include <cmath>

#include "sarrus/spatial/pose.h"

namespace sarrus::internal {

/// True if every number is finite.
inline bool is_finite(const Vec3<double>& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}
inline bool is_finite(const Pose<double>& X) {
  // Without branches: zero times a number is zero only if that is finite.
  const Mat3<double>& R = X.R.matrix();
  const Vec3<double> zero = (0.0 * X.p + 0.0 * R.x) + (0.0 * R.y + 0.0 * R.z);
  return zero.x + zero.y + zero.z == 0;
}
inline bool is_finite(const Force<double>& F) { return is_finite(F.t) && is_finite(F.f); }

}  // namespace sarrus::internal
