#pragma once
/// @file
#include <functional>
#include <limits>
#include <optional>

#include "sarrus/base/array.h"
#include "sarrus/system/step_guard.h"

namespace sarrus::internal {

/// All elements of a System that watch over the steps of a simulation.
class StepGuards {
 public:
  explicit StepGuards(const State& state);
  /// The longest step that all of them allow from a state.
  double longest_step(const State& state);
  /// The first of the things that a step has passed over. Before each guard looks at the motion,
  /// `return_to_end` is called.
  std::optional<StepGuard::Missed> find_missed(const StepMotion& motion,
                                               const std::function<void()>& return_to_end) const;
  /// The next step is no longer than this, as a guard wants after it has cut the last one.
  void limit_next_step(double length) { next_step_ = length; }

 private:
  Array<const StepGuard*> guards_;
  double next_step_ = std::numeric_limits<double>::infinity();
};

}  // namespace sarrus::internal
