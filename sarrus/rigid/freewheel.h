#pragma once
/// @file
/// A freewheel (one-way clutch, sprag clutch): a speed that may have one sign only. It turns freely in its
/// sense, and locks at once against it with whatever torque is needed.

#include <vector>

#include "sarrus/rigid/relative_speed.h"
#include "sarrus/system/rigid_element.h"

namespace sarrus {

/// A freewheel on the speed of one joint, or between two: u₁ − ratio·u₂ may have the sign of `sense` only. A
/// speed of the other sign at the start is taken away as by an impact without rebound.
///
///     builder.add("hub", Freewheel({"wheel", "sprocket"}));     // the wheel may overrun the sprocket
///     builder.add("backstop", Freewheel("drum", Sense::negative));
class Freewheel : public RigidElement {
 public:
  explicit Freewheel(RelativeSpeed on, Sense sense = Sense::positive) : on_(std::move(on)), sense_(sense) {}

  std::vector<Dependency> declare(Declaration& declaration) override;
  void add_rows(const State& state, Memory* memory, RigidRows& rows) const override;
  ForceEnds ends() const override { return on_.ends(); }

  /// The speed with which it overruns, not negative but for rounding.
  double overrun(const State& state) const { return sign_of(sense_) * on_.u(state); }

 private:
  RelativeSpeed on_;
  Sense sense_;
};

}  // namespace sarrus
