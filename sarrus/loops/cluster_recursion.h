#pragma once
/// @file
/// Constrained dynamics cluster by cluster: the articulated-body algorithm with the joints of a cluster in
/// place of one joint. With A the articulated inertias of a cluster's nodes, x the rates of its speeds, a the
/// acceleration of the node that it hangs on and F = Σ A·J its momenta there,
///   M·x + Fᵀ·a = f + Gᵀ·λ,   G·x = b      →   x = x₀ − K·Fᵀ·a
/// and the parent bears A_P − F·K·Fᵀ. The cost is that of each cluster by itself, and their number counts
/// once, however long the row in which they hang on each other. [Jain 2009, "Recursive algorithms using local
/// constraint embedding for multibody system dynamics"]

#include "sarrus/base/array.h"
#include "sarrus/dynamics/inverse_dynamics_of_stages.h"
#include "sarrus/dynamics/loop_clusters.h"
#include "sarrus/loops/loop_solver.h"
#include "sarrus/loops/tree_parts.h"
#include "sarrus/spatial/lane_articulated.h"

namespace sarrus {

/// Of a part of a tree.
class ClusterRecursion {
 public:
  ClusterRecursion(const Tree<double>& tree, const ConstraintJacobian& G, const IndexSet& held,
                   const TreePart& part);

  /// Everything that depends on positions only; `row_error` as for a LoopSolver. `port_inertia` is added to
  /// the diagonal of M; empty: none.
  void factor(const Tree<double>& tree, const PositionKinematics<double>& position,
              const NodeInertias& inertias, const ConstraintJacobian& G, double row_error = 0,
              In<double> port_inertia = {});
  /// M·x = f + Gᵀ·λ, G·x = b; other elements of x and λ than those of the part are left alone.
  void solve(const Tree<double>& tree, const PositionKinematics<double>& position, In<double> f, In<double> b,
             Out<double> x, Out<double> lambda, In<double> weights = {});

  /// As a GramMatrix has them.
  int rank() const;
  int clear_rank() const;
  double independence() const;
  bool is_dependent(int row) const;
  /// Multiplications of one factorization and one solution, about.
  double cost() const;

 private:
  struct Cluster {
    LoopCluster at;
    TreeMatrix<double> M;
    LoopSolver solver;
    Array<int> rows;                      // of its own, as G numbers them
    Array<LaneForce<double>> F;           // per speed, about the parent's origin
    MatrixX<double> x_of_a, lambda_of_a;  // K·Fᵀ, and what multipliers do with it: six columns
    Array<double> f, b, x, lambda, weights;
  };
  static Cluster make_cluster(const Tree<double>& tree, const ConstraintJacobian& G, const LoopCluster& at,
                              const IndexSet& held);
  void calc_mass(const Tree<double>& tree, const PositionKinematics<double>& position, Cluster& cluster,
                 LaneArticulatedInertia& total);
  void reduce(Cluster& cluster, const LaneArticulatedInertia& total);

  Array<Cluster> clusters_;
  Array<int> idle_rows_;  // that no joint is moved by
  Array<int> cluster_of_row_, row_in_cluster_;
  Array<LaneArticulatedInertia> A_;    // per node
  Array<LaneForce<double>> wrenches_;  // per node: what hangs on it demands
  Array<LaneMotion<double>> a_;        // per node
};

}  // namespace sarrus
