#include "sarrus/rigid/dry_friction.h"

#include <cmath>
#include <limits>

#include "sarrus/rigid/rigid_rows.h"

namespace sarrus {

std::vector<Dependency> DryFriction::declare(Declaration& declaration) {
  name_ = declaration.name();
  on_.find(declaration);
  static_.declare(declaration, "static_force", "N or N·m", ParameterRange::at_least(0));
  dynamic_.declare(declaration, "dynamic_force", "N or N·m", ParameterRange::at_least(0));
  stribeck_speed_.declare(declaration, "stribeck_speed", "m/s or rad/s", ParameterRange::at_least(0));
  return {};
}

void DryFriction::add_rows(const State& state, Memory*, RigidRows& rows) const {
  const double sticking = state[static_], sliding = state[dynamic_];
  require(sliding <= sticking,
          "the dry friction '{}': the static force {} is less than the dynamic force {}; give a number of at "
          "least that",
          name_, sticking, sliding);
  const int speed = on_.number();
  const double fade = state[stribeck_speed_] > 0 ? std::abs(state.u(speed)) / state[stribeck_speed_]
                                                 : std::numeric_limits<double>::infinity();
  rows.add_friction({}, {speed}, {1.0}, sticking, sliding + (sticking - sliding) * std::exp(-fade * fade));
}

}  // namespace sarrus
