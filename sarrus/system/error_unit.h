#pragma once
/// @file
#include <string_view>

namespace sarrus {

/// What the error of a constraint's row, or the change of a coordinate, is measured in. It says what counts
/// as one where errors of different kinds are compared. [Simbody theory manual, sec. 9.3]
enum class ErrorUnit {
  number,  ///< Neither of the following: one.
  length,  ///< The System's characteristic length.
  angle,   ///< One radian.
};

/// Of a coordinate or speed with a unit of measurement such as "m" or "rad/s".
inline ErrorUnit error_unit_of(std::string_view unit) {
  if (unit == "m" || unit == "m/s") return ErrorUnit::length;
  return unit == "rad" || unit == "rad/s" ? ErrorUnit::angle : ErrorUnit::number;
}

}  // namespace sarrus
