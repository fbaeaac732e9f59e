#pragma once
/// @file
#include <string>

#include "sarrus/assemble/named_amount.h"
#include "sarrus/base/array.h"

namespace sarrus {

/// Constraints that act on each other through the joints between their bodies; others do not know of them.
struct ConstraintCluster {
  Array<std::string> constraints{}, joints{};  ///< Joints that move in it.
  int speeds = 0;                              ///< Of those joints, as far as they are free.
  int rows = 0, independent_rows = 0;          ///< Here, those of accelerations too,
  int generic_rows = 0;                        ///< and independent ones in general.
  int loops = 0;                               ///< Pairs of bodies that are connected once more.
  /// The smallest singular value that the rows have in general, in parts of the largest, here: zero in a
  /// singular position. One if there are no rows.
  double distance_from_singular = 1;
  /// The motion that belongs to it: nearly free where the distance is small.
  Array<NamedAmount> weakest_motion{};
  /// In a singular position: all motions that the constraints permit at this instant.
  Array<Array<NamedAmount>> motions{};

  int mobility() const { return speeds - independent_rows; }
  int generic_mobility() const { return speeds - generic_rows; }
  bool is_singular() const { return independent_rows < generic_rows; }
};

}  // namespace sarrus
