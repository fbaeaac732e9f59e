#pragma once
/// @file
#include "apps/sarrus/command.h"
#include "sarrus/format/urdf.h"
#include "sarrus/system/named_values.h"
#include "sarrus/system/system.h"

namespace sarrus {

/// Where a command begins: in the state of a file, or else the default one, with some values set.
struct InitialState {
  std::string file{};              ///< JSON or binary; "-" is standard input.
  std::vector<std::string> set{};  ///< NAME=VALUE.

  bool is_given() const { return !file.empty() || !set.empty(); }
};

/// Gives a command the options --set and --initial.
void add_initial_options(Command& command, InitialState& initial);

/// The state to begin with, and which of its values were set one by one.
struct StateWithValues {
  State state;
  std::vector<NamedValue> set{};
};
/// Joints that follow others are where those put them.
StateWithValues initial_state(const UrdfRobot& robot, const System& system, const InitialState& given);

/// Lines on the coordinates that are outside of their limits.
std::string notes_on_limits(const Model& model, In<double> q, const std::string& where = "");

}  // namespace sarrus
