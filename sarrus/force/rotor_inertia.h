#pragma once
/// @file
/// A rotor geared to a speed u (reflected inertia): it turns at ω = r·u, and its acceleration requires a
/// torque from the joint.
///   f = −m·u̇,  m = r²·J,  kinetic energy ½·m·u²
/// It is a port: m is added to the diagonal of the mass matrix, so that rotors cost nothing and gears stay
/// rigid. Exact for a rotor with a fixed axis; on a moving link, the terms of first order in r and the
/// gyroscopic terms are neglected, which are small compared with m at large ratios (CoordinateMap keeps
/// them). For rotors driven by a motor, add a Motor or any other force on the same speed.

#include <vector>

#include "sarrus/system/force_element.h"
#include "sarrus/system/mobility.h"
#include "sarrus/system/own_parameter.h"

namespace sarrus {

/// The reflected inertia of a rotor geared to a speed. `inertia` is the rotor's own about its axis, including
/// the gears that turn with it.
class RotorInertia : public ForceElement {
 public:
  RotorInertia(Mobility on, double inertia, double ratio = 1)
      : on_(std::move(on)), inertia_(inertia), ratio_(ratio) {}

  std::vector<Dependency> declare(Declaration& declaration) override;
  void add_forces(const State&, AppliedForces&) const override {}
  bool add_derivatives(const State&, ForceDerivatives&) const override { return true; }
  bool is_passive() const override { return true; }

  /// The inertia m = r²·J that the rotor adds to the joint.
  double reflected_inertia(const State& state) const;
  double rotor_speed(const State& state) const { return state[ratio_] * on_.u(state); }

  Parameter inertia() const { return inertia_; }
  Parameter ratio() const { return ratio_; }

 private:
  Mobility on_;
  OwnParameter inertia_, ratio_;
};

}  // namespace sarrus
