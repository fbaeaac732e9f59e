#include "tests/support/held_feet.h"

#include "sarrus/constraint/ball_constraint.h"
#include "sarrus/force/discrete_forces.h"
#include "tests/support/reference_values.h"

namespace sarrus::testing {

System system_with_held_feet(const std::string& name, const std::string& folder) {
  SystemBuilder builder(load_reference_model(name, folder));
  builder.add("forces", DiscreteForces());
  for (const ReferenceContact& contact : load_reference_contacts(name, folder))
    builder.add("foot of " + contact.body, BallConstraint("world", Place(contact.body, contact.p_B)));
  return builder.build();
}

}  // namespace sarrus::testing
