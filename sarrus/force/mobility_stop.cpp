#include "sarrus/force/mobility_stop.h"

#include <algorithm>
#include <vector>

#include "sarrus/system/applied_forces.h"
#include "sarrus/system/declaration.h"
#include "sarrus/system/force_derivatives.h"
#include "sarrus/system/internal/force_table.h"

namespace sarrus {

namespace {

void require_range(const std::string& name, double lower, double upper) {
  require(lower <= upper, "the stop '{}' ranges from {} up to {}; exchange the two", name, lower, upper);
}

}  // namespace

std::vector<Dependency> MobilityStop::declare(Declaration& declaration) {
  on_.find(declaration);
  on_.require_coordinate(declaration);
  name_ = declaration.name();
  lower_.declare(declaration, "lower", "m or rad");
  upper_.declare(declaration, "upper", "m or rad");
  require_range(name_, lower_.default_value, upper_.default_value);
  stiffness_.declare(declaration, "stiffness", "N/m or N·m/rad", ParameterRange::at_least(0));
  factor_.declare(declaration, "dissipation_factor", "s/m or s/rad", ParameterRange::at_least(0));
  return {Source::q, Source::u, Source::model};
}

double MobilityStop::excess(const State& state) const {
  const double q = on_.q(state), lower = state[lower_], upper = state[upper_];
  require_range(name_, lower, upper);
  return q - std::clamp(q, lower, upper);
}

double MobilityStop::force(const State& state, double excess) const {
  // The rate at which the excess grows in size is u·sign(excess).
  const double damped = 1 + state[factor_] * (excess > 0 ? on_.u(state) : -on_.u(state));
  return -state[stiffness_] * excess * std::max(0.0, damped);
}

void MobilityStop::add_forces(const State& state, AppliedForces& forces) const {
  const double x = excess(state);
  if (x != 0) forces.add_to_speed(on_.number(), force(state, x));
}

void MobilityStop::enter(const State& state, internal::ForceTable& table) const {
  require_range(name_, state[lower_], state[upper_]);
  table.add_range(on_.coordinate(state), state[lower_], state[upper_]);
}

bool MobilityStop::add_derivatives(const State& state, ForceDerivatives& out) const {
  const double x = excess(state), k = state[stiffness_], growing = x > 0 ? on_.u(state) : -on_.u(state);
  const double damped = 1 + state[factor_] * growing;
  const bool acts = x != 0 && damped > 0;
  if (acts) out.add(on_.number(), -k * damped, -k * x * (x > 0 ? state[factor_] : -state[factor_]));
  const auto add = [&](const Parameter& parameter, double change) {
    AppliedForces* to = out.change_by(parameter);
    if (to != nullptr && acts) to->add_to_speed(on_.number(), change);
  };
  add(lower_, x < 0 ? k * damped : 0);
  add(upper_, x > 0 ? k * damped : 0);
  add(stiffness_, -x * damped);
  add(factor_, -k * x * growing);
  return true;
}

double MobilityStop::potential_energy(const State& state) const {
  const double x = excess(state);
  return 0.5 * state[stiffness_] * x * x;
}

double MobilityStop::dissipation(const State& state) const {
  const double x = excess(state);
  return x == 0 ? 0 : -(force(state, x) + state[stiffness_] * x) * on_.u(state);
}

}  // namespace sarrus
