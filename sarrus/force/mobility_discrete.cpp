#include "sarrus/force/mobility_discrete.h"

#include <cmath>
#include <vector>

#include "sarrus/system/applied_forces.h"
#include "sarrus/system/declaration.h"

namespace sarrus {

std::vector<Dependency> MobilityDiscrete::declare(Declaration& declaration) {
  on_.find(declaration);
  name_ = declaration.name();
  force_ = declaration.discrete<double>("force", 0.0);
  return {};
}

void MobilityDiscrete::add_forces(const State& state, AppliedForces& forces) const {
  forces.add_to_speed(on_.number(), state[force_]);
}

void MobilityDiscrete::set(State& state, double force) const {
  require(std::isfinite(force), "the force of '{}' cannot be {}; give a finite number", name_, force);
  state.set(force_, force);
}

}  // namespace sarrus
