#include "sarrus/force/rotor_inertia.h"

#include <vector>

#include "sarrus/dynamics/port_inertia.h"
#include "sarrus/system/declaration.h"

namespace sarrus {

std::vector<Dependency> RotorInertia::declare(Declaration& declaration) {
  on_.find(declaration);
  inertia_.declare(declaration, "inertia", "kg·m² or kg", ParameterRange::at_least(0));
  ratio_.declare(declaration, "ratio", "");
  declaration.port(on_.number(), {}, [J = Parameter(inertia_), r = Parameter(ratio_)](const State& state) {
    return sarrus::reflected_inertia(state[r], state[J]);
  });
  return {};
}

double RotorInertia::reflected_inertia(const State& state) const {
  return sarrus::reflected_inertia(state[ratio_], state[inertia_]);
}

}  // namespace sarrus
