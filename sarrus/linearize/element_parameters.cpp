#include "sarrus/linearize/internal/element_parameters.h"

#include "sarrus/linearize/internal/input_value.h"
#include "sarrus/system/internal/layout.h"

namespace sarrus::internal {

ElementParameters::ElementParameters(const State& state, const Array<std::string>& values) {
  for (const std::string& name : values) {
    numbers_.push_back(-1);
    if (name == "time") continue;
    const NamedValue value = find_input(state, name);
    if (value.kind != ValueKind::parameter) continue;
    numbers_.back() = static_cast<int>(all_.size());
    all_.push_back(state.layout().parameter(value.number));
  }
}

}  // namespace sarrus::internal
