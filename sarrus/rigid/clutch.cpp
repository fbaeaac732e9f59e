#include "sarrus/rigid/clutch.h"

#include "sarrus/rigid/rigid_rows.h"
#include "sarrus/system/declaration.h"

namespace sarrus {

std::vector<Dependency> Clutch::declare(Declaration& declaration) {
  on_.find(declaration);
  capacity_.declare(declaration, "capacity", "N or N·m", ParameterRange::at_least(0));
  return {};
}

void Clutch::add_rows(const State& state, Memory*, RigidRows& rows) const {
  const double capacity = state[capacity_];
  if (capacity > 0) rows.add_friction({}, on_.numbers(), on_.coefficients(), capacity, capacity);
}

}  // namespace sarrus
