#pragma once
/// @file
/// Mechanisms with closed loops, written as bodies and joints, to be cut at any of their joints.

#include <string>
#include <vector>

#include "sarrus/constraint/close_loops.h"
#include "sarrus/system/internal/constraint_projection.h"

namespace sarrus::testing {

using namespace internal;

/// A mechanism with a loop; the joint frames in its model close it.
struct Loop {
  ModelBuilder model;
  std::vector<std::string> bodies, joints;
  std::string driven;  ///< The joint whose speed drives the motion.
  double speed = 0;

  /// The System with the loop cut at a joint.
  SystemBuilder cut(const std::string& joint, LoopClosing closing = LoopClosing::with_coordinates) const {
    return close_loops(model, {.cut = {{joint, closing}}});
  }
  /// A state in motion.
  State moving(const System& system) const;
};

/// The four-bar of tests/support/linkages.h with pins at "crank", "coupler", "rocker" and "tip", where
/// coupler and rocker meet.
Loop four_bar_of_pins();
/// Bricard's linkage of tests/support/linkages.h with hinges "hinge0" … "hinge5": one redundant equation.
Loop bricard_of_pins();
/// Pin, ball, universal and pin in space: no redundant equation.
Loop spatial_four_bar();

}  // namespace sarrus::testing
