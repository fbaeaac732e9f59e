#include "sarrus/simulate/internal/step_guards.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "sarrus/system/force_element.h"
#include "sarrus/system/internal/layout.h"

namespace sarrus::internal {

StepGuards::StepGuards(const State& state) {
  for (const std::shared_ptr<const ForceElement>& element : state.layout().forces)
    if (const auto* guard = dynamic_cast<const StepGuard*>(element.get());
        guard != nullptr && guard->is_watching())
      guards_.push_back(guard);
}

double StepGuards::longest_step(const State& state) {
  double longest = std::exchange(next_step_, std::numeric_limits<double>::infinity());
  for (const StepGuard* guard : guards_) longest = std::min(longest, guard->longest_step(state));
  return longest;
}

std::optional<StepGuard::Missed> StepGuards::find_missed(const StepMotion& motion,
                                                         const std::function<void()>& return_to_end) const {
  std::optional<StepGuard::Missed> first;
  for (const StepGuard* guard : guards_) {
    return_to_end();
    const auto found = guard->find_missed(motion);
    if (found && (!first || found->time < first->time)) first = found;
  }
  return first;
}

}  // namespace sarrus::internal
