#pragma once
/// @file
/// A constant generalized force on a speed. If the speed is the rate of a coordinate: U = −f·q.

#include <vector>

#include "sarrus/system/force_element.h"
#include "sarrus/system/mobility.h"
#include "sarrus/system/own_parameter.h"

namespace sarrus {

/// A constant generalized force on a speed. A speed that is not the rate of a coordinate, such as an angular
/// velocity of a ball joint, has no potential energy.
class MobilityConstant : public ForceElement {
 public:
  MobilityConstant(Mobility on, double force) : on_(std::move(on)), force_(force) {}

  std::vector<Dependency> declare(Declaration& declaration) override;
  void add_forces(const State& state, AppliedForces& forces) const override;
  bool add_derivatives(const State& state, ForceDerivatives& out) const override;
  ForceEnds ends() const override { return {.speeds = {on_.number()}}; }
  double potential_energy(const State& state) const override;
  bool is_passive() const override { return on_.has_coordinate(); }

  Parameter force() const { return force_; }

 private:
  Mobility on_;
  OwnParameter force_;
};

}  // namespace sarrus
