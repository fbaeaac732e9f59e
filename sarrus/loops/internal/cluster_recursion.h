#pragma once
/// @file
/// Constrained dynamics cluster by cluster (local constraint embedding): the articulated-body algorithm with
/// the joints of a cluster in place of one joint. With A the articulated inertias of a cluster's nodes, x the
/// rates of its speeds, a the acceleration of its parent node and F = Σ A·J its momenta there,
///   M·x + Fᵀ·a = f + Gᵀ·λ,   G·x = b      →   x = x₀ − K·Fᵀ·a
/// and the parent carries A_P − F·K·Fᵀ. The cost is the sum of the costs of the clusters: linear in their
/// number, however long the chain that they form. [Jain 2009, "Recursive algorithms using local constraint
/// embedding for multibody system dynamics"]

#include "sarrus/base/array.h"
#include "sarrus/dynamics/internal/inverse_dynamics_of_stages.h"
#include "sarrus/dynamics/internal/loop_clusters.h"
#include "sarrus/loops/internal/loop_solver.h"
#include "sarrus/loops/internal/tree_parts.h"
#include "sarrus/spatial/lane_articulated.h"

namespace sarrus::internal {

/// Constrained dynamics of one part of a tree.
class ClusterRecursion {
 public:
  ClusterRecursion(const Tree<double>& tree, const ConstraintJacobian& G, const IndexSet& held,
                   const TreePart& part);

  /// Factors everything that depends on positions only; `row_error` as for a LoopSolver. `port_inertia` is
  /// added to the diagonal of M; empty: none.
  void factor(const Tree<double>& tree, const PositionKinematics<double>& position,
              const NodeInertias& inertias, const ConstraintJacobian& G, double row_error = 0,
              In<double> port_inertia = {});
  /// Solves M·x = f + Gᵀ·λ, G·x = b for the part; other elements of x and λ are left unchanged.
  void solve(const Tree<double>& tree, const PositionKinematics<double>& position, In<double> f, In<double> b,
             Out<double> x, Out<double> lambda, In<double> weights = {});

  /// Rank and dependency of the rows, as in GramMatrix.
  int rank() const;
  int clear_rank() const;
  double independence() const;
  bool is_dependent(int row) const;
  /// Approximate number of multiplications for one factorization and one solution.
  double cost() const;

 private:
  struct Cluster {
    LoopCluster at;
    TreeMatrix<double> M;
    LoopSolver solver;
    Array<int> rows;                      // its own rows, as numbered in G
    Array<LaneForce<double>> F;           // per speed, about the parent's origin
    MatrixX<double> x_of_a, lambda_of_a;  // K·Fᵀ, and the same for the multipliers: six columns each
    Array<double> f, b, x, lambda, weights;
  };
  static Cluster make_cluster(const Tree<double>& tree, const ConstraintJacobian& G, const LoopCluster& at,
                              const IndexSet& held);
  void calc_mass(const Tree<double>& tree, const PositionKinematics<double>& position, Cluster& cluster,
                 LaneArticulatedInertia& total);
  void reduce(Cluster& cluster, const LaneArticulatedInertia& total);

  Array<Cluster> clusters_;
  Array<int> idle_rows_;  // rows without speeds: no joint affects them
  Array<int> cluster_of_row_, row_in_cluster_;
  Array<LaneArticulatedInertia> A_;    // per node
  Array<LaneForce<double>> wrenches_;  // per node: wrenches required by its descendants
  Array<LaneMotion<double>> a_;        // per node
};

}  // namespace sarrus::internal
