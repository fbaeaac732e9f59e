#pragma once
/// @file
/// A linear damper between points A and B on two bodies, r apart:
///   tension = c·ṙ,  dissipation = c·ṙ²

#include <vector>

#include "sarrus/system/force_element.h"
#include "sarrus/system/own_parameter.h"
#include "sarrus/system/place.h"

namespace sarrus {

/// A linear damper between points on two bodies. If the points coincide, there is no force.
class TwoPointDamper : public ForceElement {
 public:
  TwoPointDamper(Place A, Place B, double damping) : ends_{std::move(A), std::move(B)}, damping_(damping) {}

  std::vector<Dependency> declare(Declaration& declaration) override;
  void add_forces(const State& state, AppliedForces& forces) const override;
  bool add_derivatives(const State& state, ForceDerivatives& out) const override;
  ForceEnds ends() const override { return {.points = {ends_.A, ends_.B}}; }
  double dissipation(const State& state) const override;
  bool is_passive() const override { return true; }

  Parameter damping() const { return damping_; }

 private:
  PlacePair ends_;
  OwnParameter damping_;
};

}  // namespace sarrus
