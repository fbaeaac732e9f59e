#pragma once
/// @file
/// A linear damper on a speed:
///   f = −c·u,  dissipation = c·u²

#include <vector>

#include "sarrus/system/mobility.h"
#include "sarrus/system/own_parameter.h"
#include "sarrus/system/tabulated_force.h"

namespace sarrus {

/// A linear damper on a speed.
class MobilityDamper : public TabulatedForce {
 public:
  MobilityDamper(Mobility on, double damping) : on_(std::move(on)), damping_(damping) {}

  std::vector<Dependency> declare(Declaration& declaration) override;
  void add_forces(const State& state, AppliedForces& forces) const override;
  void enter(const State& state, internal::ForceTable& table) const override;
  bool add_derivatives(const State& state, ForceDerivatives& out) const override;
  ForceEnds ends() const override { return {.speeds = {on_.number()}}; }
  double dissipation(const State& state) const override;
  bool is_passive() const override { return true; }

  Parameter damping() const { return damping_; }

 private:
  Mobility on_;
  OwnParameter damping_;
};

}  // namespace sarrus
