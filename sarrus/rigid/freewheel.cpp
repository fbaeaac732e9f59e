#include "sarrus/rigid/freewheel.h"

#include "sarrus/rigid/rigid_rows.h"
#include "sarrus/system/declaration.h"

namespace sarrus {

std::vector<Dependency> Freewheel::declare(Declaration& declaration) {
  on_.find(declaration);
  return {};
}

/// A stop that is always touched: 0 ≤ r ⊥ u ≥ 0.
void Freewheel::add_rows(const State&, Memory*, RigidRows& rows) const {
  rows.add_stop({}, on_.numbers(), on_.coefficients(sense_), 0, 0);
}

}  // namespace sarrus
