/// What a step says of rows that contradict each other.

#include <algorithm>
#include <cmath>

#include "sarrus/base/names.h"
#include "sarrus/rigid/internal/step_solver.h"
#include "sarrus/system/constraint_entry.h"
#include "sarrus/system/internal/layout.h"

namespace sarrus::internal {

const std::string& StepSolver::element_name(const State& state, const RowGroup& group) const {
  return state.layout().name_of(elements_[group.name.element].id);
}

std::string StepSolver::describe(const State& state, const RowGroup& group) const {
  const SystemLayout& layout = state.layout();
  const Model& model = state.model();
  if (group.body1 >= 0)
    return fmt::format("the contact of '{}' and '{}'", model.body(group.body1).name,
                       model.body(group.body2).name);
  if (group.name.element >= 0) return fmt::format("'{}'", element_name(state, group));
  if (group.name.element == -1)
    return fmt::format("the constraint '{}'", layout.name_of(layout.constraints[group.name.first]->id));
  return fmt::format("the given motion of '{}'", model.speeds()[group.name.first].name);
}

void StepSolver::complain(const State& state, const Island& island, const Array<double>& ray) const {
  Array<std::string> names;
  int row = 0;
  for (const int i : island.groups) {
    const RowGroup& group = rows_.groups()[i];
    double most = 0;
    for (int r = 0; r < group.rows; ++r) most = std::max(most, std::abs(ray[row++]));
    const std::string name = describe(state, group);
    if (most > 1e-3 && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  throw NumericalError(
      fmt::format("at t = {:.9g} s these contradict each other: {}; no motion satisfies all of them. Leave "
                  "one out, or let one of them give way",
                  state.time(), join(names, ", ")),
      state.time(), "");
}

}  // namespace sarrus::internal
