#include "sarrus/system/internal/named_reading.h"

#include "sarrus/system/internal/layout.h"

namespace sarrus::internal {

void rethrow_with_name(const UndeclaredRead& error, const State& state, ElementId force) {
  const SystemQuantities& known = state.layout().system;
  for (const int shared : {known.position_forces.index, known.forces.index, known.potential_energy.index,
                           known.energy_rates.index})
    require(error.reader() != shared,
            "the force '{}' reads {} without having declared it: its value would not follow changes; add it "
            "to what its declare() returns, or to the list that a CustomForce is given",
            state.layout().name_of(force), error.read());
  throw error;
}

}  // namespace sarrus::internal
