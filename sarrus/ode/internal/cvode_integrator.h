#pragma once
/// @file
/// Multistep methods of variable order, by CVODE of the SUNDIALS libraries, if these are installed.

#include "sarrus/ode/integrator.h"

namespace sarrus::internal {

enum class CvodeFormula {
  bdf,    ///< Backward differentiation formulas (BDF) of orders 1 to 5, solved by Newton's method, with the
          ///< problem's own solver or derivatives if it has them: for stiff problems.
  adams,  ///< Adams–Moulton formulas of orders 1 to 12, solved by fixed-point iteration: for smooth problems
          ///< with expensive rates.
};

/// True if the library was built with CVODE.
bool cvode_available();

/// Makes a method of CVODE; without CVODE, throws an Error that says what to install. The method chooses its
/// steps: fixed steps are refused.
///
/// Accuracy: CVODE measures errors by one root mean square over all variables. Its weights are chosen so that
/// this is never less than the problem's measure_error() for an error of one variable, and for errors of many
/// at most √3 times as much with ErrorNorm::rms (√n times with ErrorNorm::infinity).
///
/// Projection: BDF projects within each step, error estimate included. CVODE does not support this for Adams
/// methods: the result of each step is projected, and the method restarts from it if the projection has moved
/// it by more than the accuracy.
///
/// Dense output is the polynomial of the method, of its current order.
std::unique_ptr<Integrator> make_cvode_integrator(CvodeFormula formula, InitialValueProblem& problem,
                                                  const IntegratorOptions& options);

}  // namespace sarrus::internal
