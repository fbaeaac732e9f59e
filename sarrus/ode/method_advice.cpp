#include "sarrus/ode/method_advice.h"

#include "sarrus/base/array.h"
#include "sarrus/base/names.h"
#include "sarrus/ode/integrator.h"

namespace sarrus {

namespace {

/// The method that other programs know by a name; empty if there is none.
std::string known_elsewhere_as(std::string_view name) {
  if (name == "rk4") return "merson (of order 4)";
  if (name == "dopri5" || name == "ode45" || name == "rk45") return "dormand-prince5";
  if (name == "dopri8" || name == "dop853") return "dormand-prince8";
  if (name == "ode15s" || name == "cvode" || name == "implicit") return "bdf";
  if (name == "ode23") return "rk3";
  if (name == "radau") return "radau5";
  if (name == "ode23s") return "rodas4";
  return "";
}

}  // namespace

std::string method_advice(std::string_view name) {
  const Array<std::string> names = integrator_names();
  const std::string other = known_elsewhere_as(name), near = nearest_name(name.substr(0, 40), names);
  const std::string advice = !other.empty()  ? "you may mean " + other + "."
                             : !near.empty() ? "did you mean '" + near + "'?"
                                             : "choose one.";
  return advice + " There are " + join(names, ", ");
}

}  // namespace sarrus
