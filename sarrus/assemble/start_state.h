#pragma once
/// @file
/// The start state of a motion, for mechanisms with loops from a file or set by hand: the state closest to a
/// given one that meets the constraints.

#include "sarrus/base/array.h"
#include "sarrus/system/state.h"

namespace sarrus {

struct StartState {
  State state;  ///< The state found, or the given one if there is none.
  bool succeeded = true;
  double position_error = 0;  ///< Largest position error of a row in the given state.
  bool holds_coordinates = true, holds_speeds = true;  ///< True if the values to hold are unchanged.
  bool within_limits = true;                           ///< True if coordinates stayed within their limits.
  /// Remarks in sentences: how far coordinates have moved and what could not be held, or the conflicts. Empty
  /// if nothing had to change.
  Array<std::string> remarks{};
};

/// Finds the closest state that meets the constraints. If possible, coordinates and speeds with names in
/// `hold` keep their values, and all coordinates stay within the limits in which they start: first the limits
/// are given up, then the held values. Other speeds are the closest that the constraints permit. Constraints
/// that are met to 1e-6 change nothing.
///
///     State state = system.default_state();
///     state.set_q("crank", 1);
///     Simulation simulation(find_start_state(state, {"crank"}).state);
StartState find_start_state(const State& given, const Array<std::string>& hold = {});

}  // namespace sarrus
