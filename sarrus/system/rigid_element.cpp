#include "sarrus/system/rigid_element.h"

#include <limits>

#include "sarrus/base/array.h"
#include "sarrus/system/internal/layout.h"

namespace sarrus {

namespace {

/// Returns true if an element has yielded.
bool yield_to(State& state, In<double> speeds) {
  bool is_any = false;
  for (const RigidElement* element : rigid_elements(state)) is_any = element->yield(state, speeds) || is_any;
  return is_any;
}

/// The name of an enabled rigid element for which acts(element) is false; null: there is none.
template <class F>
const std::string* find_enabled_unless(const State& state, const F& acts) {
  const internal::SystemLayout& layout = state.layout();
  for (std::size_t i = 0; i < layout.forces.size(); ++i) {
    const auto* const rigid = dynamic_cast<const RigidElement*>(layout.forces[i].get());
    if (rigid != nullptr && !acts(*rigid) && state.is_enabled(layout.force_ids[i]))
      return &layout.name_of(layout.force_ids[i]);
  }
  return nullptr;
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

Array<const RigidElement*> rigid_elements(const State& state) {
  Array<const RigidElement*> found;
  for (const std::shared_ptr<const ForceElement>& force : state.layout().forces)
    if (const auto* element = dynamic_cast<const RigidElement*>(force.get())) found.push_back(element);
  return found;
}

void refuse_rigid_elements(const State& state) {
  const std::string* name =
      find_enabled_unless(state, [](const RigidElement& element) { return element.acts_by_events(); });
  if (name != nullptr)
    fail(
        "the forces of the rigid element '{}' are known in time steps only; use TimeStepping, or a compliant "
        "contact or friction in its place",
        *name);
}

void refuse_rigid_elements_in_derivatives(const State& state) {
  const std::string* name =
      find_enabled_unless(state, [](const RigidElement& element) { return element.acts_in_derivatives(); });
  if (name != nullptr)
    fail(
        "the forces of the rigid element '{}' have no derivatives: they are known in simulations and time "
        "steps only; use TimeStepping, or a compliant contact or friction in its place",
        *name);
}

void release_rigid_elements(State& state) {
  for (const RigidElement* element : rigid_elements(state)) element->release(state);
}

}  // namespace sarrus
