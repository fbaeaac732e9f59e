#pragma once
/// @file
/// Smooth Coulomb–Stribeck–viscous friction on a speed v:
///   f = −[d + (s − d)·exp(−(v/v_s)²)]·tanh(v/v_t) − b·v,  dissipation = −f·v
/// with the static force s, the dynamic force d ≤ s, the Stribeck velocity v_s over which s falls to d, the
/// transition velocity v_t over which the sign changes, and the viscous coefficient b.

#include <vector>

#include "sarrus/system/mobility.h"
#include "sarrus/system/own_parameter.h"
#include "sarrus/system/tabulated_force.h"

namespace sarrus {

namespace internal {
template <class T>
struct FrictionLaw;
}

/// The coefficients of a JointFriction; forces are torques if the speed is angular.
struct FrictionNumbers {
  double static_force = 0, dynamic_force = 0;
  double stribeck_velocity = 0, transition_velocity = 0;
  double viscous = 0;
};

/// Smooth Coulomb–Stribeck–viscous friction on a speed. The law is smooth, so there is no stiction: under a
/// load of less than s the joint creeps at a speed below v_t. A v_t well below v_s keeps the static force's
/// peak; the smaller it is, the stiffer the system.
class JointFriction : public TabulatedForce {
 public:
  JointFriction(Mobility on, const FrictionNumbers& numbers);

  std::vector<Dependency> declare(Declaration& declaration) override;
  void add_forces(const State& state, AppliedForces& forces) const override;
  void enter(const State& state, internal::ForceTable& table) const override;
  bool add_derivatives(const State& state, ForceDerivatives& out) const override;
  ForceEnds ends() const override { return {.speeds = {on_.number()}}; }
  double dissipation(const State& state) const override;
  bool is_passive() const override { return true; }

  /// The friction force on the speed.
  double force(const State& state) const;

  Parameter static_force() const { return static_; }
  Parameter dynamic_force() const { return dynamic_; }
  Parameter stribeck_velocity() const { return stribeck_; }
  Parameter transition_velocity() const { return transition_; }
  Parameter viscous() const { return viscous_; }

 private:
  internal::FrictionLaw<double> law(const State& state) const;

  Mobility on_;
  std::string name_;
  OwnParameter static_, dynamic_, stribeck_, transition_, viscous_;
};

}  // namespace sarrus
