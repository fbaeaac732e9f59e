#include "sarrus/constraint/belt_constraint.h"

#include "sarrus/base/array.h"
#include "sarrus/constraint/internal/different_bodies.h"
#include "sarrus/system/declaration.h"

namespace sarrus {

using namespace internal;

BeltConstraint::BeltConstraint(Place F, Array<Pulley> pulleys) : F_(std::move(F)) {
  for (Pulley& pulley : pulleys) {
    places_.push_back(std::move(pulley.M));
    sign_.push_back(pulley.turns == Pulley::Turns::with_the_first ? 1.0 : -1.0);
    radii_.emplace_back(pulley.radius);
  }
}

ConstraintShape BeltConstraint::declare(Declaration& declaration) {
  require(places_.size() >= 2, "the belt '{}' runs over {} pulleys; give at least 2", declaration.name(),
          places_.size());
  require(sign_.front() > 0,
          "the first pulley of the belt '{}' is said to turn against itself; let it turn with "
          "the first",
          declaration.name());
  const FrameOn<double> F = F_.find(declaration);
  Array<FrameOn<double>> frames = internal::find_on_different_bodies(declaration, F, places_);
  for (std::size_t i = 0; i < radii_.size(); ++i)
    radii_[i].declare(declaration, "radius_" + std::to_string(i), "m", ParameterRange::above(0));
  const int rows = static_cast<int>(frames.size()) - 1;
  return {.velocity_rows = rows, .F = F, .frames = std::move(frames), .units = {ErrorUnit::length}};
}

}  // namespace sarrus
