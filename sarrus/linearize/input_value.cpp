#include "sarrus/linearize/internal/input_value.h"

#include <cmath>

namespace sarrus::internal {

NamedValue find_input(const State& state, const std::string& name) {
  NamedValue found = find_value(state, name);
  require(found.kind == ValueKind::parameter || found.kind == ValueKind::body ||
              found.kind == ValueKind::joint_parameter || found.kind == ValueKind::frame ||
              found.kind == ValueKind::gravity,
          "'{}' cannot be an input: it is a {}, not a parameter, a mass, a place or gravity", name,
          kind_name(found.kind));
  return found;
}

double first_step_of_input(double present) {
  constexpr double relative = 0.02;
  return relative * (present == 0 ? 1 : std::abs(present));
}

}  // namespace sarrus::internal
