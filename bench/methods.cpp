#include "bench/methods.h"

#include <algorithm>

#include "sarrus/ode/integrator.h"
#include "sarrus/ode/internal/cvode_integrator.h"

namespace sarrus::bench {

using namespace internal;

std::vector<std::string> all_methods() {
  std::vector<std::string> names{"dormand-prince5", "dormand-prince8", "merson", "fehlberg", "rk3", "adams"};
  for (const std::string& name : integrator_names())
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  if (!internal::cvode_available())
    std::erase_if(names, [](const std::string& name) { return name == "adams" || name == "bdf"; });
  return names;
}

}  // namespace sarrus::bench
