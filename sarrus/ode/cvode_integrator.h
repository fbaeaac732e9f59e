#pragma once
/// @file
/// Multistep methods of variable order: those of CVODE, of the SUNDIALS libraries, where these are installed.

#include "sarrus/ode/integrator.h"

namespace sarrus::detail {

enum class CvodeFormula {
  bdf,  ///< Backward differentiation of orders 1 to 5, by Newton's method with a differenced Jacobian: stiff
        ///< problems.
  adams,  ///< Adams and Moulton, orders 1 to 12, by fixed-point iteration: smooth problems with dear rates.
};

/// Whether the library was built with CVODE.
bool cvode_available();

/// A method of CVODE; without CVODE, an Error that says what to install. It chooses its steps: fixed ones are
/// refused.
///
/// Accuracy: CVODE measures errors by one root mean square over all variables. Its weights are chosen so that
/// this is never less than what the problem's measure_error() says of an error of one variable, and for
/// errors of many at most √3 times as much with ErrorNorm::rms (√n times with ErrorNorm::infinity).
///
/// Projection: BDF projects within each step, error estimate included. With Adams's method CVODE cannot: the
/// result of each step is projected, and the method starts anew from it when it has moved by more than the
/// accuracy.
///
/// Interpolation is by the polynomial of the method, of its order at the time.
std::unique_ptr<Integrator> make_cvode_integrator(CvodeFormula formula, InitialValueProblem& problem,
                                                  const IntegratorOptions& options);

}  // namespace sarrus::detail
