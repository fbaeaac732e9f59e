#pragma once
/// @file
/// The equations of motion of a tree under constraints, by whichever way takes less:
///   M·x = f + Gᵀ·λ,   G·x = b
/// M is the mass matrix of the tree with the inertias of ports on its diagonal (port_inertia.h). Prescribed
/// speeds are held: x is zero there.

#include <optional>

#include "sarrus/base/array.h"
#include "sarrus/dynamics/inverse_dynamics_of_stages.h"
#include "sarrus/dynamics/mass_matrix.h"
#include "sarrus/loops/cluster_recursion.h"
#include "sarrus/loops/dependent_speeds.h"
#include "sarrus/loops/loop_recursion.h"
#include "sarrus/loops/sweep_solver.h"

namespace sarrus {

/// The ways: through the factors of the whole mass matrix (loop_solver.h); cluster by cluster
/// (cluster_recursion.h), which pays where loops hang on each other in long rows; or by what constraints make
/// of the speeds of legs (dependent_speeds.h), and near their singular positions through the mass matrix; or
/// by sweeps (sweep_solver.h), which pays where a few rows tie long chains; or loop by loop
/// (loop_recursion.h), which pays where loops overlap in long rows, and by another way near singular
/// positions. Parts that move without each other (tree_parts.h) may be `mixed`: some cluster by cluster,
/// others loop by loop.
enum class ConstraintMethod { mass_matrix, clusters, dependent_speeds, sweeps, loops, mixed };

/// Everything that depends on positions only, kept for any number of right-hand sides.
class ConstrainedDynamics {
 public:
  /// For the pattern of G; `prescribed` holds the speeds whose rates are given. No method: the cheapest one,
  /// of each part of the tree by itself.
  ConstrainedDynamics(const Tree<double>& tree, const ConstraintJacobian& G, const IndexSet& prescribed,
                      std::optional<ConstraintMethod> method = {});

  ConstraintMethod method() const;
  /// For other positions. Rows are uncertain by `row_error` of their size, because positions are
  /// (row_rank.h). `port_inertia` holds a number per speed, or nothing.
  void factor(const Tree<double>& tree, const PositionKinematics<double>& position,
              const ConstraintJacobian& G, double row_error = 0, In<double> port_inertia = {});
  /// What the last factor() has found of the nodes.
  const NodeInertias& inertias() const { return inertias_; }
  /// Solves for x and λ. `weights` say how redundant rows share their load: Σ w·λ² is least; empty: all one.
  void solve(const Tree<double>& tree, const PositionKinematics<double>& position, In<double> f, In<double> b,
             Out<double> x, Out<double> lambda, In<double> weights = {});

  /// Number of independent rows, and which depend on others.
  int rank() const;
  /// Number of rows that are independent beyond doubt, and how far the one is that is the least so, in parts
  /// of its size.
  int clear_rank() const;
  double independence() const;
  bool is_dependent(int row) const;

 private:
  struct Whole {
    MassMatrix<double> mass;
    LoopSolver solver;
  };
  /// A part of the tree that is solved by itself.
  struct Part {
    std::optional<ClusterRecursion> clusters;
    std::optional<LoopRecursion> loops;

    double cost() const { return clusters ? clusters->cost() : loops->cost(); }
  };
  /// With nothing chosen.
  ConstrainedDynamics(const IndexSet& prescribed, int rows) : prescribed_(prescribed), rows_(rows) {}
  static Part cheapest_part(const Tree<double>& tree, const ConstraintJacobian& G, const IndexSet& prescribed,
                            const TreePart& part, bool takes_loops);
  void choose(const Tree<double>& tree, const ConstraintJacobian& G, const IndexSet& prescribed,
              bool takes_loops);
  void make_whole(const Tree<double>& tree, const ConstraintJacobian& G, const IndexSet& prescribed);
  bool factor_parts(const Tree<double>& tree, const PositionKinematics<double>& position,
                    const ConstraintJacobian& G, double row_error, In<double> port_inertia);
  /// The factors of A = G·M⁻¹·Gᵀ, if there are no parts.
  const GramMatrix& A() const { return sweeps_ ? sweeps_->A() : whole_->solver.A(); }

  NodeInertias inertias_;
  std::optional<Whole> whole_;
  std::optional<DependentSpeeds> dependent_;  // beside whole_
  std::optional<SweepSolver> sweeps_;
  Array<Part> parts_;
  /// For positions where loops fail, made when they do; where they fail at first, others are chosen for good.
  Array<ConstrainedDynamics> without_loops_;
  bool is_first_ = true;       // whether there has been no position yet
  bool leaves_loops_ = false;  // whether loops failed at the last position
  bool is_singular_ = true;    // for dependent_
  IndexSet prescribed_;
  int rows_;
};

}  // namespace sarrus
