#pragma once
/// @file
/// A constant force between points A and B on two bodies, r apart:
///   tension = f,  U = f·r

#include <vector>

#include "sarrus/system/force_element.h"
#include "sarrus/system/own_parameter.h"
#include "sarrus/system/place.h"

namespace sarrus {

/// A constant force between points on two bodies. A positive force pulls the points together, a negative one
/// pushes them apart. If they coincide, there is no force.
class TwoPointForce : public ForceElement {
 public:
  TwoPointForce(Place A, Place B, double tension) : ends_{std::move(A), std::move(B)}, tension_(tension) {}

  std::vector<Dependency> declare(Declaration& declaration) override;
  void add_forces(const State& state, AppliedForces& forces) const override;
  bool add_derivatives(const State& state, ForceDerivatives& out) const override;
  ForceEnds ends() const override { return {.points = {ends_.A, ends_.B}}; }
  double potential_energy(const State& state) const override;
  bool is_passive() const override { return true; }

  Parameter tension() const { return tension_; }

 private:
  PlacePair ends_;
  OwnParameter tension_;
};

}  // namespace sarrus
