#pragma once
/// @file
/// One step compared with two half steps. A step has an error proportional to h², so that the half steps
/// together have half of it:
///
///     y₁ − y = E,   y₂ − y = E/2 + O(h³),   error of the half steps ≈ |y₂ − y₁|
///
/// While the same rows hold, slide or give way before and in all three steps, y₂ + (y₂ − y₁) is free of E, so
/// that what is left of the error is proportional to h³. Where rows change, as in an impact, the half steps
/// are kept. They are kept as well where springs and dampers of joints are so stiff that the difference would
/// grow from step to step.

#include "sarrus/rigid/internal/state_step.h"
#include "sarrus/simulate/internal/system_problem.h"

namespace sarrus::internal {

class ComparedSteps {
 public:
  ComparedSteps(const State& state, ErrorNorm norm)
      : norm_(norm), problem_(state), whole_(state), halves_(state) {}

  /// Steps by h from a state, which stays as it is. Returns what the steps found together.
  StepResult advance(StateStep& step, const State& state, double h, double end);
  /// The error in unit changes: of coordinates, and of speeds relative to themselves where they are large.
  double error() const { return error_; }
  /// The state at the end. Variables that are updated each step have been, also after the first half.
  State& state() { return halves_; }
  /// Has the next step begin as the last one did.
  void undo(StateStep& step) const { step.solver().set_memory(before_); }

 private:
  double calc_error(const StepSolver& rows, bool is_smooth);
  void extrapolate();

  ErrorNorm norm_;
  SystemProblem problem_;
  State whole_, halves_;
  RowMemory before_, after_whole_;
  Array<double> difference_, y_;
  double error_ = 0;
};

}  // namespace sarrus::internal
