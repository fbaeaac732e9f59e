#pragma once
/// @file
#include "sarrus/system/internal/constraint_set.h"
#include "sarrus/system/internal/layout.h"

namespace sarrus::internal {

/// The handles of what every System computes.
inline const SystemQuantities& known(const State& state) { return state.layout().system; }

/// A member of the enabled constraints as the System has it.
inline const ConstraintEntry& entry_of(const State& state, const ConstraintSet::Member& member) {
  return *state.layout().constraints[member.constraint];
}

}  // namespace sarrus::internal
