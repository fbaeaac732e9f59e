#pragma once
/// @file
/// A linear spring between points A and B on two bodies, r apart:
///   tension = k·(r − r₀),  U = ½·k·(r − r₀)²

#include <vector>

#include "sarrus/system/force_element.h"
#include "sarrus/system/own_parameter.h"
#include "sarrus/system/place.h"

namespace sarrus {

/// A linear spring between points on two bodies. It pulls if it is longer than r₀ and pushes if it is
/// shorter; if the points coincide, the direction is undefined and there is no force.
class TwoPointSpring : public ForceElement {
 public:
  TwoPointSpring(Place A, Place B, double stiffness, double rest_length)
      : ends_{std::move(A), std::move(B)}, stiffness_(stiffness), rest_length_(rest_length) {}

  std::vector<Dependency> declare(Declaration& declaration) override;
  void add_forces(const State& state, AppliedForces& forces) const override;
  bool add_derivatives(const State& state, ForceDerivatives& out) const override;
  ForceEnds ends() const override { return {.points = {ends_.A, ends_.B}}; }
  double potential_energy(const State& state) const override;
  bool is_passive() const override { return true; }

  Parameter stiffness() const { return stiffness_; }
  Parameter rest_length() const { return rest_length_; }

 private:
  PlacePair ends_;
  OwnParameter stiffness_, rest_length_;
};

}  // namespace sarrus
