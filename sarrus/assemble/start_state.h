#pragma once
/// @file
/// Where a motion begins, for mechanisms with loops from a file or set by hand: the state nearest to a given
/// one in which the constraints are met.

#include "sarrus/base/array.h"
#include "sarrus/system/state.h"

namespace sarrus {

struct StartState {
  State state;  ///< As given if there is no such state.
  bool succeeded = true;
  double position_error = 0;  ///< By how much the constraints were off as given, the largest of a row.
  bool holds_coordinates = true, holds_speeds = true;  ///< Whether the values that were to be held are.
  bool within_limits = true;                           ///< Whether coordinates stayed within their limits.
  /// Sentences: how far coordinates moved and what could not be held, or what is in the way. Empty where
  /// nothing had to change.
  Array<std::string> remarks{};
};

/// Coordinates and speeds of the names in `hold` stay if they can, and all coordinates stay within the limits
/// that they start in, if they can: first the limits are given up, then what is held. Other speeds are the
/// nearest that the constraints permit. What is met to 1e-6 is left as it is.
///
///     State state = system.default_state();
///     state.set_q("crank", 1);
///     Simulation simulation(find_start_state(state, {"crank"}).state);
StartState find_start_state(const State& given, const Array<std::string>& hold = {});

}  // namespace sarrus
