#include "sarrus/constraint/rope_constraint.h"

#include "sarrus/base/array.h"
#include "sarrus/system/declaration.h"

namespace sarrus {

ConstraintShape RopeConstraint::declare(Declaration& declaration) {
  const std::size_t fewest = ends_ == Ends::closed ? 3 : 2;
  require(places_.size() >= fewest, "the rope '{}' runs through {} points; give at least {}",
          declaration.name(), places_.size(), fewest);
  length_.declare(declaration, "length", "m", ParameterRange::above(0));

  ConstraintShape shape{
      .position_rows = 1, .F = places_.front().find(declaration), .units = {ErrorUnit::length}};
  Array<int> bodies;
  points_.clear();
  for (const Place& place : places_) {
    const FrameOn<double> on = place.find(declaration);
    bodies.push_back(on.body);
    if (on.body == shape.F.body) {
      points_.push_back({-1, shape.F.X_BF.inverse_times(on.X_BF.p)});
    } else {
      points_.push_back({static_cast<int>(shape.frames.size()), {}});
      shape.frames.push_back(on);
    }
  }
  for (std::size_t i = 0; i < segments(); ++i)
    require(bodies[i] != bodies[(i + 1) % bodies.size()],
            "the rope '{}' has a piece with both ends on body '{}', where it does nothing; leave one of the "
            "points "
            "out",
            declaration.name(), declaration.model().body(bodies[i]).name);
  return shape;
}

}  // namespace sarrus
