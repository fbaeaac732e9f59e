#include "sarrus/force/mobility_spring.h"

#include <vector>

#include "sarrus/system/applied_forces.h"
#include "sarrus/system/declaration.h"
#include "sarrus/system/force_derivatives.h"

namespace sarrus {

std::vector<Dependency> MobilitySpring::declare(Declaration& declaration) {
  on_.find(declaration);
  on_.require_coordinate(declaration);
  stiffness_.declare(declaration, "stiffness", "N/m or N·m/rad", ParameterRange::at_least(0));
  rest_position_.declare(declaration, "rest_position", "m or rad");
  return {Source::q, Source::model};
}

void MobilitySpring::add_forces(const State& state, AppliedForces& forces) const {
  forces.add_to_speed(on_.number(), -state[stiffness_] * (on_.q(state) - state[rest_position_]));
}

bool MobilitySpring::add_derivatives(const State& state, ForceDerivatives& out) const {
  const double k = state[stiffness_];
  out.add(on_.number(), -k, 0);
  if (AppliedForces* change = out.change_by(stiffness_))
    change->add_to_speed(on_.number(), state[rest_position_] - on_.q(state));
  if (AppliedForces* change = out.change_by(rest_position_)) change->add_to_speed(on_.number(), k);
  return true;
}

double MobilitySpring::potential_energy(const State& state) const {
  const double stretch = on_.q(state) - state[rest_position_];
  return 0.5 * state[stiffness_] * stretch * stretch;
}

}  // namespace sarrus
