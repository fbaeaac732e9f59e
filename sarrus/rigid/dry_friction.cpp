#include "sarrus/rigid/dry_friction.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sarrus/rigid/internal/friction_decision.h"
#include "sarrus/rigid/internal/idle.h"
#include "sarrus/rigid/rigid_rows.h"
#include "sarrus/system/applied_forces.h"
#include "sarrus/system/declaration.h"
#include "sarrus/system/force_derivatives.h"
#include "sarrus/system/internal/layout.h"
#include "sarrus/system/responses.h"

namespace sarrus {

using namespace internal;

namespace {

/// A joint turns back when it moves against its sign by this much, in m/s or rad/s, so that it is seen to.
constexpr double hair = 1e-12;
/// Sticking joints hold by this part more than their static force, for the same reason.
constexpr double hair_of_force = 1e-12;

/// A joint that sticks and would be set in motion by an impulse with no more than this, in m/s or rad/s, goes
/// on sticking. A joint that rests on its stop is so not shaken off by those that its last jerk has moved.
constexpr double slow_speed = 1e-3;

/// True if the speed is zero as far as the time of an event can be located.
bool is_at_rest(const State& state, int speed) {
  const double window = 100 * std::numeric_limits<double>::epsilon() * std::max(1.0, state.time());
  return std::abs(state.u(speed)) <= 4 * hair + window * std::abs(udot(state)[speed]);
}

}  // namespace

void DryFriction::require_order(double sticking_force, double sliding_force) const {
  require(sliding_force <= sticking_force,
          "the dry friction '{}': the static force {} is less than the dynamic force {}; give a number of at "
          "least that",
          name_, sticking_force, sliding_force);
}

std::vector<Dependency> DryFriction::declare(Declaration& declaration) {
  name_ = declaration.name();
  self_ = declaration.self();
  on_.find(declaration);
  static_.declare(declaration, "static_force", "N or N·m", ParameterRange::at_least(0));
  dynamic_.declare(declaration, "dynamic_force", "N or N·m", ParameterRange::at_least(0));
  stribeck_speed_.declare(declaration, "stribeck_speed", "m/s or rad/s", ParameterRange::at_least(0));
  require_order(static_.default_value, dynamic_.default_value);
  mode_ = declaration.discrete("mode", undecided);

  std::vector<Dependency> reads = declaration.own();
  reads.insert(reads.end(),
               {declaration.self(), Source::u, Source::locks, declaration.quantities().prescription});
  declare_event(declaration, "stop", reads, &DryFriction::margin_of_motion, &DryFriction::stop);
  declare_event(declaration, "settle", reads, &DryFriction::margin_of_settled, &DryFriction::settle);
  reads.push_back(declaration.quantities().motion_forces);
  declare_event(declaration, "start", reads, &DryFriction::margin_of_rest, &DryFriction::settle);
  Event start = at_start("check of dry friction", [this](State& state, EventCall&) {
    FrictionDecision(state).require_independent(*this);
  });
  start.is_of_rigid_element = true;
  declaration.event(std::move(start));
  return {Source::u};
}

/// An event that happens when its margin is no longer positive. The handler of another event of the same
/// instant may have restored it.
void DryFriction::declare_event(Declaration& declaration, const std::string& what,
                                const std::vector<Dependency>& reads,
                                double (DryFriction::*margin)(const State&) const,
                                void (DryFriction::*handle)(State&) const) {
  const Quantity<double> witness = declaration.quantity<double>(
      what, reads, idle,
      [this, margin](const State& state, double& value) { value = (this->*margin)(state); });
  Event event =
      on_crossing(what, witness, Crossing::falling, [this, margin, handle](State& state, EventCall&) {
        if ((this->*margin)(state) <= 0) (this->*handle)(state);
      });
  event.is_of_rigid_element = true;
  declaration.event(std::move(event));
}

/// The friction of a joint that slides with a speed.
double DryFriction::sliding_force(const State& state, double speed) const {
  const double sticking_force = state[static_], dynamic = state[dynamic_], v = state[stribeck_speed_];
  require_order(sticking_force, dynamic);
  if (v == 0) return dynamic;
  return dynamic + (sticking_force - dynamic) * std::exp(-(speed / v) * (speed / v));
}

int DryFriction::sliding_sign(const State& state) const {
  const int mode = state[mode_];
  return mode == sticking ? 0 : mode;
}

bool DryFriction::sticks(const State& state) const { return state[mode_] == sticking; }

double DryFriction::force(const State& state) const {
  if (sticks(state)) return motion_force(state, on_.number());
  const int sign = sliding_sign(state);
  return sign == 0 ? 0.0 : -sign * sliding_force(state, on_.u(state));
}

void DryFriction::add_forces(const State& state, AppliedForces& forces) const {
  if (sliding_sign(state) != 0) forces.add_to_speed(on_.number(), force(state));
}

bool DryFriction::add_derivatives(const State& state, ForceDerivatives& out) const {
  const double v = state[stribeck_speed_];
  const int sign = sliding_sign(state);
  if (sign == 0 || v == 0) return true;
  const double u = on_.u(state), fades = sliding_force(state, u) - state[dynamic_];
  out.add(on_.number(), 0, sign * fades * 2 * u / (v * v));
  return true;
}

double DryFriction::dissipation(const State& state) const {
  return sliding_sign(state) == 0 ? 0.0 : -force(state) * on_.u(state);
}

void DryFriction::add_rows(const State& state, Memory*, RigidRows& rows) const {
  const int speed = on_.number();
  rows.add_friction({}, {speed}, {1.0}, state[static_], sliding_force(state, state.u(speed)));
}

/// True if friction has locked the joint.
bool DryFriction::is_locked(const State& state) const {
  return sticks(state) && state.speed_lock_level(on_.number()) == MotionLevel::velocity;
}

/// True if something other than friction gives the motion of the joint.
bool DryFriction::is_given(const State& state) const {
  return state[state.layout().system.prescription].speeds.contains(on_.number()) && !is_locked(state);
}

/// Positive as long as the joint slides on in its direction.
double DryFriction::margin_of_motion(const State& state) const {
  const int sign = sliding_sign(state);
  if (sign == 0) return idle;
  const double u = on_.u(state);
  if (!state.is_enabled(self_) || (u == 0 && is_given(state))) return -idle;
  return sign * u + hair;
}

/// Positive unless it is to be decided what the joint does.
double DryFriction::margin_of_settled(const State& state) const {
  if (state[mode_] != undecided || !state.is_enabled(self_) || state[static_] == 0) return idle;
  return on_.u(state) != 0 || !is_given(state) ? -idle : idle;
}

/// Positive unless the joint sticks and no longer can.
double DryFriction::margin_of_rest(const State& state) const {
  if (!sticks(state)) return idle;
  if (!state.is_enabled(self_) || on_.u(state) != 0 || !is_locked(state)) return -idle;
  return (1 + hair_of_force) * state[static_] - std::abs(motion_force(state, on_.number()));
}

/// The joint has come to rest, or was thrown back. What it does next is decided together with all others that
/// stop at this instant.
void DryFriction::stop(State& state) const {
  const int speed = on_.number();
  if (!is_given(state) && is_at_rest(state, speed)) state.set_u(speed, 0);
  state.set(mode_, undecided);
}

void DryFriction::settle(State& state) const { FrictionDecision(state).decide(); }

bool DryFriction::yield(State& state, In<double> speeds) const {
  if (!is_locked(state) || std::abs(speeds[on_.number()]) <= slow_speed) return false;
  release(state);
  return true;
}

void DryFriction::release(State& state) const {
  if (is_locked(state)) state.unlock_speed(on_.number());
  state.set(mode_, undecided);
}

}  // namespace sarrus
