#include "sarrus/rigid/speed_limit.h"

#include "sarrus/rigid/rigid_rows.h"
#include "sarrus/system/declaration.h"

namespace sarrus {

std::vector<Dependency> SpeedLimit::declare(Declaration& declaration) {
  on_.find(declaration);
  greatest_.declare(declaration, "greatest_speed", "m/s or rad/s", ParameterRange::at_least(0));
  return {};
}

/// −v ≤ u and −v ≤ −u.
void SpeedLimit::add_rows(const State& state, Memory*, RigidRows& rows) const {
  const double greatest = state[greatest_];
  rows.add_speed_bound({.first = 0}, on_.numbers(), on_.coefficients(Sense::positive), -greatest);
  rows.add_speed_bound({.first = 1}, on_.numbers(), on_.coefficients(Sense::negative), -greatest);
}

}  // namespace sarrus
