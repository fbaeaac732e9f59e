#pragma once
/// @file
/// A friction clutch between two joints, or a brake on one: the torque is what is needed to move together, up
/// to the capacity; a clutch that slips transmits its capacity. Two disks of inertia I₁, I₂ that engage at
/// the speeds ω₁, ω₂ have one speed after the time |ω₁ − ω₂|/(capacity·(1/I₁ + 1/I₂)).

#include <vector>

#include "sarrus/rigid/relative_speed.h"
#include "sarrus/system/own_parameter.h"
#include "sarrus/system/rigid_element.h"

namespace sarrus {

/// A clutch or brake. Its capacity is a parameter of the State, "name.capacity": zero opens it. A clutch with
/// a ratio carries the capacity at its first speed and ratio times the torque at the second.
///
///     builder.add("clutch", Clutch({"engine", "gearbox"}, 0));
///     builder.add("brake", Clutch("wheel", 20));
class Clutch : public RigidElement {
 public:
  Clutch(RelativeSpeed on, double capacity) : on_(std::move(on)), capacity_(capacity) {}

  std::vector<Dependency> declare(Declaration& declaration) override;
  void add_rows(const State& state, Memory* memory, RigidRows& rows) const override;
  ForceEnds ends() const override { return on_.ends(); }

  /// The speed of slipping, u₁ − ratio·u₂.
  double slip(const State& state) const { return on_.u(state); }
  Parameter capacity() const { return capacity_; }

 private:
  RelativeSpeed on_;
  OwnParameter capacity_;
};

}  // namespace sarrus
