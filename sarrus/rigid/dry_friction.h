#pragma once
/// @file
/// Dry friction of a joint that sticks exactly: up to the static force nothing moves; a joint that moves with
/// the speed u is braked by
///   dynamic + (static − dynamic)·exp(−(u/v)²)
/// with the Stribeck speed v, and by the dynamic force if v is zero.

#include <vector>

#include "sarrus/system/mobility.h"
#include "sarrus/system/own_parameter.h"
#include "sarrus/system/rigid_element.h"

namespace sarrus {

/// Dry friction on a speed. Forces are torques if the speed is angular. JointFriction is the smooth law for
/// Simulations, which creeps.
class DryFriction : public RigidElement {
 public:
  DryFriction(Mobility on, double static_force, double dynamic_force, double stribeck_speed = 0)
      : on_(std::move(on)), static_(static_force), dynamic_(dynamic_force), stribeck_speed_(stribeck_speed) {}
  DryFriction(Mobility on, double force) : DryFriction(std::move(on), force, force) {}

  std::vector<Dependency> declare(Declaration& declaration) override;
  void add_rows(const State& state, Memory* memory, RigidRows& rows) const override;
  ForceEnds ends() const override { return {.speeds = {on_.number()}}; }

  Parameter static_force() const { return static_; }
  Parameter dynamic_force() const { return dynamic_; }
  Parameter stribeck_speed() const { return stribeck_speed_; }

 private:
  Mobility on_;
  std::string name_;
  OwnParameter static_, dynamic_, stribeck_speed_;
};

}  // namespace sarrus
