#include "apps/sarrus/unit_of_value.h"

#include "sarrus/system/named_values.h"

namespace sarrus {

namespace {

/// True if a value belongs to a joint, or to a speed, that turns.
bool is_of_turning(const Model& model, const std::string& name) {
  const auto belongs_to = [&](const std::string& owner) { return name.starts_with(owner + '.'); };
  for (const Speed& speed : model.speeds())
    if (belongs_to(speed.name) || belongs_to(model.body(speed.body).joint_name))
      return speed.unit.starts_with("rad");
  return false;
}

}  // namespace

std::string unit_of(const State& state, const std::string& name) {
  constexpr std::string_view or_else = " or ";  // "unit of sliding or unit of turning"
  for (const NamedValue& value : value_names(state)) {
    if (value.name != name) continue;
    const std::size_t at = value.unit.find(or_else);
    if (at == std::string::npos) return value.unit;
    return is_of_turning(state.model(), name) ? value.unit.substr(at + or_else.size())
                                              : value.unit.substr(0, at);
  }
  return "";
}

}  // namespace sarrus
