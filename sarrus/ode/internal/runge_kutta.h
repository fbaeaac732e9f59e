#pragma once
/// @file
/// All explicit Runge–Kutta methods: one stepper that interprets a Butcher tableau.

#include "sarrus/base/array.h"
#include "sarrus/ode/internal/butcher_tableau.h"
#include "sarrus/ode/internal/one_step.h"

namespace sarrus::internal {

/// The Runge–Kutta method of a tableau, which must outlive it.
class RungeKutta : public OneStepMethod {
 public:
  RungeKutta(const ButcherTableau& tableau, InitialValueProblem& problem, const IntegratorOptions& options);

  std::string_view name() const override { return tableau_.name; }
  int order() const override { return tableau_.order; }

 protected:
  /// An estimate of h·|λ| for the dominant eigenvalue λ of ∂ẏ/∂y in the last step, from two stages at its end
  /// [Hairer, Wanner: Solving Ordinary Differential Equations II, IV.2]:
  ///   h·|k₇ − k₆|/|y₁ − Y₆|,  Y₆ the argument of k₆.
  /// Costs no evaluation. For methods whose last two stages are both at the end.
  double estimate_stiffness();
  /// k₇ − k₆, which is close to the eigenvector of λ if the problem is stiff.
  void get_fast_direction(Out<double> direction) const;

 private:
  void attempt(double t1) override;
  void finish(double t1, bool moved) override;
  void refine(double fraction, Out<double> y) const override;
  void accepted() override { dense_ready_ = false; }

  Out<double> stage(std::size_t i) const { return {stages_.data() + i * y_.size(), y_.size()}; }
  Out<double> dense(std::size_t j) const { return {dense_.data() + j * y_.size(), y_.size()}; }
  /// sum += h·Σ weights[i]·kᵢ
  void add_stages(double h, const Array<double>& weights, Out<double> sum) const;
  void estimate_error(double h);
  void prepare_dense() const;

  const ButcherTableau& tableau_;
  // Stages beyond the end and their results are computed when dense output is first requested.
  mutable Array<double> stages_, dense_, scratch_;
  mutable bool dense_ready_ = false;
};

}  // namespace sarrus::internal
