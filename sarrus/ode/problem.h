#pragma once
/// @file
/// The interface between integrators and initial-value problems: no mechanics, three kinds of variables.

#include <memory>
#include <string>

#include "sarrus/base/array_view.h"
#include "sarrus/ode/integrator_options.h"

namespace sarrus {

class LinearSolver;

/// The text for a number that is not finite: "NaN", "infinite".
std::string describe(double x);

/// The size of an error, in the unit of accuracy, and the variable that contributes most.
struct ErrorSize {
  double size = 0;
  int worst = 0;  ///< Index into y.
};

/// Thrown if a step hits a point that cannot be computed well, which a step of slightly different length
/// would miss. Methods with error control repeat the step a little shorter.
class StepRefusal : public NumericalError {
 public:
  using NumericalError::NumericalError;
};

/// ẏ = f(t, y) with y = (q, u, z): positions, whose rates follow from the speeds, q̇ = N(q)·u; speeds, whose
/// rates are expensive; and all other variables z. A problem without mechanics has z only.
///
/// A function that fails at a (t, y) may throw, or return a number that is not finite: the step is repeated
/// with a smaller size, and if that does not help, the text of the exception becomes part of the error
/// message.
class InitialValueProblem {
 public:
  virtual ~InitialValueProblem() = default;

  virtual int nq() const = 0;
  virtual int nu() const = 0;
  virtual int nz() const = 0;
  int size() const { return nq() + nu() + nz(); }
  /// The number of integrals (quadratures) at the end of z: no rate depends on them. measure_error() decides
  /// whether their errors count.
  virtual int integrals() const { return 0; }
  /// The name of a variable in messages, understandable alone: "speed 'elbow.rate'".
  virtual std::string variable_name(int index) const = 0;

  /// Computes ẏ at (t, y). If `ydot` has dynamic_size() elements, the rates of the integrals are not wanted.
  virtual void calc_derivative(double t, In<double> y, Out<double> ydot) = 0;
  /// Computes q̇ = N(q)·u only, for semi-explicit methods. By default q̇ = u, which requires nq = nu.
  virtual void calc_qdot(double t, In<double> q, In<double> u, Out<double> qdot);
  /// Computes q̈ = N·u̇ + Ṅ·u, for Verlet's method. By default q̈ = u̇, which requires nq = nu.
  virtual void calc_qddot(double t, In<double> y, In<double> ydot, Out<double> qddot);

  /// Projects y at time t onto prescribed values, unit quaternions and constraints, and removes from the
  /// error estimate (empty: there is none) the part that the projection removes. Returns true if ẏ has
  /// changed, which costs an evaluation. By default does nothing.
  virtual bool project(double t, Out<double> y, Out<double> error);

  /// The size of an error of y: the largest of the norms of its parts q, u and z [Simbody theory manual, eq.
  /// 9.3]: unit weights, relative accuracy for speeds and others larger than one, absolute for positions. The
  /// problem decides whether integrals count; by default they do not.
  virtual ErrorSize measure_error(double t, In<double> y, In<double> error, ErrorNorm norm);
  /// The error measure as one weight per variable, the size of a unit error in it; for methods with their own
  /// norm.
  virtual void calc_error_weights(double t, In<double> y, Out<double> weights);

  /// The number of variables on which rates depend: all but the integrals.
  int dynamic_size() const { return size() - integrals(); }
  /// Computes the exact Jacobian ∂ẏ/∂y at (t, y), where the rates are ydot, for implicit methods: row by row,
  /// the rows and columns of the integrals left out, dynamic_size()² numbers that are zero at the call.
  /// Returns false if the problem has no exact Jacobian; then implicit methods difference rates. By default
  /// it has none.
  virtual bool calc_jacobian(double t, In<double> y, In<double> ydot, Out<double> jacobian);
  /// Makes a solver for the linear equations of implicit methods that uses the structure of the problem. By
  /// default returns nothing: then the Jacobian is a dense matrix. The problem must outlive the solver.
  virtual std::unique_ptr<LinearSolver> make_linear_solver();
  /// The number of equations that this solver factors, for estimates of costs. By default dynamic_size().
  virtual int equations() const { return dynamic_size(); }
};

}  // namespace sarrus
