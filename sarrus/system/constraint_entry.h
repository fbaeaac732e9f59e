#pragma once
/// @file
#include <memory>

#include "sarrus/base/array.h"
#include "sarrus/system/constraint.h"

namespace sarrus {

/// A constraint of a System.
struct ConstraintEntry {
  std::shared_ptr<const Constraint> element;
  ElementId id;
  ConstraintShape shape;
  Array<Discrete<Pose<double>>> frames{};  ///< Poses of F and of the frames M on their bodies.
  Array<Parameter> parameters{};
  /// Unit error of each row: the position error that counts as one. At the velocity level (also of velocity
  /// rows) the unit is that per characteristic time.
  Array<double> unit_errors{};
};

}  // namespace sarrus
