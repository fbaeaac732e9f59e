#pragma once
/// @file
#include "apps/sarrus/model_file.h"

namespace sarrus {

/// What `simulate` shall do.
struct SimulateCommand {
  ModelFile model{};
  double duration = 10;
  double accuracy = 1e-4;
  std::string integrator = "dormand-prince5";
  double fixed_step = 0;
  std::vector<std::string> set{};  ///< NAME=VALUE.
  std::string initial{};           ///< A file with the state to begin with.
  std::string output{}, final_state{};
  std::vector<std::string> columns{};  ///< Of the output; empty: everything.
  double every = 0;
  bool realtime = false, quiet = false;
};

/// Simulates a model file and prints a summary.
void simulate(const SimulateCommand& command);

}  // namespace sarrus
