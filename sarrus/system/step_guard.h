#pragma once
/// @file
/// Elements that watch the steps of simulations for what happens between their ends.

#include <functional>
#include <optional>

#include "sarrus/system/state.h"

namespace sarrus {

/// The motion within a step, without what is found to be missing in it.
struct StepMotion {
  double begin, end;
  /// The state at a time of the step. Every call changes what earlier ones returned.
  std::function<const State&(double t)> at;
};

/// A force element that is also a StepGuard can keep steps from passing over a short event: a body that flies
/// through another within one step.
class StepGuard {
 public:
  virtual ~StepGuard() = default;
  /// False if there is nothing to watch: the other functions need not be called.
  virtual bool is_watching() const = 0;
  /// The longest step that may be taken from a state [s]; infinity: any.
  virtual double longest_step(const State& state) const = 0;

  /// An instant that a step has passed over: the step is repeated to end there, and the next one is no longer
  /// than `next_step`.
  struct Missed {
    double time, next_step;
  };
  /// Looks at a step that was taken, first at its end.
  virtual std::optional<Missed> find_missed(const StepMotion& motion) const = 0;
};

}  // namespace sarrus
