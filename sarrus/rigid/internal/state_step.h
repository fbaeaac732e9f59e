#pragma once
/// @file
/// A time step of a whole State: coordinates, speeds, auxiliary variables, and what follows from them.

#include "sarrus/rigid/internal/step_solver.h"

namespace sarrus::internal {

class StateStep {
 public:
  StateStep(const State& state, const StepOptions& options) : solver_(state, options) {}

  /// Advances a state by h, to the time `end`. Variables that are updated each step are left as they are.
  StepResult advance(State& state, double h, double end);
  StepSolver& solver() { return solver_; }
  const StepSolver& solver() const { return solver_; }

 private:
  void move(State& state, In<double> way);

  StepSolver solver_;
  Array<double> q_, z_;
};

/// Sets the variables that follow from time and the others: those whose motion is given, and fast ones.
void place(State& state);

}  // namespace sarrus::internal
