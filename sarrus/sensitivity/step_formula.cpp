#include "sarrus/sensitivity/internal/step_formula.h"

#include <iterator>
#include <limits>

#include "sarrus/base/error.h"
#include "sarrus/base/names.h"
#include "sarrus/ode/internal/butcher_tableau.h"
#include "sarrus/ode/internal/radau5_coefficients.h"

namespace sarrus::internal {

namespace {

StepFormula formula_of(const ButcherTableau& method) {
  const auto end = static_cast<std::ptrdiff_t>(method.end);
  StepFormula formula{.name = method.name};
  formula.c.assign(method.c.begin(), method.c.begin() + end);
  formula.a.assign(method.a.begin(), method.a.begin() + end);
  formula.b = method.weights();
  formula.b.resize(method.end, 0.0);
  return formula;
}

StepFormula radau5_formula() {
  StepFormula formula{.name = "radau5", .is_implicit = true};
  formula.c.assign(std::begin(radau::nodes), std::end(radau::nodes));
  for (const auto& row : radau::a) formula.a.emplace_back(std::begin(row), std::end(row));
  formula.b = formula.a.back();
  return formula;
}

}  // namespace

DifferentiableMethod find_differentiable_method(const std::string& name) {
  if (name == "radau5") return {name, radau5_formula(), radau5_formula()};
  if (name == "auto") return {name, formula_of(dormand_prince5_tableau()), radau5_formula()};
  Array<std::string> names{"auto", "radau5"};
  for (const ButcherTableau* method :
       {&dormand_prince5_tableau(), &dormand_prince8_tableau(), &merson_tableau(), &fehlberg_tableau(),
        &rk3_tableau(), &rk2_tableau(), &euler_tableau()}) {
    if (method->name == name) return {name, formula_of(*method), formula_of(*method)};
    names.push_back(method->name);
  }
  fail("steps of '{}' are not differentiated: choose one of {}", name, join(names, ", "));
}

std::unique_ptr<Integrator> make_stepper(InitialValueProblem& problem, const StepFormula& formula) {
  // A fixed step longer than the rest is cut to end where it is told to.
  return make_integrator(formula.name, problem,
                         {.accuracy = 1e-11, .fixed_step = std::numeric_limits<double>::max()});
}

}  // namespace sarrus::internal
