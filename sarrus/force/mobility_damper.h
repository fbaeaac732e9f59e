#pragma once
/// @file
/// A linear damper on a speed:
///   f = −c·u,  dissipation = c·u²

#include <vector>

#include "sarrus/system/force_element.h"
#include "sarrus/system/mobility.h"
#include "sarrus/system/own_parameter.h"

namespace sarrus {

/// A linear damper on a speed.
class MobilityDamper : public ForceElement {
 public:
  MobilityDamper(Mobility on, double damping) : on_(std::move(on)), damping_(damping) {}

  std::vector<Dependency> declare(Declaration& declaration) override;
  void add_forces(const State& state, AppliedForces& forces) const override;
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
