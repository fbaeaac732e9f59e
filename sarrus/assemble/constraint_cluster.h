#pragma once
/// @file
#include <string>

#include "sarrus/assemble/named_amount.h"
#include "sarrus/base/array.h"

namespace sarrus {

/// A cluster: constraints that are coupled through the joints between their bodies, independent of all
/// others.
struct ConstraintCluster {
  /// Names of its constraints, and of the joints that move in it.
  Array<std::string> constraints{}, joints{};
  int speeds = 0;                      ///< Number of free speeds of those joints.
  int rows = 0, independent_rows = 0;  ///< Rows, including acceleration rows, and their rank in this state.
  int generic_rows = 0;                ///< Generic rank of the rows: their rank in almost all states.
  int loops = 0;  ///< Number of pairs of bodies that the constraints connect, each closing a loop.
  /// The singular value that is the smallest nonzero one in almost all states, relative to the largest, in
  /// this state: zero in a singular position. One if there are no rows.
  double distance_from_singular = 1;
  /// The motion of that singular value: nearly free if the distance is small.
  Array<NamedAmount> weakest_motion{};
  /// In a singular position: a basis of all instantaneous motions that the constraints permit (the null space
  /// of their rows).
  Array<Array<NamedAmount>> motions{};

  int mobility() const { return speeds - independent_rows; }
  int generic_mobility() const { return speeds - generic_rows; }
  bool is_singular() const { return independent_rows < generic_rows; }
};

}  // namespace sarrus
