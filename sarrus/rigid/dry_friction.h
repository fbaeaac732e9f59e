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

namespace internal {
class FrictionDecision;
}  // namespace internal

/// Dry friction on a speed. Forces are torques if the speed is angular. JointFriction is a smooth law, which
/// creeps.
///
/// In TimeStepping it is a row of the cone problem of a step. In a Simulation it acts by events: a joint that
/// slides is braked by a smooth force, its speed is watched for zero, and a joint that sticks is locked until
/// the force of the lock exceeds the static force. What joints at rest do after an event is decided for all
/// of them together. A joint whose motion is given, by a lock, a prescribed motion or a hard stop, does not
/// stick; friction brakes it while it moves.
class DryFriction : public RigidElement {
 public:
  DryFriction(Mobility on, double static_force, double dynamic_force, double stribeck_speed = 0)
      : on_(std::move(on)), static_(static_force), dynamic_(dynamic_force), stribeck_speed_(stribeck_speed) {}
  DryFriction(Mobility on, double force) : DryFriction(std::move(on), force, force) {}

  std::vector<Dependency> declare(Declaration& declaration) override;
  void add_forces(const State& state, AppliedForces& forces) const override;
  bool add_derivatives(const State& state, ForceDerivatives& out) const override;
  double dissipation(const State& state) const override;
  void add_rows(const State& state, Memory* memory, RigidRows& rows) const override;
  bool acts_by_events() const override { return true; }
  bool yield(State& state, In<double> speeds) const override;
  void release(State& state) const override;
  ForceEnds ends() const override { return {.speeds = {on_.number()}}; }

  Parameter static_force() const { return static_; }
  Parameter dynamic_force() const { return dynamic_; }
  Parameter stribeck_speed() const { return stribeck_speed_; }

  // In a Simulation:
  /// The sign with which the joint slides; zero if it does not.
  int sliding_sign(const State& state) const;
  bool sticks(const State& state) const;
  /// The force of friction on the joint, whether it slides or sticks.
  double force(const State& state) const;

 private:
  friend class internal::FrictionDecision;
  /// The values of `mode_` other than the signs ±1 of sliding. Undecided: the joint is at rest or given, and
  /// no friction acts.
  static constexpr int undecided = 0, sticking = 2;

  double sliding_force(const State& state, double speed) const;
  bool is_locked(const State& state) const;
  bool is_given(const State& state) const;
  double margin_of_motion(const State& state) const;
  double margin_of_settled(const State& state) const;
  double margin_of_rest(const State& state) const;
  void stop(State& state) const;
  void settle(State& state) const;
  void require_order(double sticking_force, double sliding_force) const;
  void declare_event(Declaration& declaration, const std::string& what, const std::vector<Dependency>& reads,
                     double (DryFriction::*margin)(const State&) const,
                     void (DryFriction::*handle)(State&) const);

  Mobility on_;
  std::string name_;
  ElementId self_;
  OwnParameter static_, dynamic_, stribeck_speed_;
  Discrete<int> mode_;
};

}  // namespace sarrus
