#include "sarrus/system/parameter_range.h"

#include <cmath>

#include "sarrus/base/error.h"

namespace sarrus {

void ParameterRange::check(const std::string& name, double value, const std::string& unit) const {
  require(std::isfinite(value), "the parameter '{}' cannot be {}; give a finite number", name, value);
  require(lower_included ? value >= lower : value > lower, "the parameter '{}' cannot be {} {}; give {} {}",
          name, value, unit, lower_included ? "a number of at least" : "a number above", lower);
}

}  // namespace sarrus
