#pragma once
/// @file
/// Gravitation between the centers of mass of all pairs of bodies, r apart:
///   attraction = G·m·m′·r/(r² + ε²)^{3/2},  U = −G·m·m′/√(r² + ε²)
/// A negative G repels. The softening length ε keeps the force finite where centers coincide.

#include <vector>

#include "sarrus/base/array.h"
#include "sarrus/system/force_element.h"
#include "sarrus/system/own_parameter.h"

namespace sarrus {

/// Newton's constant of gravitation, N·m²/kg² (CODATA 2018).
inline constexpr double newton_constant = 6.67430e-11;

/// Gravitation between all pairs of bodies. Pairs that are welded together are left out. With ε = 0, centers
/// that coincide are an Error.
class MutualForce : public ForceElement {
 public:
  explicit MutualForce(double strength = newton_constant, double softening = 0)
      : strength_(strength), softening_(softening) {}

  std::vector<Dependency> declare(Declaration& declaration) override;
  void add_forces(const State& state, AppliedForces& forces) const override;
  bool add_derivatives(const State& state, ForceDerivatives& out) const override;
  double potential_energy(const State& state) const override;
  bool is_passive() const override { return true; }
  /// The number of pairs grows with the square of the number of bodies.
  bool is_costly() const override { return bodies_ > 64; }

  Parameter strength() const { return strength_; }
  Parameter softening() const { return softening_; }

 private:
  /// Calls visit(body, other, arm from one center to the other, r² + ε², G·m·m′) for every pair.
  template <class Visit>
  void for_each_pair(const State& state, const Visit& visit) const;

  std::string name_;
  OwnParameter strength_, softening_;
  int bodies_ = 0;
  Quantity<Array<Vec3<double>>> centers_;
};

}  // namespace sarrus
