#include "sarrus/rigid/ratchet.h"

#include <cmath>

#include "sarrus/rigid/rigid_rows.h"
#include "sarrus/system/declaration.h"

namespace sarrus {

std::vector<Dependency> Ratchet::declare(Declaration& declaration) {
  on_.find(declaration);
  on_.require_coordinates(declaration);
  require(restitution_ >= 0 && restitution_ <= 1,
          "the ratchet '{}': the restitution cannot be {}; give a number from 0 to 1", declaration.name(),
          restitution_);
  pitch_.declare(declaration, "pitch", "m or rad", ParameterRange::above(0));
  return {Source::q, Source::model};
}

/// The row is there at every speed: a wheel that passed its tooth backwards would be held by the next one.
void Ratchet::add_rows(const State& state, Memory*, RigidRows& rows) const {
  const double q = position(state), pitch = state[pitch_];
  const double tooth = pitch * std::floor((q + rows.margin()) / pitch);
  rows.add_stop({}, on_.numbers(), on_.coefficients(sense_), q - tooth, restitution_);
}

}  // namespace sarrus
