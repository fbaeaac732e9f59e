#pragma once
/// @file
/// A Rosenbrock method: implicit, with linear equations only.

#include <array>

#include "sarrus/base/array.h"
#include "sarrus/ode/internal/implicit_method.h"

namespace sarrus::internal {

/// RODAS, of order 4(3) with six stages, stiffly accurate and L-stable, with dense output of order three
/// [Hairer, Wanner: Solving Ordinary Differential Equations II, VI.4]:
///   (1/(γh) − J)·Uᵢ = f(t₀ + αᵢ·h, y₀ + Σⱼ aᵢⱼ·Uⱼ) + Σⱼ cᵢⱼ/h·Uⱼ + γᵢ·h·∂f/∂t,
/// J and ∂f/∂t at (t₀, y₀). The argument of the last stage is the embedded result of order three; the result
/// is that plus U₆, which is the error estimate. Integrals follow Simpson's rule, with a rate in the middle.
class Rodas4 : public ImplicitMethod {
 public:
  Rodas4(InitialValueProblem& problem, const IntegratorOptions& options);

  std::string_view name() const override { return "rodas4"; }
  int order() const override { return 4; }

 private:
  static constexpr std::size_t stages = 6;

  void attempt(double t1) override;
  void finish(double t1, bool moved) override;
  void calc_dense(double fraction, Out<double> y) const override;

  void calc_time_derivative(double h);
  void calc_stage(std::size_t i, double t1);
  void add_integrals(double t1);
  /// The dense output between `from` and `to`, integrals excepted.
  void calc_cubic(double s, In<double> from, In<double> to, Out<double> y) const;

  std::array<Array<double>, stages> stages_;
  std::array<Array<double>, 2> cubic_;  ///< Coefficients of dense output.
  Array<double> time_derivative_, rate_;
};

}  // namespace sarrus::internal
