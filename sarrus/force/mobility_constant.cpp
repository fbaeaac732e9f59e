#include "sarrus/force/mobility_constant.h"

#include <vector>

#include "sarrus/system/applied_forces.h"
#include "sarrus/system/declaration.h"
#include "sarrus/system/force_derivatives.h"

namespace sarrus {

std::vector<Dependency> MobilityConstant::declare(Declaration& declaration) {
  on_.find(declaration);
  force_.declare(declaration, "force", "N or N·m");
  return {Source::q, Source::model};
}

void MobilityConstant::add_forces(const State& state, AppliedForces& forces) const {
  forces.add_to_speed(on_.number(), state[force_]);
}

bool MobilityConstant::add_derivatives(const State&, ForceDerivatives& out) const {
  if (AppliedForces* change = out.change_by(force_)) change->add_to_speed(on_.number(), 1);
  return true;
}

double MobilityConstant::potential_energy(const State& state) const {
  return on_.has_coordinate() ? -state[force_] * on_.q(state) : 0.0;
}

}  // namespace sarrus
