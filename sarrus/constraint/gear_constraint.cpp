#include "sarrus/constraint/gear_constraint.h"

#include "sarrus/system/declaration.h"

namespace sarrus {

ConstraintShape GearConstraint::declare(Declaration& declaration) {
  for (Mobility* q : {&q1_, &q2_}) {
    q->find(declaration);
    q->require_coordinate(declaration);
  }
  require(q1_.number() != q2_.number(),
          "the gear '{}' connects a coordinate with itself; give it two different ones", declaration.name());
  ratio_.declare(declaration, "ratio", "");
  offset_.declare(declaration, "offset", "m or rad");
  return {.position_rows = 1,
          .mobilities = {q1_, q2_},
          .tie = SpeedTie::proportions,
          .units = {q2_.error_unit()}};
}

}  // namespace sarrus
