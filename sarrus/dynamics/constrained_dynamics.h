#pragma once
/// @file
/// The equations of motion of a tree under constraints, solved together:
///   M·x = f + Gᵀ·λ,   G·x = b
/// through A = G·M⁻¹·Gᵀ = Yᵀ·D⁻¹·Y with M = Lᵀ·D·L and Y = L⁻ᵀ·Gᵀ. M is factored without fill-in; Y and A
/// have entries only where constraints act on the same branches, so that the cost of a long row of loops
/// grows in proportion to its length. Redundant rows share their load by least squares. Prescribed speeds are
/// held: x is zero there.

#include "sarrus/dynamics/constraint_jacobian.h"
#include "sarrus/dynamics/gram_matrix.h"
#include "sarrus/dynamics/mass_matrix.h"
#include "sarrus/dynamics/speed_set.h"

namespace sarrus {

/// Everything that depends on positions only, kept for any number of right-hand sides.
class ConstrainedDynamics {
 public:
  /// The pattern of G; `prescribed` holds the speeds whose rates are given.
  ConstrainedDynamics(const Tree<double>& tree, const ConstraintJacobian& G, const SpeedSet& prescribed);

  /// Factors M and A.
  void factor(const Tree<double>& tree, const PositionKinematics<double>& position,
              const ConstraintJacobian& G);
  /// Solves for x and λ. `weights` say how redundant rows share their load: Σ w·λ² is least.
  void solve(In<double> f, In<double> b, Out<double> x, Out<double> lambda, In<double> weights = {});
  /// x alone when λ is known to be zero: M⁻¹·f with the prescribed speeds held.
  void solve_free(In<double> f, Out<double> x);

  /// A, and which rows depend on others.
  const BlockFactors& factors() const { return A_.factors(); }
  BlockFactors& factors() { return A_.factors(); }

 private:
  void hold_prescribed();
  void calc_Y(const ConstraintJacobian& G);

  SpeedSet prescribed_;
  bool any_prescribed_;
  MassMatrix<double> mass_;
  GramMatrix A_;
  /// How the speeds of a group of Y hang on each other, and where they are in G.
  struct Path {
    int parent;  // position in the group of the speed that this one hangs on, or −1
    int in_G;    // position in the block of G, or −1
  };
  std::vector<std::vector<Path>> paths_;
  std::vector<double> Y_, inverse_D_, y_;
};

}  // namespace sarrus
