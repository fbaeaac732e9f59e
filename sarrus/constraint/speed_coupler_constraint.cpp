#include "sarrus/constraint/speed_coupler_constraint.h"

#include <algorithm>

#include "sarrus/base/array.h"
#include "sarrus/system/declaration.h"

namespace sarrus {

ConstraintShape SpeedCouplerConstraint::declare(Declaration& declaration) {
  require(!speeds_.empty(), "the constraint '{}' has no speeds; give at least one", declaration.name());
  internal::require_arguments(declaration, f_, speeds_.size() + coordinates_.size(),
                              "speeds and coordinates");
  for (Mobility& speed : speeds_) speed.find(declaration);

  // A coordinate may belong to one of the speeds; each mobility is listed once.
  Array<Mobility> mobilities = speeds_;
  of_.clear();
  for (Mobility& coordinate : coordinates_) {
    coordinate.find(declaration);
    coordinate.require_coordinate(declaration);
    const auto same = std::find_if(mobilities.begin(), mobilities.end(), [&](const Mobility& other) {
      return other.number() == coordinate.number();
    });
    of_.push_back(static_cast<int>(same - mobilities.begin()));
    if (same == mobilities.end()) mobilities.push_back(coordinate);
  }
  return {.velocity_rows = 1, .mobilities = std::move(mobilities), .rows_read_velocity = true};
}

}  // namespace sarrus
