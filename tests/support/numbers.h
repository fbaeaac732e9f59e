#pragma once
/// @file
/// Numbers that many tests use.

#include <limits>
#include <numbers>

namespace sarrus::testing {

inline constexpr double pi = std::numbers::pi;
inline constexpr double degree = pi / 180;
inline constexpr double g = 9.81;  ///< default gravity of models (m/s²)

inline constexpr double epsilon = std::numeric_limits<double>::epsilon();
inline constexpr double infinity = std::numeric_limits<double>::infinity();
inline constexpr double nan = std::numeric_limits<double>::quiet_NaN();

}  // namespace sarrus::testing
