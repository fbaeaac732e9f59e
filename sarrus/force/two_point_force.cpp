#include "sarrus/force/two_point_force.h"

#include <vector>

#include "sarrus/force/internal/two_points.h"
#include "sarrus/system/declaration.h"

namespace sarrus {

using namespace internal;

std::vector<Dependency> TwoPointForce::declare(Declaration& declaration) {
  ends_.find(declaration);
  tension_.declare(declaration, "tension", "N");
  return {declaration.quantities().position};
}

void TwoPointForce::add_forces(const State& state, AppliedForces& forces) const {
  TwoPoints(state, ends_).pull(state[tension_], forces);
}

bool TwoPointForce::add_derivatives(const State& state, ForceDerivatives& out) const {
  return add_pull_derivatives(
      state, ends_, std::array<Parameter, 1>{tension_},
      [](const auto&, const auto&, const auto& p) { return p[0]; }, out);
}

double TwoPointForce::potential_energy(const State& state) const {
  return state[tension_] * TwoPoints(state, ends_).length;
}

}  // namespace sarrus
