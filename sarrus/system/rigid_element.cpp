#include "sarrus/system/rigid_element.h"

#include <limits>

#include "sarrus/base/array.h"
#include "sarrus/system/internal/layout.h"

namespace sarrus {

namespace {

template <class F>
void visit_rigid_elements(const State& state, const F& visit) {
  for (const std::shared_ptr<const ForceElement>& force : state.layout().forces)
    if (const auto* element = dynamic_cast<const RigidElement*>(force.get())) visit(*element);
}

/// Returns true if an element has yielded.
bool yield_to(State& state, In<double> speeds) {
  bool is_any = false;
  visit_rigid_elements(state,
                       [&](const RigidElement& element) { is_any = element.yield(state, speeds) || is_any; });
  return is_any;
}

}  // namespace

void strike_yielding(State& state, const std::function<void()>& strike) {
  const Array<double> quick(state.nu(), std::numeric_limits<double>::infinity());
  const State before = state;
  if (yield_to(state, quick)) {
    strike();
    const Array<double> speeds(state.u().begin(), state.u().end());
    state = before;
    yield_to(state, speeds);
  }
  strike();
}

void refuse_rigid_elements(const State& state) {
  const internal::SystemLayout& layout = state.layout();
  for (std::size_t i = 0; i < layout.forces.size(); ++i) {
    const auto* const rigid = dynamic_cast<const RigidElement*>(layout.forces[i].get());
    require(
        rigid == nullptr || rigid->acts_by_events() || !state.is_enabled(layout.force_ids[i]),
        "the forces of the rigid element '{}' are known in time steps only; use TimeStepping, or a compliant "
        "contact or friction in its place",
        layout.name_of(layout.force_ids[i]));
  }
}

void release_rigid_elements(State& state) {
  visit_rigid_elements(state, [&](const RigidElement& element) { element.release(state); });
}

}  // namespace sarrus
