#pragma once
/// @file
/// The generic rank of constraints: how many rows are independent at almost every position, not only at the
/// one that is looked at.

#include "sarrus/assemble/constraint_clusters.h"
#include "sarrus/base/array.h"
#include "sarrus/diagnose/diagnosis.h"

namespace sarrus {

/// Independent rows per cluster at positions nearby, the most of them, and a state that has them all.
struct GenericRank {
  Array<int> rows;
  State state;
  Array<State> neighbors{};  ///< On the constraints.
};

/// Looks at random positions nearby. A cluster that can move is looked at where its constraints are met: some
/// have redundant rows nowhere else. One that cannot move always comes back to the position that it has,
/// which may be singular, so that it is looked at where its constraints are not met.
GenericRank find_generic_rank(const State& state, const Array<ClusterParts>& clusters,
                              const DiagnosisOptions& options);

}  // namespace sarrus
