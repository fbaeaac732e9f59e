#include "sarrus/force/two_point_damper.h"

#include <vector>

#include "sarrus/force/internal/two_points.h"
#include "sarrus/system/declaration.h"

namespace sarrus {

using namespace internal;

std::vector<Dependency> TwoPointDamper::declare(Declaration& declaration) {
  ends_.find(declaration);
  damping_.declare(declaration, "damping", "N·s/m", ParameterRange::at_least(0));
  return {declaration.quantities().position, declaration.quantities().velocity};
}

void TwoPointDamper::add_forces(const State& state, AppliedForces& forces) const {
  const TwoPoints line(state, ends_);
  line.pull(state[damping_] * line.rate(state), forces);
}

bool TwoPointDamper::add_derivatives(const State& state, ForceDerivatives& out) const {
  return add_pull_derivatives(
      state, ends_, std::array<Parameter, 1>{damping_},
      [](const auto&, const auto& rate, const auto& p) { return p[0] * rate; }, out);
}

double TwoPointDamper::dissipation(const State& state) const {
  const double rate = TwoPoints(state, ends_).rate(state);
  return state[damping_] * rate * rate;
}

}  // namespace sarrus
