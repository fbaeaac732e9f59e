#include "sarrus/simulate/recorded_output.h"

#include "sarrus/system/internal/layout.h"
#include "sarrus/system/named_values.h"
#include "sarrus/system/responses.h"

namespace sarrus {

using namespace internal;

namespace {

RecordedOutput::Column named_column(const State& state, const std::string& name) {
  if (name == "kinetic_energy") return {name, [](const State& s) { return kinetic_energy(s); }};
  if (name == "potential_energy") return {name, [](const State& s) { return potential_energy(s); }};
  const NamedValue which = find_value(state, name);
  return {name, [which](const State& s) { return value(s, which); }};
}

}  // namespace

RecordedOutput::RecordedOutput(std::string name)
    : find_([name = std::move(name)](const State& state) { return named_column(state, name); }) {}

RecordedOutput::RecordedOutput(Quantity<double> quantity)
    : find_([quantity](const State& state) -> Column {
        require(quantity.index >= 0, "a quantity that is to be recorded was not declared in any system");
        require(quantity.system == state.layout().id &&
                    quantity.index < static_cast<int>(state.layout().quantities.size()),
                "a quantity that is to be recorded belongs to another system than the state of model '{}'",
                state.model().name());
        return {state.layout().quantities[quantity.index].name,
                [quantity](const State& s) { return s[quantity]; }};
      }) {}

RecordedOutput::RecordedOutput(std::string name, Value value)
    : find_([column = Column{std::move(name), std::move(value)}](const State&) { return column; }) {}

}  // namespace sarrus
