#pragma once
/// @file
/// A ratchet: a wheel with teeth and a pawl. It turns freely in its sense; against it, it turns back to the
/// tooth that the pawl passed last, and no further.

#include <vector>

#include "sarrus/rigid/relative_speed.h"
#include "sarrus/system/own_parameter.h"
#include "sarrus/system/rigid_element.h"

namespace sarrus {

/// A ratchet on the coordinate of one joint, or on q₁ − ratio·q₂ of two, whose teeth are at multiples of
/// `pitch`. The joints must have u = q̇. The pawl is taken as without mass, and drops at once: which tooth
/// holds follows from the coordinate alone. From ten times the tolerance of positions on before a tooth, the
/// pawl is over it.
///
///     builder.add("winch", Ratchet("drum", 2 * pi / 24));
class Ratchet : public RigidElement {
 public:
  /// `restitution` is the part of the speed that is kept when the pawl is hit.
  Ratchet(RelativeSpeed on, double pitch, Sense sense = Sense::positive, double restitution = 0)
      : on_(std::move(on)), sense_(sense), restitution_(restitution), pitch_(pitch) {}

  std::vector<Dependency> declare(Declaration& declaration) override;
  void add_rows(const State& state, Memory* memory, RigidRows& rows) const override;
  ForceEnds ends() const override { return on_.ends(); }

  /// The coordinate in the sense of the ratchet.
  double position(const State& state) const { return sign_of(sense_) * on_.q(state); }
  Parameter pitch() const { return pitch_; }

 private:
  RelativeSpeed on_;
  Sense sense_;
  double restitution_;
  OwnParameter pitch_;
};

}  // namespace sarrus
