#pragma once
/// @file
/// The same damping on every speed:
///   f = −c·u,  dissipation = c·u·u

#include <vector>

#include "sarrus/system/force_element.h"
#include "sarrus/system/own_parameter.h"

namespace sarrus {

/// The same damping on every speed. Translations and rotations share the coefficient whatever their units: it
/// is meant for bringing a mechanism to rest, not as a physical model.
class GlobalDamper : public ForceElement {
 public:
  explicit GlobalDamper(double damping) : damping_(damping) {}

  std::vector<Dependency> declare(Declaration& declaration) override;
  void add_forces(const State& state, AppliedForces& forces) const override;
  bool add_derivatives(const State& state, ForceDerivatives& out) const override;
  double dissipation(const State& state) const override;
  bool is_passive() const override { return true; }

  Parameter damping() const { return damping_; }

 private:
  OwnParameter damping_;
};

}  // namespace sarrus
