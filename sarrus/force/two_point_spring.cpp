#include "sarrus/force/two_point_spring.h"

#include <vector>

#include "sarrus/force/internal/two_points.h"
#include "sarrus/system/declaration.h"

namespace sarrus {

using namespace internal;

std::vector<Dependency> TwoPointSpring::declare(Declaration& declaration) {
  ends_.find(declaration);
  stiffness_.declare(declaration, "stiffness", "N/m", ParameterRange::at_least(0));
  rest_length_.declare(declaration, "rest_length", "m", ParameterRange::at_least(0));
  return {declaration.quantities().position};
}

void TwoPointSpring::add_forces(const State& state, AppliedForces& forces) const {
  const TwoPoints line(state, ends_);
  line.pull(state[stiffness_] * (line.length - state[rest_length_]), forces);
}

bool TwoPointSpring::add_derivatives(const State& state, ForceDerivatives& out) const {
  return add_pull_derivatives(
      state, ends_, std::array<Parameter, 2>{stiffness_, rest_length_},
      [](const auto& length, const auto&, const auto& p) { return p[0] * (length - p[1]); }, out);
}

double TwoPointSpring::potential_energy(const State& state) const {
  const double stretch = TwoPoints(state, ends_).length - state[rest_length_];
  return 0.5 * state[stiffness_] * stretch * stretch;
}

}  // namespace sarrus
