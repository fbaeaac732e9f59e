#pragma once
/// @file
/// One step of a Runge–Kutta method and its derivative.

#include <optional>

#include "sarrus/base/array.h"
#include "sarrus/ode/integrator.h"
#include "sarrus/scalar/eigen.h"
#include "sarrus/sensitivity/internal/linear_projection.h"
#include "sarrus/sensitivity/internal/state_slopes.h"
#include "sarrus/sensitivity/internal/step_formula.h"
#include "sarrus/simulate/internal/system_problem.h"
#include "sarrus/sparse/internal/dense_lu.h"
#include "sarrus/system/named_values.h"

namespace sarrus::internal {

/// A problem whose steps end where the formula of the method says. The stages of implicit methods are found
/// by it: dense output of other problems ends at the projection.
class UnprojectedProblem : public SystemProblem {
 public:
  using SystemProblem::SystemProblem;
  bool project(double, Out<double>, Out<double>) override { return false; }
};

/// The step y₁ = y₀ + h·Σ bᵢ·kᵢ, kᵢ = f(tᵢ, Yᵢ, p), Yᵢ = y₀ + h·Σ aᵢⱼ·kⱼ, followed by the normalization of
/// quaternions and the projection onto constraints. With Jᵢ = ∂f/∂y and Fᵢ = ∂f/∂p at the stages its
/// derivative is
///   δkᵢ = Jᵢ·(δy₀ + h·Σ aᵢⱼ·δkⱼ) + Fᵢ·δp,   δy₁ = δy₀ + h·Σ bᵢ·δkᵢ
/// and the transposed equations carry a gradient λ = ∂output/∂y back:
///   κᵢ = h·bᵢ·λ₁ + h·Σⱼ aⱼᵢ·μⱼ,   μᵢ = Jᵢᵀ·κᵢ + h·bᵢ·∂L/∂Yᵢ,   λ₀ = λ₁ + Σ μᵢ
///   ∂output/∂p += Σ (Fᵢᵀ·κᵢ + h·bᵢ·∂L/∂p)
/// where L is a rate whose integral h·Σ bᵢ·L(Yᵢ) belongs to the output. The stages of explicit methods are
/// solved for one after the other, those of implicit methods together.
class LinearStep {
 public:
  /// The problem must outlive it.
  LinearStep(SystemProblem& problem, Array<NamedValue> parameters);

  /// Adds the integral of a rate to the output that is carried back.
  void set_rate(StateOutput rate) { rate_ = std::move(rate); }
  /// Computes the derivative of the step of a method from (t0, y0) to t1.
  void calc(const StepFormula& method, double t0, In<double> y0, double t1);
  /// Replaces changes of y₀, one per column, by those of y₁; the last columns belong to the parameters.
  void carry_forward(MatrixX<double>& changes);
  /// The integral of the rate over the step.
  double integral() const;
  /// Replaces ∂output/∂y₁ by ∂output/∂y₀ and adds ∂output/∂p.
  void carry_back(VectorX<double>& gradient, VectorX<double>& by_parameters);
  /// The names of what was differenced because it has no derivatives of its own.
  const Array<std::string>& differenced() const { return differenced_; }

 private:
  using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  struct Stage {
    VectorX<double> k;
    RowMatrix J;
    MatrixX<double> F;
    double L = 0;  ///< The rate, and its derivatives.
    StateSlopes of_L;
  };
  void calc_explicit_stages(double t0, const VectorX<double>& y0, double t1);
  void calc_implicit_stages(double t0, In<double> y0, double t1);
  void calc_stage(double t, const VectorX<double>& y, Stage& stage);
  void calc_projection(double t1, VectorX<double>& end);
  /// Those at a point, where the rates are given.
  void calc_motion_derivatives(double t, In<double> y, In<double> rates);
  void calc_parameters(Stage& stage);
  void difference_parameter(int parameter, Eigen::Ref<VectorX<double>> rates);
  MatrixX<double> stage_changes(const MatrixX<double>& changes);
  VectorX<double> stage_multipliers(const VectorX<double>& gradient);
  /// ∂(h·Σ b·L)/∂Yᵢ.
  VectorX<double> pull_of_rate(int stage) const;
  /// Factors the matrix 1 − h·(aᵢⱼ·Jᵢ) of the equations of all stages, or its transpose.
  void factor_stages(bool is_transposed);

  SystemProblem& problem_;
  Array<NamedValue> parameters_;
  Array<int> of_elements_;  // per parameter: its number among those of elements, or −1
  StateOutput rate_;
  const StepFormula* method_ = nullptr;
  double h_ = 0;
  Array<Stage> stages_;
  MotionDerivatives motion_;
  QuaternionScaling scaling_;  // of y₁
  LinearProjection projection_;
  bool has_constraints_ = false;
  Array<std::string> differenced_;
  UnprojectedProblem unprojected_;
  std::unique_ptr<Integrator> solver_;      // finds the stages of implicit methods
  std::optional<DenseLu<double>> factors_;  // of the equations of all stages
  State moved_;
};

}  // namespace sarrus::internal
