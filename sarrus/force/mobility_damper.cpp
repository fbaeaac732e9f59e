#include "sarrus/force/mobility_damper.h"

#include <vector>

#include "sarrus/system/applied_forces.h"
#include "sarrus/system/declaration.h"
#include "sarrus/system/force_derivatives.h"
#include "sarrus/system/internal/force_table.h"

namespace sarrus {

std::vector<Dependency> MobilityDamper::declare(Declaration& declaration) {
  on_.find(declaration);
  damping_.declare(declaration, "damping", "N·s/m or N·m·s/rad", ParameterRange::at_least(0));
  return {Source::u};
}

void MobilityDamper::add_forces(const State& state, AppliedForces& forces) const {
  forces.add_to_speed(on_.number(), -state[damping_] * on_.u(state));
}

void MobilityDamper::enter(const State& state, internal::ForceTable& table) const {
  table.add_damper(on_.number(), state[damping_]);
}

bool MobilityDamper::add_derivatives(const State& state, ForceDerivatives& out) const {
  out.add(on_.number(), 0, -state[damping_]);
  if (AppliedForces* change = out.change_by(damping_)) change->add_to_speed(on_.number(), -on_.u(state));
  return true;
}

double MobilityDamper::dissipation(const State& state) const {
  return state[damping_] * on_.u(state) * on_.u(state);
}

}  // namespace sarrus
