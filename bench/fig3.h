#pragma once
/// @file
#include "bench/simulation_run.h"
#include "sarrus/study/simulation.h"

namespace sarrus::bench {

/// The scenario of bench/peers/fig3.h as a System of ours.
class Fig3 {
 public:
  Fig3();

  SimulationRun simulate(const std::string& method, double accuracy) const;
  /// The order of a method of ours.
  int order(const std::string& method) const;

 private:
  System system_;
  State initial_;
};

}  // namespace sarrus::bench
