#pragma once
/// @file
#include <functional>
#include <string>
#include <vector>

#include "sarrus/system/system.h"

namespace sarrus::bench {

/// A motion whose end is known without integrating.
struct KnownMotion {
  std::string name;
  State start;
  double duration;
  std::function<std::vector<double>(const State&)> numbers;  ///< What is compared,
  std::vector<double> truth;                                 ///< and what it must be at the end.
};

/// A pendulum, a free body about its intermediate axis, a planet, a double pendulum.
std::vector<KnownMotion> known_motions();

}  // namespace sarrus::bench
