#pragma once
/// @file
#include "apps/sarrus/contact_choice.h"
#include "apps/sarrus/initial_state.h"
#include "apps/sarrus/model_file.h"
#include "apps/sarrus/view.h"

#include "sarrus/base/array.h"

namespace sarrus {

/// The options of `simulate`.
struct SimulateCommand {
  ModelFile model{};
  InitialState initial{};
  ContactChoice contact{};
  double duration = 10;
  double accuracy = 1e-4;
  std::string integrator = "auto";
  double fixed_step = 0;                ///< Zero: variable steps, from the accuracy.
  std::string output{}, final_state{};  ///< Files; "-" is standard output, empty: none.
  Array<std::string> columns{};         ///< Columns of the output as given; empty: everything.
  double every = 0;                     ///< Seconds between rows; zero: every step.
  bool stops = false, stepper = false, realtime = false, quiet = false, json = false, view = false;
  ViewAddress address{};  ///< Of the view.

  /// True if standard output receives data, so that messages go to standard error.
  bool prints_data() const { return output == "-" || final_state == "-" || json; }
};

/// Simulates a model file; returns the exit status.
int simulate(const SimulateCommand& command);

}  // namespace sarrus
