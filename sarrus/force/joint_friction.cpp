#include "sarrus/force/joint_friction.h"

#include <vector>

#include "sarrus/system/applied_forces.h"
#include "sarrus/system/declaration.h"
#include "sarrus/system/force_derivatives.h"
#include "sarrus/system/internal/force_table.h"

namespace sarrus {

using namespace internal;

namespace {

void require_order(const std::string& name, double static_force, double dynamic_force) {
  require(
      dynamic_force <= static_force,
      "the friction '{}' has a dynamic force of {}, more than the static one of {}; friction does not grow "
      "when sliding begins",
      name, dynamic_force, static_force);
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

FrictionLaw<double> JointFriction::law(const State& state) const {
  const double s = state[static_], d = state[dynamic_];
  require_order(name_, s, d);
  return {d, s - d, state[stribeck_], state[transition_], state[viscous_]};
}

double JointFriction::force(const State& state) const {
  const FrictionLaw<double> now = law(state);
  return now.force(on_.u(state), now.excess > 0);
}

void JointFriction::add_forces(const State& state, AppliedForces& forces) const {
  forces.add_to_speed(on_.number(), force(state));
}

void JointFriction::enter(const State& state, ForceTable& table) const {
  table.add_friction(on_.number(), law(state));
}

bool JointFriction::add_derivatives(const State& state, ForceDerivatives& out) const {
  const double v = on_.u(state), s = state[static_], d = state[dynamic_], t = state[transition_];
  const double tanh = quick_tanh(v / t), slope = (1 - tanh * tanh) / t;
  double by_u = -d * slope - state[viscous_];
  if (s > d) {
    const double x = v / state[stribeck_], more = (s - d) * quick_exp(-x * x);
    by_u += more * (2 * x / state[stribeck_] * tanh - slope);
  }
  out.add(on_.number(), 0, by_u);
  const auto add = [&](const Parameter& parameter, const auto& change) {
    if (AppliedForces* to = out.change_by(parameter)) to->add_to_speed(on_.number(), change());
  };
  const double x = v / state[stribeck_];
  const auto share = [&] { return std::exp(-x * x); };  // of the static friction
  add(static_, [&] { return -share() * tanh; });
  add(dynamic_, [&] { return -(1 - share()) * tanh; });
  add(stribeck_, [&] { return -(s - d) * share() * 2 * x * x / state[stribeck_] * tanh; });
  add(transition_, [&] { return (d + (s - d) * share()) * slope * v / t; });
  add(viscous_, [&] { return -v; });
  return true;
}

double JointFriction::dissipation(const State& state) const { return -force(state) * on_.u(state); }

}  // namespace sarrus
