#pragma once
/// @file
/// One step along a branch of equilibria. Unknown are the deviations of positions ξ, of auxiliary variables ζ
/// and of the parameter p; known is that rates vanish at rest, F(ξ, ζ, p) = (u̇, ż) = 0.

#include "sarrus/linearize/equilibrium_branch.h"
#include "sarrus/linearize/internal/permitted_states.h"

namespace sarrus::internal {

/// An equilibrium with the direction of the branch.
struct BranchPlace {
  BranchPoint point;
  VectorX<double> motion{};     ///< Part of the unit tangent: of all speeds of the System, per unit change.
  VectorX<double> auxiliary{};  ///< Part of the unit tangent: of auxiliary variables.
  double parameter_slope = 0;   ///< Part of the unit tangent: of the parameter, per range.
  double determinant_sign = 0;  ///< Of ∂F/∂(ξ, ζ): changes at folds and where branches cross.
  double growth = 0;            ///< Largest real part of complex eigenvalues, 1/s.
};

class BranchStepper {
 public:
  /// `range` is the way of the parameter that counts as one.
  BranchStepper(std::string parameter, double range, const EquilibriumBranchOptions& options)
      : parameter_(std::move(parameter)), range_(range), options_(options) {}

  /// The equilibrium near a state, with the value of its parameter held, and the tangent towards `range`.
  BranchPlace start(const State& state) const;
  /// The equilibrium at the arc length `length` from a place. False if Newton's method does not converge.
  bool step(const BranchPlace& from, double length, BranchPlace& to) const;

 private:
  struct Equations;
  Equations calc_equations(const State& state) const;
  bool correct(State& state, const BranchPlace* tangent, Equations& equations) const;
  void finish(State state, const Equations& equations, const BranchPlace* before, BranchPlace& place) const;
  State moved(const State& state, const VectorX<double>& x, double parameter_change) const;

  std::string parameter_;
  double range_;
  EquilibriumBranchOptions options_;
};

}  // namespace sarrus::internal
