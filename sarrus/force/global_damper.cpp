#include "sarrus/force/global_damper.h"

#include <vector>

#include "sarrus/system/applied_forces.h"
#include "sarrus/system/declaration.h"
#include "sarrus/system/force_derivatives.h"

namespace sarrus {

std::vector<Dependency> GlobalDamper::declare(Declaration& declaration) {
  damping_.declare(declaration, "damping", "N·s/m or N·m·s/rad", ParameterRange::at_least(0));
  return {Source::u};
}

void GlobalDamper::add_forces(const State& state, AppliedForces& forces) const {
  const In<double> u = state.u();
  for (int k = 0; k < state.nu(); ++k) forces.add_to_speed(k, -state[damping_] * u[k]);
}

bool GlobalDamper::add_derivatives(const State& state, ForceDerivatives& out) const {
  for (int k = 0; k < state.nu(); ++k) out.add(k, 0, -state[damping_]);
  if (AppliedForces* change = out.change_by(damping_))
    for (int k = 0; k < state.nu(); ++k) change->add_to_speed(k, -state.u(k));
  return true;
}

double GlobalDamper::dissipation(const State& state) const {
  double sum = 0;
  for (const double u : state.u()) sum += u * u;
  return state[damping_] * sum;
}

}  // namespace sarrus
