#pragma once
/// @file
/// The equations of motion of a tree under constraints, by the cheapest of several methods:
///   M·x = f + Gᵀ·λ,   G·x = b
/// M is the mass matrix of the tree with the inertias of ports on its diagonal (port_inertia.h). Prescribed
/// speeds are held: x is zero there.

#include <optional>
#include <variant>

#include "sarrus/base/array.h"
#include "sarrus/loops/internal/cluster_recursion.h"
#include "sarrus/loops/internal/loop_recursion.h"
#include "sarrus/loops/internal/mass_matrix_solver.h"
#include "sarrus/loops/internal/sweep_solver.h"

namespace sarrus::internal {

/// How the equations are solved.
enum class ConstraintMethod {
  mass_matrix,       ///< By the factors of the mass matrix (loop_solver.h).
  clusters,          ///< Cluster by cluster (cluster_recursion.h): for long rows of loops, each on the last.
  dependent_speeds,  ///< By the speeds of legs that constraints determine (dependent_speeds.h), and near
                     ///< singular positions by the factors of the mass matrix.
  sweeps,            ///< By articulated-body sweeps (sweep_solver.h): for a few rows on long chains.
  loops,             ///< Loop by loop (loop_recursion.h): for long rows of loops that overlap. Near singular
                     ///< positions by another method.
  mixed,             ///< Several of these, each for parts of the tree that share only the world
                     ///< (tree_parts.h).
};

/// The factors of all that depends on positions only, kept for any number of right-hand sides.
class ConstrainedDynamics {
 public:
  /// For the pattern of G; `prescribed` holds the speeds whose rates are given. Without a method, each part
  /// of the tree is solved by the one that is cheapest for it.
  ConstrainedDynamics(const Tree<double>& tree, const ConstraintJacobian& G, const IndexSet& prescribed,
                      std::optional<ConstraintMethod> method = {});

  ConstraintMethod method() const;
  /// The methods of all parts, each once.
  Array<ConstraintMethod> methods() const;
  /// Factors for other positions. Rows are uncertain by `row_error` of their size, because positions are
  /// (row_rank.h). `port_inertia` holds a number per speed, or nothing.
  void factor(const Tree<double>& tree, const PositionKinematics<double>& position,
              const ConstraintJacobian& G, double row_error = 0, In<double> port_inertia = {});
  /// The inertias of the nodes that the last factor() has found.
  const NodeInertias& inertias() const { return inertias_; }
  /// Solves for x and λ. `weights` say how redundant rows share their load: Σ w·λ² is least; empty: all one.
  void solve(const Tree<double>& tree, const PositionKinematics<double>& position, In<double> f, In<double> b,
             Out<double> x, Out<double> lambda, In<double> weights = {});

  /// Number of independent rows.
  int rank() const;
  /// Number of rows that are independent beyond doubt.
  int clear_rank() const;
  /// How far the least independent row is from depending on the others, relative to its size.
  double independence() const;
  /// True if a row depends on others.
  bool is_dependent(int row) const;

 private:
  using Solver = std::variant<MassMatrixSolver, ClusterRecursion, SweepSolver, LoopRecursion>;

  /// With nothing chosen.
  ConstrainedDynamics(const IndexSet& prescribed, int rows) : prescribed_(prescribed), rows_(rows) {}
  Solver make(ConstraintMethod method, const Tree<double>& tree, const ConstraintJacobian& G,
              const Array<TreePart>& parts) const;
  Solver cheapest(const Tree<double>& tree, const ConstraintJacobian& G, const TreePart& part,
                  bool takes_loops) const;
  void choose(const Tree<double>& tree, const ConstraintJacobian& G, bool takes_loops);
  bool factor_all(const Tree<double>& tree, const PositionKinematics<double>& position,
                  const ConstraintJacobian& G, double row_error, In<double> port_inertia);

  NodeInertias inertias_;
  Array<Solver> solvers_;  // of different kinds
  /// For positions where loops fail, made when they do; where they fail at first, others are chosen for good.
  Array<ConstrainedDynamics> without_loops_;
  bool is_first_ = true;       // whether there has been no position yet
  bool leaves_loops_ = false;  // whether loops failed at the last position
  IndexSet prescribed_;
  int rows_;
};

}  // namespace sarrus::internal
