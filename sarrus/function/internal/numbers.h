#pragma once
/// @file
/// Checks and lists of the numbers that define a function.

#include <cmath>
#include <cstddef>
#include <string>

#include "sarrus/base/array.h"
#include "sarrus/base/error.h"

namespace sarrus::internal {

/// Throws unless `number` is finite; the message contains the names of the number and of the function.
inline void check_finite(const char* function, const char* name, double number) {
  require(std::isfinite(number), "{}: {} = {} is not a finite number", function, name, number);
}

/// Throws unless all of `numbers` are finite.
inline void check_finite(const char* function, const char* name, const Array<double>& numbers) {
  for (std::size_t i = 0; i < numbers.size(); ++i)
    require(std::isfinite(numbers[i]), "{}: {}[{}] = {} is not a finite number", function, name, i,
            numbers[i]);
}

/// The numbers separated by commas: "1, 2.5, -3".
inline std::string number_list(const Array<double>& numbers) {
  std::string text;
  for (const double number : numbers) text += fmt::format("{}{}", text.empty() ? "" : ", ", number);
  return text;
}

}  // namespace sarrus::internal
