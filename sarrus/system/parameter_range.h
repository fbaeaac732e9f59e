#pragma once
/// @file
#include <limits>
#include <string>

namespace sarrus {

/// The valid range of a parameter.
struct ParameterRange {
  double lower = -std::numeric_limits<double>::infinity();
  bool lower_included = true;

  static ParameterRange at_least(double lower) { return {lower, true}; }
  static ParameterRange above(double lower) { return {lower, false}; }
  /// Throws an Error unless the value is finite and in the range.
  void check(const std::string& name, double value, const std::string& unit) const;
};

}  // namespace sarrus
