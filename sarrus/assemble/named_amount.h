#pragma once
/// @file
#include <string>

namespace sarrus {

/// A number with a name: a coefficient of a row, or the component of a speed in a motion.
struct NamedAmount {
  std::string name;
  double amount = 0;
};

}  // namespace sarrus
