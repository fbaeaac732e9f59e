#include "sarrus/constraint/driven_coordinate_constraint.h"

#include "sarrus/system/declaration.h"

namespace sarrus {

ConstraintShape DrivenCoordinateConstraint::declare(Declaration& declaration) {
  internal::require_arguments(declaration, f_, by_.size(), "coordinates");
  ConstraintShape shape{.position_rows = 1, .tie = SpeedTie::formula};
  driven_.find(declaration);
  driven_.require_coordinate(declaration);
  shape.mobilities.push_back(driven_);
  shape.units = {driven_.error_unit()};
  for (Mobility& q : by_) {
    q.find(declaration);
    q.require_coordinate(declaration);
    require(q.number() != driven_.number(), "the coordinate that '{}' drives cannot drive itself",
            declaration.name());
    shape.mobilities.push_back(q);
  }
  return shape;
}

}  // namespace sarrus
