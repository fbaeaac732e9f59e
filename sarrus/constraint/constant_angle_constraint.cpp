#include "sarrus/constraint/constant_angle_constraint.h"

#include "sarrus/system/declaration.h"

namespace sarrus {

ConstraintShape ConstantAngleConstraint::declare(Declaration& declaration) {
  places_.find(declaration);
  name_ = declaration.name();
  angle_.declare(declaration, "angle", "rad");
  require_angle(angle_.default_value);
  return {.position_rows = 1, .F = places_.A, .frames = {places_.B}, .units = {ErrorUnit::angle}};
}

void ConstantAngleConstraint::require_angle(double angle) const {
  require(angle > 0 && angle < std::numbers::pi,
          "the constraint '{}' keeps an angle of {} rad, which must be between 0 and π, both excluded; to "
          "keep axes "
          "parallel or opposite use a ParallelAxesConstraint",
          name_, angle);
}

}  // namespace sarrus
