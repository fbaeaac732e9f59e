#pragma once
/// @file
#include "apps/sarrus/contact_choice.h"
#include "apps/sarrus/initial_state.h"
#include "apps/sarrus/model_file.h"
#include "apps/sarrus/page_output.h"
#include "sarrus/simulate/simulation.h"

namespace sarrus {

/// The options of `view`.
struct ViewCommand {
  ModelFile model{};
  InitialState initial{};
  ContactChoice contact{};
  Array<std::string> motions{};  ///< Tables of recorded motions to show instead of a simulation.
  PageFiles files{};             ///< Without any, the model is shown live.
  double duration = 0;           ///< Seconds; zero: 10 for files, without end for a live view.
  double accuracy = 1e-4;
  double rate = 1;  ///< Seconds of motion per second; zero: as fast as possible.
  ViewAddress address{};
};

/// Shows a model; returns the exit status.
int view(const ViewCommand& command);

/// Runs a simulation in the browser from a state until Ctrl-C, or for a duration. Returns the exit status.
struct LiveView {
  double rate = 1;
  double duration = 0;  ///< Zero: without end.
  ViewAddress address{};
  bool paused = false;
};
int view_live(const LoadedModel& robot, const System& system, const State& start,
              const SimulationOptions& options, const LiveView& live);

}  // namespace sarrus
