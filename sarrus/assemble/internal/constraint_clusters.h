#pragma once
/// @file
/// Clusters of constraints that share joints. Singularity and redundancy can be analyzed in each cluster
/// alone.

#include "sarrus/assemble/constraint_cluster.h"
#include "sarrus/base/array.h"
#include "sarrus/system/internal/constraint_set.h"

namespace sarrus::internal {

/// A cluster, by numbers of constraints and speeds.
struct ClusterParts {
  Array<int> members;  ///< Numbers in the ConstraintSet.
  Array<int> speeds;   ///< Free speeds, ascending.
  int rows = 0;        ///< Number of rows that apply at the level.
  MotionLevel level = MotionLevel::acceleration;
};

/// The clusters of the enabled constraints, in the order of their first constraints.
Array<ClusterParts> find_clusters(const State& state);

/// A cluster restricted to the rows that apply at another level.
ClusterParts at_level(const State& state, ClusterParts parts, MotionLevel level);

/// The rows of a cluster over its speeds, as a dense matrix.
MatrixX<double> calc_cluster_rows(const State& state, const ClusterParts& parts);

/// Singular values of a cluster's rows, scaled to be free of units, largest first; and their right singular
/// vectors as motions, in columns whose largest element is one. The last columns span the null space of the
/// rows.
struct ClusterMotions {
  VectorX<double> sizes;
  MatrixX<double> motions;

  int rank(double threshold) const;
};
ClusterMotions calc_motions(const State& state, const ClusterParts& parts);

/// The significant speeds of a motion, by name, with the largest equal to one.
Array<NamedAmount> name_motion(const State& state, const Array<int>& speeds, const VectorX<double>& motion);

/// The description of a cluster in a state; `generic_rows` is its generic rank.
ConstraintCluster describe_cluster(const State& state, const ClusterParts& parts, int generic_rows,
                                   double threshold);

}  // namespace sarrus::internal
