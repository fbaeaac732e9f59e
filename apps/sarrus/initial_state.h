#pragma once
/// @file
#include "apps/sarrus/command.h"
#include "sarrus/assemble/start_state.h"
#include "sarrus/base/array.h"
#include "sarrus/format/loaded_model.h"
#include "sarrus/system/system.h"

namespace sarrus {

/// Where a command begins: in the state of a file, or else the default one, with some values set.
struct InitialState {
  std::string file{};        ///< JSON or binary; "-" is standard input.
  Array<std::string> set{};  ///< NAME=VALUE.

  bool is_given() const { return !file.empty() || !set.empty(); }
};

/// Gives a command the options --set and --initial.
void add_initial_options(Command& command, InitialState& initial);

/// The state to begin with, and which of its values were set one by one.
struct StateWithValues {
  State state;
  Array<std::string> set{};  ///< By name.
};
/// Joints that follow others are where those put them.
StateWithValues initial_state(const LoadedModel& robot, const System& system, const InitialState& given);

/// Lines on what had to change for the constraints to be met.
std::string notes_on_start(const StartState& start);
/// Lines on the coordinates that are outside of their limits.
std::string notes_on_limits(const Model& model, In<double> q, const std::string& where = "");

}  // namespace sarrus
