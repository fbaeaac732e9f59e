#pragma once
/// @file
/// Equations of motion with constraints through the mass matrix:
///   M·x = f + Gᵀ·λ,   G·x = b
/// by its factors (loop_solver.h) or, where constraints determine the speeds of legs and positions are not
/// singular, by dependent speeds (dependent_speeds.h).

#include <optional>

#include "sarrus/base/array.h"
#include "sarrus/dynamics/internal/inverse_dynamics_of_stages.h"
#include "sarrus/dynamics/mass_matrix.h"
#include "sarrus/loops/internal/dependent_speeds.h"
#include "sarrus/loops/internal/loop_solver.h"
#include "sarrus/loops/internal/tree_parts.h"

namespace sarrus::internal {

/// Solves some parts of a tree, of which each may have dependent speeds of its own.
class MassMatrixSolver {
 public:
  enum class DependentSpeedsUse { never, where_cheaper, always };

  /// Dependent speeds require that all parts have them and that no speed is held.
  MassMatrixSolver(const Tree<double>& tree, const ConstraintJacobian& G, const IndexSet& held,
                   const Array<TreePart>& parts, DependentSpeedsUse use = DependentSpeedsUse::where_cheaper);

  /// True if speeds of legs are determined by the constraints, except at singular positions.
  bool uses_dependent_speeds() const { return !dependent_.empty(); }
  /// True if all nodes of the tree belong to it. factor() then computes their inertias too.
  bool is_whole_tree() const { return !local_; }

  /// Computes everything that depends on positions only; `row_error` as in LoopSolver. `inertias` are those
  /// of the nodes by themselves. `port_inertia` is added to the diagonal of M; empty: none.
  void factor(const Tree<double>& tree, const PositionKinematics<double>& position, NodeInertias& inertias,
              const ConstraintJacobian& G, double row_error = 0, In<double> port_inertia = {});
  /// Solves for x and λ of the parts; other elements keep their values. `weights` as in LoopSolver.
  void solve(In<double> f, In<double> b, Out<double> x, Out<double> lambda, In<double> weights = {});

  /// As of a GramMatrix, of the rows of the parts.
  int rank() const { return is_singular_ ? solver_.A().rank() : solver_.rows(); }
  int clear_rank() const { return is_singular_ ? solver_.A().clear_rank() : solver_.rows(); }
  double independence() const { return is_singular_ ? solver_.A().independence() : 1; }
  bool is_dependent(int row) const;
  /// The approximate number of multiplications of one factorization and one solution.
  double cost() const { return cost_; }
  /// A bound of cost() from below that is found without making anything.
  static double least_cost(const Tree<double>& tree, const ConstraintJacobian& G, const IndexSet& held,
                           const TreePart& part);

 private:
  /// Copies of the numbers of a LoopSolver, where it does not have all speeds and rows of the tree.
  struct Local {
    Array<int> nodes, speeds, rows;
    TreeMatrix<double> M;
    Array<double> f, b, x, lambda, weights;
  };
  MassMatrixSolver(const Tree<double>& tree, const ConstraintJacobian& G, const IndexSet& held,
                   const TreePart& all);
  bool factor_dependent(const ConstraintJacobian& G);
  TreeMatrix<double>& matrix() { return local_ ? local_->M : mass_.matrix; }

  MassMatrix<double> mass_;
  LoopSolver solver_;
  std::optional<Local> local_;
  Array<DependentSpeeds> dependent_;
  bool is_singular_ = true;  // for dependent speeds
  double cost_ = 0;
};

}  // namespace sarrus::internal
