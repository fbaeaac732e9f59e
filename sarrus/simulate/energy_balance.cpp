#include "sarrus/simulate/energy_balance.h"

#include "sarrus/base/array.h"
#include "sarrus/base/error.h"
#include "sarrus/base/names.h"

namespace sarrus {

const ElementEnergy& EnergyBalance::element(std::string_view name) const {
  Array<std::string> names;
  for (const ElementEnergy& each : elements) {
    if (each.name == name) return each;
    names.push_back(each.name);
  }
  fail("there is no force element '{}' in the account of energies.{}", name, suggestion(name, names));
}

}  // namespace sarrus
