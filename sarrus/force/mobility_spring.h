#pragma once
/// @file
/// A linear spring on a coordinate whose rate is a speed:
///   f = −k·(q − q₀),  U = ½·k·(q − q₀)²

#include <vector>

#include "sarrus/system/force_element.h"
#include "sarrus/system/mobility.h"
#include "sarrus/system/own_parameter.h"

namespace sarrus {

/// A linear spring on a coordinate. The joint must have u = q̇.
class MobilitySpring : public ForceElement {
 public:
  MobilitySpring(Mobility on, double stiffness, double rest_position)
      : on_(std::move(on)), stiffness_(stiffness), rest_position_(rest_position) {}

  std::vector<Dependency> declare(Declaration& declaration) override;
  void add_forces(const State& state, AppliedForces& forces) const override;
  bool add_derivatives(const State& state, ForceDerivatives& out) const override;
  ForceEnds ends() const override { return {.speeds = {on_.number()}}; }
  double potential_energy(const State& state) const override;
  bool is_passive() const override { return true; }

  Parameter stiffness() const { return stiffness_; }
  Parameter rest_position() const { return rest_position_; }

 private:
  Mobility on_;
  OwnParameter stiffness_, rest_position_;
};

}  // namespace sarrus
