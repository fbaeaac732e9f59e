#include "sarrus/constraint/no_slip_constraint.h"

#include "sarrus/constraint/internal/different_bodies.h"
#include "sarrus/system/declaration.h"

namespace sarrus {

using namespace internal;

ConstraintShape NoSlipConstraint::declare(Declaration& declaration) {
  const FrameOn<double> F = F_.find(declaration);
  return {.velocity_rows = 1,
          .F = F,
          .frames = internal::find_on_different_bodies(declaration, F, M_),
          .units = {ErrorUnit::length}};
}

}  // namespace sarrus
