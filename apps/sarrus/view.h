#pragma once
/// @file
#include "apps/sarrus/contact_choice.h"
#include "apps/sarrus/initial_state.h"
#include "apps/sarrus/model_file.h"
#include "sarrus/simulate/simulation.h"
#include "sarrus/view/picture.h"

namespace sarrus {

/// Where a view is served: with both given, the address is the same each time.
struct ViewAddress {
  int port = 0;         ///< Zero: any free one.
  std::string token{};  ///< The part of the address that others cannot guess; empty: a random one.
};
/// Adds the options --port and --token.
void add_address_options(Command& command, ViewAddress& address);

/// The options of `view`.
struct ViewCommand {
  ModelFile model{};
  InitialState initial{};
  ContactChoice contact{};
  Array<std::string> motions{};        ///< Tables of recorded motions to show instead of a simulation.
  std::string html{}, png{}, video{};  ///< Files to write; empty: show the model live.
  double duration = 0;                 ///< Seconds; zero: 10 for files, without end for a live view.
  double accuracy = 1e-4;
  double rate = 1;  ///< Seconds of motion per second; zero: as fast as possible.
  ViewAddress address{};
  PictureOptions picture{};

  bool writes_files() const { return !html.empty() || !png.empty() || !video.empty(); }
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
