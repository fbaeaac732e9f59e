#pragma once
/// @file
#include "sarrus/system/force_element.h"

namespace sarrus {

namespace internal {
class ForceTable;
}

/// A force element on one speed, of a form that the library's table of forces knows: friction, dampers,
/// stops. A State keeps the numbers of all of them side by side until a parameter changes, and computes their
/// forces in packs. A robot has one of each in every joint.
class TabulatedForce : public ForceElement {
 public:
  /// Enters the element with its present parameters. It may read these and the model, and nothing else.
  virtual void enter(const State& state, internal::ForceTable& table) const = 0;
};

}  // namespace sarrus
