#pragma once
/// @file
#include "apps/sarrus/initial_state.h"
#include "apps/sarrus/model_file.h"

#include "sarrus/base/array.h"

namespace sarrus {

/// What `simulate` shall do.
struct SimulateCommand {
  ModelFile model{};
  InitialState initial{};
  double duration = 10;
  double accuracy = 1e-4;
  std::string integrator = "dormand-prince5";
  double fixed_step = 0;                ///< Zero: as the accuracy asks.
  std::string output{}, final_state{};  ///< Files; "-" is standard output, empty none.
  Array<std::string> columns{};         ///< Of the output, as they were written; empty: everything.
  double every = 0;                     ///< Zero: every step.
  bool stops = false, realtime = false, quiet = false, json = false;

  /// Whether standard output holds data, so that words go to standard error.
  bool prints_data() const { return output == "-" || final_state == "-" || json; }
};

/// Simulates a model file; returns the exit status.
int simulate(const SimulateCommand& command);

}  // namespace sarrus
