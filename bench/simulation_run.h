#pragma once
/// @file
/// Standard C++17 only: the programs of the peers use it too.
#include <vector>

namespace sarrus::bench {

/// What a simulation took and where it ended.
struct SimulationRun {
  double cpu_seconds = 0;
  long steps = 0;        ///< Accepted.
  long evaluations = 0;  ///< Of all accelerations.
  std::vector<double> q;
};

}  // namespace sarrus::bench
