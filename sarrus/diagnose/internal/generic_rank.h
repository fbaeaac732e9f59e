#pragma once
/// @file
/// The generic rank of constraints: the number of rows that are independent at almost every position, not
/// only at the given one.

#include "sarrus/assemble/internal/constraint_clusters.h"
#include "sarrus/base/array.h"
#include "sarrus/diagnose/diagnosis.h"

namespace sarrus::internal {

/// The largest rank of each cluster at positions nearby, and a state with these ranks.
struct GenericRank {
  Array<int> rows;
  State state;
  Array<State> neighbors{};  ///< States nearby that meet the constraints.
};

/// Samples random positions nearby. A cluster that can move is sampled where its constraints are met: some
/// have redundant rows only there. A cluster that cannot move always returns to its present position, which
/// may be singular; so it is sampled where its constraints are not met.
GenericRank find_generic_rank(const State& state, const Array<ClusterParts>& clusters,
                              const DiagnosisOptions& options);

}  // namespace sarrus::internal
