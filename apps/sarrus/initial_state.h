#pragma once
/// @file
#include <string_view>

#include "apps/sarrus/command.h"
#include "sarrus/assemble/start_state.h"
#include "sarrus/base/array.h"
#include "sarrus/format/loaded_model.h"
#include "sarrus/system/system.h"

namespace sarrus {

/// The initial state of a command: that of a file, or else the default one, with some values set.
struct InitialState {
  std::string file{};        ///< JSON or binary; "-" is standard input.
  Array<std::string> set{};  ///< NAME=VALUE.

  bool is_given() const { return !file.empty() || !set.empty(); }
};

/// Gives a command the options --set and --initial.
void add_initial_options(Command& command, InitialState& initial);

/// The initial state, and the names of the values that were set one by one.
struct StateWithValues {
  State state;
  Array<std::string> set{};  ///< Names of values.
  std::string note{};        ///< On what of a file was left out; or empty.
};
/// Makes the initial state. Joints that follow others are set accordingly.
StateWithValues initial_state(const LoadedModel& robot, const System& system, const InitialState& given);

/// True if a file of states holds text in JSON; otherwise it is binary, as `simulate --final` writes it.
bool is_json(const std::string& path, std::string_view bytes);

/// Notes on what had to change to meet the constraints.
std::string notes_on_start(const StartState& start);
/// Notes on the coordinates that are outside of their limits.
std::string notes_on_limits(const Model& model, In<double> q, const std::string& where = "");

}  // namespace sarrus
