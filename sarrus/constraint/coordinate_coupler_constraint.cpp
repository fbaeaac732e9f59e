#include "sarrus/constraint/coordinate_coupler_constraint.h"

namespace sarrus {

ConstraintShape CoordinateCouplerConstraint::declare(Declaration& declaration) {
  detail::require_arguments(declaration, f_, coordinates_.size(), "coordinates");
  for (Mobility& coordinate : coordinates_) {
    coordinate.find(declaration);
    coordinate.require_coordinate(declaration);
  }
  return {.position_rows = 1, .mobilities = coordinates_};
}

}  // namespace sarrus
