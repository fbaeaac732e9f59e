#pragma once
/// @file
#include <cmath>

#include "sarrus/scalar/pack.h"
#include "sarrus/spatial/pose.h"

namespace sarrus::internal {

/// True if every number is finite.
inline bool is_finite(const Vec3<double>& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}
/// Zero times a number is zero only if that is finite: zeros where all numbers of a pose are.
inline Pack<double, 4> zero_times(const Pose<double>& X) {
  static_assert(sizeof(Pose<double>) == 12 * sizeof(double));
  const auto* numbers = reinterpret_cast<const double*>(&X);
  const Pack<double, 4> zero(0.0);
  return zero * Pack<double, 4>::load(numbers) + zero * Pack<double, 4>::load(numbers + 4) +
         zero * Pack<double, 4>::load(numbers + 8);
}
inline bool is_finite(const Pose<double>& X) { return all(zero_times(X) >= Pack<double, 4>(0.0)); }
inline bool are_finite(const Pose<double>& X1, const Pose<double>& X2) {
  return all(zero_times(X1) + zero_times(X2) >= Pack<double, 4>(0.0));
}
inline bool is_finite(const Force<double>& F) { return is_finite(F.t) && is_finite(F.f); }

}  // namespace sarrus::internal
