#pragma once
/// @file
/// Mechanisms with closed loops, written as bodies and joints, to be cut at any of their joints.

#include <string>
#include <vector>

#include "sarrus/constraint/close_loops.h"
#include "sarrus/system/constraint_projection.h"

namespace sarrus::testing {

/// A loop, drawn closed.
struct Loop {
  ModelBuilder model;
  std::vector<std::string> bodies, joints;
  std::string driven;  ///< A joint whose speed gives it motion.
  double speed = 0;

  /// The System that is cut at a joint.
  SystemBuilder cut(const std::string& joint, LoopClosing closing = LoopClosing::with_coordinates) const {
    return close_loops(model, {.cut = {{joint, closing}}});
  }
  /// A state in motion.
  State moving(const System& system) const;
};

/// The four-bar of tests/support/linkages.h with pins at "crank", "coupler", "rocker" and "tip", where
/// coupler and rocker meet.
Loop four_bar_of_pins();
/// Bricard's linkage of tests/support/linkages.h with hinges "hinge0" … "hinge5": one equation more than
/// needed.
Loop bricard_of_pins();
/// Pin, ball, universal and pin in space: no equation more than needed.
Loop spatial_four_bar();

}  // namespace sarrus::testing
