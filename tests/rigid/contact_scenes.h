#pragma once
/// @file
/// Rigid contact in Simulations.

#include "tests/rigid/rigid_scenes.h"
#include "tests/support/numbers.h"

namespace sarrus::testing {

/// The first rigid contact of a System.
inline const RigidContact& contact_of(const State& state) {
  for (const RigidElement* element : rigid_elements(state))
    if (const auto* contact = dynamic_cast<const RigidContact*>(element)) return *contact;
  fail("there is no contact");
}

/// Runs to the next event of a name, or to an end.
inline bool run_to(Simulation& simulation, const char* event, double end) {
  simulation.stop_at_events(true);
  const auto count = [&] {
    const auto found = simulation.event_counts().find(event);
    return found == simulation.event_counts().end() ? 0L : found->second;
  };
  const long before = count();
  while (count() == before && simulation.state().time() < end) simulation.run_until(end);
  simulation.stop_at_events(false);
  return count() > before;
}

}  // namespace sarrus::testing
