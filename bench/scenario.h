#pragma once
/// @file
#include "bench/peers/scenario_state.h"
#include "bench/simulation_run.h"
#include "sarrus/simulate/simulation.h"

namespace sarrus::bench {

/// A System that is simulated for a while, and by the peers too under the same name.
struct Scenario {
  std::string name, title;
  State start;
  std::vector<std::string> joints;  ///< In the order that all programs follow.
  double duration;
  std::vector<double> end{};  ///< Coordinates of the joints at the end, where they are known.

  SimulationRun simulate(const std::string& method, double accuracy) const;
  /// The order of a method of ours.
  int order(const std::string& method) const;
  /// Coordinates and speeds of a state in the order of the joints.
  ScenarioState arranged(const State& state) const;
};

}  // namespace sarrus::bench
