#pragma once
/// @file
#include "apps/sarrus/contact_choice.h"
#include "apps/sarrus/initial_state.h"
#include "apps/sarrus/model_file.h"
#include "apps/sarrus/view.h"

#include "sarrus/base/array.h"

namespace sarrus {

/// Whether a run takes time steps.
enum class Stepping {
  where_it_serves,  ///< With contact or dry friction, unless an option asks for a Simulation.
  always,
  never,
};

/// The options of `simulate`.
struct SimulateCommand {
  ModelFile model{};
  InitialState initial{};
  ContactChoice contact{};
  double duration = 10;
  double accuracy = 1e-4;
  std::string integrator = "auto";
  bool has_accuracy = false, has_integrator = false;  ///< They were given.
  double fixed_step = 0;                              ///< Zero: variable steps, from the accuracy.
  std::string output{}, final_state{};                ///< Files; "-" is standard output, empty: none.
  Array<std::string> columns{};                       ///< Columns of the output as given; empty: everything.
  double every = 0;                                   ///< Seconds between rows; zero: every step.
  Stepping stepping = Stepping::where_it_serves;
  bool stops = false, no_limits = false;
  bool realtime = false, quiet = false, json = false, view = false;
  ViewAddress address{};  ///< Of the view.

  /// True if standard output receives data, so that messages go to standard error.
  bool prints_data() const { return output == "-" || final_state == "-" || json; }
  /// True if an option is that of a Simulation.
  bool asks_for_simulation() const { return has_accuracy || has_integrator || stops || realtime || view; }
};

/// Simulates a model file; returns the exit status.
int simulate(const SimulateCommand& command);

}  // namespace sarrus
