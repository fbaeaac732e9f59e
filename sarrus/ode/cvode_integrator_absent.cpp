/// Replaces cvode_integrator.cpp if CVODE is not installed.

#include "sarrus/ode/internal/cvode_integrator.h"

namespace sarrus::internal {

bool cvode_available() { return false; }

std::unique_ptr<Integrator> make_cvode_integrator(CvodeFormula formula, InitialValueProblem&,
                                                  const IntegratorOptions&) {
  fail(
      "the method '{}' needs CVODE, without which this library was built; use 'auto', or install SUNDIALS 6 "
      "(Debian: libsundials-dev), run cmake and build again",
      formula == CvodeFormula::bdf ? "bdf" : "adams");
}

}  // namespace sarrus::internal
