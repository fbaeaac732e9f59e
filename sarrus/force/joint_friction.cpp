#include "sarrus/force/joint_friction.h"

#include <cmath>
#include <vector>

#include "sarrus/system/applied_forces.h"
#include "sarrus/system/force_derivatives.h"

namespace sarrus {

namespace {

void require_order(const std::string& name, double static_force, double dynamic_force) {
  require(
      dynamic_force <= static_force,
      "the friction '{}' has a dynamic force of {}, more than the static one of {}; friction does not grow "
      "when sliding begins",
      name, dynamic_force, static_force);
}

/// tanh x with an absolute error of one rounding, in half the time of std::tanh; it is ±1 beyond 20.
double quick_tanh(double x) {
  if (std::abs(x) > 20) return std::copysign(1.0, x);
  return 1 - 2 / (std::exp(2 * x) + 1);
}

}  // namespace

JointFriction::JointFriction(Mobility on, const FrictionNumbers& numbers)
    : on_(std::move(on)),
      static_(numbers.static_force),
      dynamic_(numbers.dynamic_force),
      stribeck_(numbers.stribeck_velocity),
      transition_(numbers.transition_velocity),
      viscous_(numbers.viscous) {}

std::vector<Dependency> JointFriction::declare(Declaration& declaration) {
  on_.find(declaration);
  name_ = declaration.name();
  static_.declare(declaration, "static_force", "N or N·m", ParameterRange::at_least(0));
  dynamic_.declare(declaration, "dynamic_force", "N or N·m", ParameterRange::at_least(0));
  require_order(name_, static_.default_value, dynamic_.default_value);
  stribeck_.declare(declaration, "stribeck_velocity", "m/s or rad/s", ParameterRange::above(0));
  transition_.declare(declaration, "transition_velocity", "m/s or rad/s", ParameterRange::above(0));
  viscous_.declare(declaration, "viscous", "N·s/m or N·m·s/rad", ParameterRange::at_least(0));
  return {Source::u};
}

double JointFriction::force(const State& state) const {
  const double v = on_.u(state), s = state[static_], d = state[dynamic_];
  require_order(name_, s, d);
  double dry = d;
  if (s > d) {  // an exponential costs as much as everything else
    const double x = v / state[stribeck_];
    dry += (s - d) * std::exp(-x * x);
  }
  return -dry * quick_tanh(v / state[transition_]) - state[viscous_] * v;
}

void JointFriction::add_forces(const State& state, AppliedForces& forces) const {
  forces.add_to_speed(on_.number(), force(state));
}

bool JointFriction::add_derivatives(const State& state, ForceDerivatives& out) const {
  const double v = on_.u(state), s = state[static_], d = state[dynamic_], t = state[transition_];
  const double tanh = quick_tanh(v / t), slope = (1 - tanh * tanh) / t;
  double by_u = -d * slope - state[viscous_];
  if (s > d) {
    const double x = v / state[stribeck_], more = (s - d) * std::exp(-x * x);
    by_u += more * (2 * x / state[stribeck_] * tanh - slope);
  }
  out.add(on_.number(), 0, by_u);
  return true;
}

double JointFriction::dissipation(const State& state) const { return -force(state) * on_.u(state); }

}  // namespace sarrus
