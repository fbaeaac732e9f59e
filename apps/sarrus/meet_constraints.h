#pragma once
/// @file
#include "apps/sarrus/initial_state.h"

namespace sarrus {

/// The state nearest to a given one in which the constraints are met.
struct MetConstraints {
  State state;                ///< As given if there is no such state.
  double position_error = 0;  ///< By how much the constraints were off as given, the largest of a row.
  std::string note{};         ///< Lines that say how far coordinates moved, if any did.
  std::string failure{};      ///< What is in the way if there is no such state.
};

/// Coordinates and speeds that were set one by one stay if they can, and all coordinates stay within the
/// limits that they start in, if they can. What is met as far as a simulation cares is left as it is.
MetConstraints meet_constraints(const StateWithValues& given);

}  // namespace sarrus
