#pragma once
/// @file
#include "sarrus/format/urdf.h"
#include "sarrus/system/named_values.h"
#include "sarrus/system/system.h"

namespace sarrus {

/// Where a command begins: in the state of a file, or else the default one, with some values set.
struct InitialState {
  std::string file{};              ///< .json, or else binary.
  std::vector<std::string> set{};  ///< NAME=VALUE.
};

/// The state to begin with, and which of its values were set one by one.
struct StateWithValues {
  State state;
  std::vector<NamedValue> set{};
};
/// Joints that follow others are where those put them.
StateWithValues initial_state(const UrdfRobot& robot, const System& system, const InitialState& given);

}  // namespace sarrus
