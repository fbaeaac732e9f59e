#pragma once
/// @file
/// A constant force on a speed. Where the speed is a coordinate's rate:  U = −f·q.

#include <vector>

#include "sarrus/system/force_element.h"
#include "sarrus/system/mobility.h"
#include "sarrus/system/own_parameter.h"

namespace sarrus {

/// See above. A speed that is no coordinate's rate, such as an angular velocity of a ball joint, has no U.
class MobilityConstant : public ForceElement {
 public:
  MobilityConstant(Mobility on, double force) : on_(std::move(on)), force_(force) {}

  std::vector<Dependency> declare(Declaration& declaration) override;
  void add_forces(const State& state, AppliedForces& forces) const override;
  double potential_energy(const State& state) const override;
  bool is_passive() const override { return on_.has_coordinate(); }

  Parameter force() const { return force_; }

 private:
  Mobility on_;
  OwnParameter force_;
};

}  // namespace sarrus
