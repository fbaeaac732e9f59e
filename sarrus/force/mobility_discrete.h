#pragma once
/// @file
/// A force on a speed that somebody sets in the State, now and then: f = the discrete variable "force". It is
/// not a parameter, because it is part of what a simulation changes.

#include <vector>

#include "sarrus/system/force_element.h"
#include "sarrus/system/mobility.h"

namespace sarrus {

/// See above; zero until it is set.
class MobilityDiscrete : public ForceElement {
 public:
  explicit MobilityDiscrete(Mobility on) : on_(std::move(on)) {}

  std::vector<Dependency> declare(Declaration& declaration) override;
  void add_forces(const State& state, AppliedForces& forces) const override;

  /// Sets the force.
  void set(State& state, double force) const;
  /// The variable, for reading and for who updates it in every step.
  Discrete<double> force() const { return force_; }

 private:
  Mobility on_;
  std::string name_;
  Discrete<double> force_;
};

}  // namespace sarrus
