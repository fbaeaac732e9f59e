#pragma once
/// @file
/// Assembly branches (assembly modes). A mechanism whose inputs are held can usually be assembled in several
/// ways: elbow up and elbow down, the many postures of a parallel robot.

#include "sarrus/assemble/assembly.h"
#include "sarrus/base/array.h"

namespace sarrus {

struct BranchOptions {
  AssemblyOptions assembly{};  ///< `restarts` and `accept` apply here, too.
  int starts = 200;            ///< Number of random starts.
  double same_within = 1e-4;   ///< States closer than this count as the same.
};

/// All assembly branches that were found, the one closest to the start first. If a mechanism can move, there
/// is one state for each local minimum of the distance from the start. Angles are reduced by whole turns
/// unless a constraint counts them.
Array<State> assemble_all(const State& start, const BranchOptions& options = {});

/// The state among several that is closest to the coordinates of `hint`; an Error if there are none.
const State& nearest_branch(const Array<State>& branches, const State& hint);

}  // namespace sarrus
