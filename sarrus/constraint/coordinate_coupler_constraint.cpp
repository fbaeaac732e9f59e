#include "sarrus/constraint/coordinate_coupler_constraint.h"

#include "sarrus/base/array.h"
#include "sarrus/system/declaration.h"

namespace sarrus {

ConstraintShape CoordinateCouplerConstraint::declare(Declaration& declaration) {
  internal::require_arguments(declaration, f_, coordinates_.size(), "coordinates");
  for (Mobility& coordinate : coordinates_) {
    coordinate.find(declaration);
    coordinate.require_coordinate(declaration);
  }
  return {.position_rows = 1,
          .mobilities = coordinates_,
          .tie = ties_in_proportion() ? SpeedTie::proportions : SpeedTie::general};
}

bool CoordinateCouplerConstraint::ties_in_proportion() const {
  if (!f_.is_linear()) return false;
  const Array<double> anywhere(coordinates_.size(), 0.0);
  return internal::FunctionValues<double>(f_, anywhere.data()).first(f_.arguments() - 1) != 0;
}

}  // namespace sarrus
