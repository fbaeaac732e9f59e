#include "sarrus/linearize/internal/input_value.h"

#include <algorithm>
#include <cmath>

#include "sarrus/base/names.h"

namespace sarrus::internal {

namespace {

bool may_be_input(ValueKind kind) {
  return kind == ValueKind::parameter || kind == ValueKind::body || kind == ValueKind::joint_parameter ||
         kind == ValueKind::frame || kind == ValueKind::gravity;
}

Array<std::string> names_of_inputs(const State& state) {
  Array<std::string> names;
  for (const NamedValue& value : value_names(state))
    if (may_be_input(value.kind)) names.push_back(value.name);
  return names;
}

/// "motor.force, gravity.x, …": inputs whose names begin with a name, or else the first of all.
std::string some_inputs(const std::string& name, const Array<std::string>& inputs) {
  constexpr int most = 8;
  Array<std::string> shown;
  for (const std::string& input : inputs)
    if (input.starts_with(name + '.')) shown.push_back(input);
  if (shown.empty()) shown = inputs;
  const int more = static_cast<int>(shown.size()) - most;
  if (more > 0) shown.resize(most);
  return join(shown, ", ") + (more > 0 ? fmt::format(" and {} more", more) : "");
}

}  // namespace

NamedValue find_input(const State& state, const std::string& name) {
  const Array<NamedValue> all = value_names(state);
  const bool is_qualified = name.find(':') != std::string::npos;
  if (!is_qualified && std::none_of(all.begin(), all.end(), [&](const auto& v) { return v.name == name; })) {
    const Array<std::string> inputs = names_of_inputs(state);
    const std::string nearest = nearest_name(name, inputs);
    fail("there is no input '{}'.{} Inputs are parameters, masses, places and gravity: {}", name,
         nearest.empty() ? "" : fmt::format(" Did you mean '{}'?", nearest), some_inputs(name, inputs));
  }
  NamedValue found = find_value(state, name);
  if (!may_be_input(found.kind))
    fail("'{}' cannot be an input: it is a {}, not a parameter, a mass, a place or gravity, such as {}", name,
         kind_name(found.kind), some_inputs(name, names_of_inputs(state)));
  return found;
}

double first_step_of_input(double present) {
  constexpr double relative = 0.02;
  return relative * (present == 0 ? 1 : std::abs(present));
}

}  // namespace sarrus::internal
