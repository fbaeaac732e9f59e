#pragma once
/// @file
/// What is so in general and not only in one position.

#include "sarrus/study/constraint_clusters.h"

namespace sarrus {

/// Independent rows per cluster at positions nearby, the most of them, and a state that has them all.
struct GenericRows {
  std::vector<int> rows;
  State state;
  std::vector<State> neighbours{};  ///< On the constraints.
};

/// Looks at random positions nearby. A cluster that can move is looked at where its constraints are met: some
/// have redundant rows nowhere else. One that cannot move always comes back to the position that it has,
/// which may be singular, so that it is looked at where its constraints are not met.
GenericRows find_generic_rows(const State& state, const std::vector<ClusterParts>& clusters,
                              const DiagnosisOptions& options);

}  // namespace sarrus
