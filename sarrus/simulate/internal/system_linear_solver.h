#pragma once
/// @file
/// The linear equations of implicit steps of a System, solved for its independent accelerations and the
/// multipliers of its constraints.

#include <complex>
#include <optional>

#include "sarrus/base/array.h"
#include "sarrus/ode/linear_solver.h"
#include "sarrus/simulate/internal/step_equations.h"
#include "sarrus/sparse/internal/dense_lu.h"
#include "sarrus/system/internal/motion_derivatives.h"

namespace sarrus::internal {

class SystemProblem;

/// Solves (γ·1 − J)·(δq, δu) = (b_q, b_u) by eliminating coordinates and dependent speeds. With the matrices
/// of MotionDerivatives, and the rates q̇ = N·u of the joints,
///   δu = (b_u + G·w)/γ,   δ = p + P·G·w/γ,   P = N⁻¹·(γ − ∂q̇/∂q)⁻¹·N
///   p = N⁻¹·(γ − ∂q̇/∂q)⁻¹·(b_q + N·b_u/γ)
///   (D − W·G/γ)·w = B_q·p + B_u·b_u/γ,      W = B_u + B_q·P
/// where P = 1/γ for joints whose speeds are the rates of coordinates: the matrix is then
/// Gᵀ·(M − (∂f/∂u)/γ − (∂f/∂q)/γ²)·G. Constraints that are not eliminated, with acceleration errors a,
/// border it:
///   (M − W/γ)·w − Jᵀ·δλ = B_q·p + B_u·b_u/γ
///   (J + A/γ)·w = −(∂a/∂δ)·p − (∂a/∂u)·b_u/γ,      A = ∂a/∂u + (∂a/∂δ)·P
/// The matrix has entries for speeds on the same path, for paths that an element connects and for what a
/// constraint reads. It is factored without exchanges, and if that is not accurate, in a dense matrix with
/// exchanges.
class SystemLinearSolver : public LinearSolver {
 public:
  /// The problem must outlive the solver.
  explicit SystemLinearSolver(SystemProblem& problem);

  /// True if such a State has equations in this form.
  static bool can_solve(const State& state);

  bool linearize(double t, In<double> y, In<double> ydot) override;
  bool is_exact() const override { return motion_.differenced().empty(); }
  int evaluations() const override { return is_exact() ? 0 : 2 * motion_.speeds(); }
  void factor(double gamma) override { factor(gamma, real_); }
  void factor(std::complex<double> gamma) override { factor(gamma, complex_); }
  void solve(Out<double> b) override { solve(b, real_); }
  void solve(Out<std::complex<double>> b) override { solve(b, complex_); }

 private:
  /// The factors for one γ.
  template <class T>
  struct Factors {
    T reciprocal{};  ///< 1/γ
    Array<T> W;      ///< Per term of the equations.
    Array<DenseLu<T>> joints;
    std::optional<SparseLu<T>> sparse;
    std::optional<DenseLu<T>> dense;  ///< If `is_dense`.
    bool is_dense = false;
    int version = -1;             ///< Of the pattern.
    Array<T> entries;             ///< Of the matrix, by their places.
    Array<T> p, w, block, trial;  ///< Workspace.
  };
  template <class T>
  void factor(T gamma, Factors<T>& out);
  template <class T>
  void calc_W(T gamma, Factors<T>& out);
  template <class T>
  void add_joint(T gamma, const JointRates& joint, DenseLu<T>& lu, Factors<T>& out);
  template <class T>
  void factor_matrix(Factors<T>& out);
  template <class T>
  bool is_accurate(Factors<T>& of) const;
  template <class T>
  int factor_dense(Factors<T>& out) const;
  template <class T>
  void follow_speeds(std::size_t joint, const T* u, Factors<T>& by, T* q) const;
  template <class T>
  void solve_without_accelerations(T* q, T* u, Factors<T>& by) const;
  template <class T>
  void solve(Out<T> b, Factors<T>& by);

  SystemProblem& problem_;
  MotionDerivatives motion_;
  StepEquations equations_;
  double time_ = 0;
  Factors<double> real_;
  Factors<std::complex<double>> complex_;
};

}  // namespace sarrus::internal
