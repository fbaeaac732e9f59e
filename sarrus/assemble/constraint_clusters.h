#pragma once
/// @file
/// Constraints that share joints make up a cluster; what is singular or redundant stays within one.

#include "sarrus/assemble/constraint_cluster.h"
#include "sarrus/base/array.h"
#include "sarrus/system/constraint_set.h"

namespace sarrus {

/// A cluster by numbers.
struct ClusterParts {
  Array<int> members;  ///< Numbers in the ConstraintSet.
  Array<int> speeds;   ///< Free ones, ascending.
  int rows = 0;        ///< That say something about the level.
  MotionLevel level = MotionLevel::acceleration;
};

/// The clusters of the enabled constraints, in the order of their first ones.
Array<ClusterParts> find_clusters(const State& state);

/// A cluster with the rows alone that say something about another level.
ClusterParts at_level(const State& state, ClusterParts parts, MotionLevel level);

/// Rows of a cluster over its speeds.
MatrixX<double> calc_cluster_rows(const State& state, const ClusterParts& parts);

/// Singular values of those rows, made free of units and largest first, and the motions that belong to them:
/// in columns whose largest element is one, completed by those that no row sees.
struct ClusterMotions {
  VectorX<double> sizes;
  MatrixX<double> motions;

  int rank(double threshold) const;
};
ClusterMotions calc_motions(const State& state, const ClusterParts& parts);

/// The speeds of a motion that matter, by name, the largest being one.
Array<NamedAmount> name_motion(const State& state, const Array<int>& speeds, const VectorX<double>& motion);

/// What there is to say about a cluster at a state, given how many rows are independent in general.
ConstraintCluster describe_cluster(const State& state, const ClusterParts& parts, int generic_rows,
                                   double threshold);

}  // namespace sarrus
