#pragma once
/// @file
/// A generalized force on a speed that is set in the State at discrete times: f = the discrete variable
/// "force". It is not a parameter, because simulations change it.

#include <vector>

#include "sarrus/system/force_element.h"
#include "sarrus/system/mobility.h"

namespace sarrus {

/// A generalized force on a speed that is set in the State; zero until it is set.
class MobilityDiscrete : public ForceElement {
 public:
  explicit MobilityDiscrete(Mobility on) : on_(std::move(on)) {}

  std::vector<Dependency> declare(Declaration& declaration) override;
  void add_forces(const State& state, AppliedForces& forces) const override;
  bool add_derivatives(const State&, ForceDerivatives&) const override { return true; }
  ForceEnds ends() const override { return {.speeds = {on_.number()}}; }

  /// Sets the force.
  void set(State& state, double force) const;
  /// The discrete variable, for reading it or updating it in every step.
  Discrete<double> force() const { return force_; }

 private:
  Mobility on_;
  std::string name_;
  Discrete<double> force_;
};

}  // namespace sarrus
