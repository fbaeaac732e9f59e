#pragma once
/// @file
/// Solves cone problems: proximal Newton steps that converge from anywhere, finished by Newton steps on the
/// equations of the modes found.

#include <memory>

#include "sarrus/complementarity/cone_problem.h"

namespace sarrus {

/// A solver with its memory: problems of the same size take none after the first.
class ConeSolver {
 public:
  ConeSolver();
  ~ConeSolver();
  ConeSolver(ConeSolver&&) noexcept;
  ConeSolver& operator=(ConeSolver&&) noexcept;

  /// Solves the problem. Begins with the forces and modes in `solution` if they have the right number.
  /// Throws for wrong sizes and for numbers that are not finite.
  void solve(RowOperator& rows, const ConeProblem& problem, ConeSolution& solution,
             const ConeOptions& options = {});

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

}  // namespace sarrus
