#pragma once
/// @file
/// A mechanism whose inputs are held can usually be assembled in several ways: elbow up and elbow down, the
/// many postures of a parallel robot.

#include "sarrus/assemble/assembly.h"
#include "sarrus/base/array.h"

namespace sarrus {

struct BranchOptions {
  AssemblyOptions assembly{};  ///< `restarts` and `accept` count here, too.
  int starts = 200;            ///< How many random starts are tried.
  double same_within = 1e-4;   ///< States nearer than this to each other are the same.
};

/// All ways to assemble that were found, the one nearest to the start first. Where a mechanism can move,
/// there is one for each place where the distance from the start has a minimum. Angles that no constraint
/// counts are taken without whole turns.
Array<State> assemble_all(const State& start, const BranchOptions& options = {});

/// The state among several that is nearest to `hint`, whose coordinates alone count; an Error if there are
/// none.
const State& nearest_branch(const Array<State>& branches, const State& hint);

}  // namespace sarrus
