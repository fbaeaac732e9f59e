#include "sarrus/system/internal/known_parameters.h"

#include <algorithm>
#include <vector>

#include "sarrus/system/constraint_entry.h"
#include "sarrus/system/internal/layout.h"

namespace sarrus::internal {

namespace {

enum class Reading { none, directly, through_a_quantity };

Reading reading_of(const SystemLayout& layout, const std::vector<Dependency>& reads,
                   const Parameter& parameter) {
  Reading found = Reading::none;
  for (const Dependency& each : reads)
    if (each.is_quantity()) {
      if (layout.quantities[each.quantity()].sources.contains(parameter.source))
        return Reading::through_a_quantity;
    } else if (each.source() == parameter.source) {
      found = Reading::directly;
    }
  return found;
}

bool contains(const Array<Parameter>& all, const Parameter& one) {
  return std::any_of(all.begin(), all.end(), [&](const Parameter& p) { return p.index == one.index; });
}

/// Whether something besides forces and constraints reads a parameter.
bool is_read_elsewhere(const SystemLayout& layout, const Parameter& parameter) {
  const auto reads_it = [&](const auto& each) {
    return reading_of(layout, each.reads, parameter) != Reading::none;
  };
  return parameter.index == layout.stabilization_time.index ||
         layout.quantities[layout.system.port_inertia.index].sources.contains(parameter.source) ||
         std::any_of(layout.motions.begin(), layout.motions.end(), reads_it) ||
         std::any_of(layout.auxiliary_blocks.begin(), layout.auxiliary_blocks.end(), reads_it);
}

}  // namespace

void KnownParameters::start(const State& state) {
  is_known_.clear();
  for (const Parameter& parameter : parameters_)
    is_known_.push_back(is_read_elsewhere(state.layout(), parameter) ? 0 : 1);
}

void KnownParameters::note_force(const State& state, int i, bool has_derivatives, ForceDerivatives& given) {
  for (int p = 0; p < static_cast<int>(parameters_.size()); ++p) {
    const bool is_given = given.take_known(p);
    const Reading reading = reading_of(state.layout(), state.layout().force_reads[i], parameters_[p]);
    if (reading == Reading::through_a_quantity ||
        (reading == Reading::directly && !(has_derivatives && is_given)))
      is_known_[p] = 0;
  }
}

void KnownParameters::note_constraints(const State& state, ForceDerivatives& given) {
  for (int p = 0; p < static_cast<int>(parameters_.size()); ++p) {
    const bool is_given = given.take_known(p);
    for (const auto& entry : state.layout().constraints) {
      if (!state.is_enabled(entry->id)) continue;
      const Reading reading = reading_of(state.layout(), entry->shape.reads, parameters_[p]),
                    of_rates = reading_of(state.layout(), entry->shape.rates_read, parameters_[p]);
      const bool is_own = contains(entry->parameters, parameters_[p]) && reading == Reading::directly;
      if ((reading != Reading::none || of_rates != Reading::none) && !(is_own && is_given)) is_known_[p] = 0;
    }
  }
}

}  // namespace sarrus::internal
