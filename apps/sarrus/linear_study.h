#pragma once
/// @file
/// What `modes` and `linearize` share: the model, the state about which it is linearized, inputs and outputs.

#include "apps/sarrus/initial_state.h"
#include "apps/sarrus/model_file.h"
#include "sarrus/linearize/linearization.h"

namespace sarrus {

/// The options of a study of small motions.
struct LinearStudy {
  ModelFile model{};
  InitialState initial{};
  Array<std::string> inputs{}, outputs{};
  bool here = false;  ///< About the given state, even if it is no equilibrium.
};
void add_linear_options(Command& command, LinearStudy& study);

/// A mechanism in the state about which it is linearized. Every joint has a force of its own, the element
/// JOINT with the parameter JOINT.force (SPEED.force where a joint has several speeds), which is zero unless
/// it is set.
struct StudiedMechanism {
  LoadedModel robot;
  State center;
};
/// Loads the model and finds the state: an equilibrium near the given values, or the values themselves. Notes
/// on them go to standard error.
StudiedMechanism find_center(const LinearStudy& study);

/// Linearizes about the state. An input or a parameter "JOINT" stands for "JOINT.force".
Linearization linearize(const LinearStudy& study, const State& center);
std::string full_input_name(const std::string& given, const State& state);

/// "an equilibrium" or "the given state".
std::string center_name(const LinearStudy& study);

}  // namespace sarrus
