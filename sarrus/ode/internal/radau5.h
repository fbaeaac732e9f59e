#pragma once
/// @file
/// An implicit Runge–Kutta method of high order for stiff problems.

#include <array>

#include "sarrus/base/array.h"
#include "sarrus/ode/internal/implicit_method.h"

namespace sarrus::internal {

/// Radau IIA with three stages: of order five, L-stable, stiffly accurate [Hairer, Wanner: Solving Ordinary
/// Differential Equations II, IV.5, IV.8]. The changes Zᵢ of y up to the stages tᵢ = t₀ + cᵢ·h solve
///   Zᵢ = h·Σⱼ aᵢⱼ·f(tⱼ, y₀ + Zⱼ),  y₁ = y₀ + Z₃,
/// by simplified Newton iterations with J of this step or an earlier one. The transformation W = T⁻¹·Z makes
/// of A⁻¹ a real and a pair of complex eigenvalues, so that an iteration solves one real and one complex
/// system of equations of the problem's size. Dense output is the collocation polynomial through y₀ and the
/// stages, of order three; it also predicts the stages of the next step. Integrals follow the quadrature of
/// the stages.
class Radau5 : public ImplicitMethod {
 public:
  Radau5(InitialValueProblem& problem, const IntegratorOptions& options);

  std::string_view name() const override { return "radau5"; }
  int order() const override { return 5; }

 private:
  void attempt(double t1) override;
  void calc_dense(double fraction, Out<double> y) const override;
  void accepted() override;
  void forget() override;

  void factor_for(double h);
  void predict_stages(double h);
  void solve_stages(double t1);
  void calc_residuals(double t1);
  void solve_for_changes();
  double size_of_changes() const;
  void add_changes();
  /// Throws a Nonconvergence if the iterations will not end in time.
  void judge_convergence(int iteration, double size, double t1);
  void set_integrals(double h);
  void estimate_error(double h);
  void include_dense_error(double h);
  /// error_ ← (γ₀/h − J)⁻¹·(rate + Σ dᵢ/h·Zᵢ)
  void filter_error(In<double> rate, double h);
  /// The collocation polynomial minus y₀ at t₀ + s·h of the last step.
  double polynomial(double s, std::size_t i) const;

  using Stages = std::array<Array<double>, 3>;
  Stages z_, w_;        ///< The stages, and their transforms.
  Stages rates_;        ///< f at the stages.
  Array<double> real_;  ///< Right side and solution of the real equations.
  Array<std::complex<double>> complex_;
  Stages newton_;  ///< Divided differences of the collocation polynomial of the last step.
  Array<double> weights_, moved_;
  double factored_for_ = 0;   ///< The step for which the matrices are factored; zero: none.
  double last_length_ = 0;    ///< The length of the step of the polynomial; zero: there is none.
  double convergence_ = 0;    ///< The rate θ at which the last iterations converged.
  double previous_rate_ = 0;  ///< The ratio of the last two changes.
  double last_size_ = 0;      ///< The size of the last change.
  double trust_ = 1;          ///< θ/(1 − θ), the factor from a change to the error that remains.
  bool repeated_ = false;     ///< True from the second attempt of a step on.
};

}  // namespace sarrus::internal
