#pragma once
/// @file
/// An initial-value problem as a method of integration sees it: no mechanics, three kinds of variables.

#include <string>

#include "sarrus/base/array_view.h"

namespace sarrus {

/// How the errors of many variables become one number.
enum class ErrorNorm {
  rms,       ///< Root of the mean square: does not grow with the size of the problem.
  infinity,  ///< The largest.
};

/// A number that is not finite, in words: "NaN", "infinite".
std::string describe(double x);

/// The size of an error, in the unit in which accuracy is stated, and the variable that contributes most.
struct ErrorSize {
  double size = 0;
  int worst = 0;  ///< Index into y.
};

/// Thrown where a step meets a place that cannot be computed well, and one of slightly other length would not
/// meet it. Methods that choose the length of steps repeat it a little shorter.
class StepRefusal : public NumericalError {
 public:
  using NumericalError::NumericalError;
};

/// ẏ = f(t, y) with y = (q, u, z): positions whose rates follow from the speeds, q̇ = N(q)·u; speeds, whose
/// rates are dear; and whatever else changes. A problem without mechanics has z only.
///
/// Whatever cannot be computed at a (t, y) may throw, or give a number that is not finite: the step is
/// repeated with a smaller one, and what was thrown becomes part of the message if that does not help.
class InitialValueProblem {
 public:
  virtual ~InitialValueProblem() = default;

  virtual int nq() const = 0;
  virtual int nu() const = 0;
  virtual int nz() const = 0;
  int size() const { return nq() + nu() + nz(); }
  /// How many of z, the last ones, are integrals along the way: no rate depends on them. measure_error() says
  /// whether their errors count.
  virtual int integrals() const { return 0; }
  /// What to call a variable in a message, in words that stand for themselves: "speed 'elbow.rate'".
  virtual std::string variable_name(int index) const = 0;

  /// ẏ at (t, y).
  virtual void calc_derivative(double t, In<double> y, Out<double> ydot) = 0;
  /// q̇ = N(q)·u alone: what the semi-explicit methods need. By default q̇ = u, which takes nq = nu.
  virtual void calc_qdot(double t, In<double> q, In<double> u, Out<double> qdot);
  /// q̈ = N·u̇ + Ṅ·u: what Verlet's method needs. By default q̈ = u̇, which takes nq = nu.
  virtual void calc_qddot(double t, In<double> y, In<double> ydot, Out<double> qddot);

  /// Moves y to where it has to be at time t: prescribed variables, quaternions of length one, constraints;
  /// and takes out of the error estimate (empty: there is none) what that removes of it. Returns whether ẏ is
  /// another one now, which costs an evaluation. By default everything may stay.
  virtual bool project(double t, Out<double> y, Out<double> error);

  /// The size of an error of y, the largest over q, u and z of the norm of each part [Simbody theory manual,
  /// eq. 9.3]: unit weights, relative accuracy for speeds and others larger than one, absolute for positions.
  /// Integrals count as the problem decides; here they do not.
  virtual ErrorSize measure_error(double t, In<double> y, In<double> error, ErrorNorm norm);
  /// The same as a weight per variable, for methods that weigh each by itself: what an error of one in it
  /// counts.
  virtual void calc_error_weights(double t, In<double> y, Out<double> weights);
};

}  // namespace sarrus
