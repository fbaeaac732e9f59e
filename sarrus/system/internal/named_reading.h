#pragma once
/// @file
#include "sarrus/system/force_element.h"

namespace sarrus::internal {

/// Rethrows an Error about an undeclared read. Adds the name of the force if the force itself has read what
/// it has not declared, not a quantity that it reads.
[[noreturn]] void rethrow_with_name(const UndeclaredRead& error, const State& state, ElementId force);

/// Calls a function of a force element. All forces are evaluated within a few shared quantities; this makes
/// an Error about an undeclared read name the force.
template <class F>
decltype(auto) with_name_of(ElementId force, const State& state, const F& f) {
  try {
    return f();
  } catch (const UndeclaredRead& error) {
    rethrow_with_name(error, state, force);
  }
}

inline void add_forces_of(const ForceElement& element, ElementId id, const State& state,
                          AppliedForces& forces) {
  with_name_of(id, state, [&] { element.add_forces(state, forces); });
}

}  // namespace sarrus::internal
