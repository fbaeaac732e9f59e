#pragma once
/// @file
/// One step of an explicit Runge–Kutta method and its derivative.

#include "sarrus/base/array.h"
#include "sarrus/ode/internal/butcher_tableau.h"
#include "sarrus/scalar/eigen.h"
#include "sarrus/sensitivity/internal/state_slopes.h"
#include "sarrus/simulate/internal/system_problem.h"
#include "sarrus/system/named_values.h"

namespace sarrus::internal {

/// The step y₁ = y₀ + h·Σ bᵢ·kᵢ, kᵢ = f(tᵢ, Yᵢ, p), Yᵢ = y₀ + h·Σ aᵢⱼ·kⱼ, followed by the normalization of
/// quaternions. With Jᵢ = ∂f/∂y and Fᵢ = ∂f/∂p at the stages its derivative is
///   δkᵢ = Jᵢ·(δy₀ + h·Σ aᵢⱼ·δkⱼ) + Fᵢ·δp,   δy₁ = δy₀ + h·Σ bᵢ·δkᵢ
/// and the transposed equations carry a gradient λ = ∂output/∂y back:
///   κᵢ = h·bᵢ·λ₁ + h·Σⱼ aⱼᵢ·μⱼ,   μᵢ = Jᵢᵀ·κᵢ + h·bᵢ·∂L/∂Yᵢ,   λ₀ = λ₁ + Σ μᵢ
///   ∂output/∂p += Σ (Fᵢᵀ·κᵢ + h·bᵢ·∂L/∂p)
/// where L is a rate whose integral h·Σ bᵢ·L(Yᵢ) belongs to the output.
class LinearStep {
 public:
  /// The problem must outlive it.
  LinearStep(SystemProblem& problem, const ButcherTableau& method, Array<NamedValue> parameters);

  /// Adds the integral of a rate to the output that is carried back.
  void set_rate(StateOutput rate) { rate_ = std::move(rate); }
  /// Computes the derivative of the step from (t0, y0) to t1.
  void calc(double t0, In<double> y0, double t1);
  /// Replaces changes of y₀, one per column, by those of y₁; the last columns belong to the parameters.
  void carry_forward(MatrixX<double>& changes) const;
  /// The integral of the rate over the step.
  double integral() const;
  /// Replaces ∂output/∂y₁ by ∂output/∂y₀ and adds ∂output/∂p.
  void carry_back(VectorX<double>& gradient, VectorX<double>& by_parameters) const;

 private:
  using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  struct Stage {
    VectorX<double> k;
    RowMatrix J;
    MatrixX<double> F;
    double L = 0;  ///< The rate, and its derivatives.
    StateSlopes of_L;
  };
  void calc_jacobian(double t, const VectorX<double>& y, Stage& stage);
  void difference_parameters(Stage& stage);
  /// The derivative of the normalization of quaternions, a symmetric matrix, times a vector.
  void scale(Eigen::Ref<VectorX<double>> change) const;

  SystemProblem& problem_;
  const ButcherTableau& method_;
  Array<NamedValue> parameters_;
  StateOutput rate_;
  double h_ = 0;
  Array<Stage> stages_;
  VectorX<double> end_;     // y₁ before quaternions are normalized
  Array<int> quaternions_;  // their first coordinates
  mutable State moved_;     // to difference by parameters
};

}  // namespace sarrus::internal
