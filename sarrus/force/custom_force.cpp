#include "sarrus/force/custom_force.h"

#include "sarrus/base/error.h"
#include "sarrus/system/declaration.h"

namespace sarrus {

std::vector<Dependency> CustomForce::declare(Declaration& declaration) {
  require(add_forces_ != nullptr, "the force '{}' was given no function that adds its forces",
          declaration.name());
  return reads_;
}

}  // namespace sarrus
