#pragma once
/// @file
/// The Runge–Kutta methods whose steps can be differentiated.

#include <memory>
#include <string>

#include "sarrus/base/array.h"
#include "sarrus/ode/integrator.h"

namespace sarrus::internal {

/// The coefficients of y₁ = y₀ + h·Σ bᵢ·kᵢ, kᵢ = f(t₀ + cᵢ·h, y₀ + h·Σⱼ aᵢⱼ·kⱼ). An explicit method has
/// aᵢⱼ = 0 for j ≥ i.
struct StepFormula {
  std::string name;
  Array<double> c{}, b{};
  Array<Array<double>> a{};  ///< Missing entries are zero.
  bool is_implicit = false;

  int stages() const { return static_cast<int>(b.size()); }
  double coefficient(int i, int j) const { return j < static_cast<int>(a[i].size()) ? a[i][j] : 0; }
};

/// A method of simulations, as the formulas of its steps: "auto" has two.
struct DifferentiableMethod {
  std::string name;
  StepFormula usual, stiff;  ///< Of explicit and implicit steps; a method has one kind, or both.
};

/// Throws an Error that names the methods whose steps can be differentiated if `name` is not one of them.
DifferentiableMethod find_differentiable_method(const std::string& name);

/// An integrator that takes each step, however long, at once. Implicit stages are solved for to some 1e-12.
std::unique_ptr<Integrator> make_stepper(InitialValueProblem& problem, const StepFormula& formula);

}  // namespace sarrus::internal
