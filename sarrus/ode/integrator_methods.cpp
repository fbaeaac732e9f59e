/// The list of all integrators.

#include <algorithm>

#include "sarrus/base/array.h"
#include "sarrus/ode/internal/automatic.h"
#include "sarrus/ode/internal/cvode_integrator.h"
#include "sarrus/ode/internal/implicit_euler.h"
#include "sarrus/ode/internal/radau5.h"
#include "sarrus/ode/internal/rodas4.h"
#include "sarrus/ode/internal/runge_kutta.h"
#include "sarrus/ode/internal/semi_explicit_euler.h"
#include "sarrus/ode/internal/verlet.h"
#include "sarrus/ode/method_advice.h"

namespace sarrus {

using namespace internal;

namespace {

using Made = std::unique_ptr<Integrator>;
using Maker = Made (*)(InitialValueProblem&, const IntegratorOptions&);

template <const internal::ButcherTableau& (*tableau)()>
Made make_runge_kutta(InitialValueProblem& problem, const IntegratorOptions& options) {
  return std::make_unique<internal::RungeKutta>(tableau(), problem, options);
}
template <class Method>
Made make(InitialValueProblem& problem, const IntegratorOptions& options) {
  return std::make_unique<Method>(problem, options);
}
template <internal::CvodeFormula formula>
Made make_cvode(InitialValueProblem& problem, const IntegratorOptions& options) {
  return internal::make_cvode_integrator(formula, problem, options);
}

struct Entry {
  const char* name;
  Maker maker;
};
constexpr Entry methods[] = {
    {"auto", make<internal::Automatic>},
    {"euler", make_runge_kutta<internal::euler_tableau>},
    {"rk2", make_runge_kutta<internal::rk2_tableau>},
    {"rk3", make_runge_kutta<internal::rk3_tableau>},
    {"merson", make_runge_kutta<internal::merson_tableau>},
    {"fehlberg", make_runge_kutta<internal::fehlberg_tableau>},
    {"dormand-prince5", make_runge_kutta<internal::dormand_prince5_tableau>},
    {"dormand-prince8", make_runge_kutta<internal::dormand_prince8_tableau>},
    {"verlet", make<internal::Verlet>},
    {"semi-explicit-euler", make<internal::SemiExplicitEuler>},
    {"radau5", make<internal::Radau5>},
    {"rodas4", make<internal::Rodas4>},
    {"implicit-euler", make<internal::ImplicitEuler>},
    {"bdf", make_cvode<internal::CvodeFormula::bdf>},
    {"adams", make_cvode<internal::CvodeFormula::adams>},
};

}  // namespace

Array<std::string> integrator_names() {
  Array<std::string> names;
  for (const Entry& entry : methods) names.emplace_back(entry.name);
  return names;
}

std::unique_ptr<Integrator> make_integrator(std::string_view name, InitialValueProblem& problem,
                                            const IntegratorOptions& options) {
  const auto* entry =
      std::find_if(std::begin(methods), std::end(methods), [&](const Entry& e) { return e.name == name; });
  if (entry == std::end(methods))
    fail("there is no method of integration '{}'; {}", name, method_advice(name));
  return entry->maker(problem, options);
}

}  // namespace sarrus
