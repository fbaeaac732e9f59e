#pragma once
/// @file
#include <string_view>

namespace sarrus {

/// The unit of a constraint row's error or of a coordinate's change. It is the error that counts as one when
/// errors of different kinds are compared. [Simbody theory manual, sec. 9.3]
enum class ErrorUnit {
  number,  ///< Neither length nor angle; the unit is one.
  length,  ///< The unit is the System's characteristic length.
  angle,   ///< The unit is one radian.
};

/// The error unit of a coordinate or speed that is measured in `unit`, such as "m" or "rad/s".
inline ErrorUnit error_unit_of(std::string_view unit) {
  if (unit == "m" || unit == "m/s") return ErrorUnit::length;
  return unit == "rad" || unit == "rad/s" ? ErrorUnit::angle : ErrorUnit::number;
}

}  // namespace sarrus
