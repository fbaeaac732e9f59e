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
  return is_finite(X.p) && is_finite(X.R.col(0)) && is_finite(X.R.col(1)) && is_finite(X.R.col(2));
}
inline bool is_finite(const Force<double>& F) { return is_finite(F.t) && is_finite(F.f); }

}  // namespace sarrus::internal
