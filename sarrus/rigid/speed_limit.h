#pragma once
/// @file
/// A speed that does not exceed a limit in either direction, |u| ≤ v: of a motor that runs at its greatest
/// speed, or of a governor. At the limit it holds back with whatever torque is needed, and below with none.

#include <vector>

#include "sarrus/rigid/relative_speed.h"
#include "sarrus/system/own_parameter.h"
#include "sarrus/system/rigid_element.h"

namespace sarrus {

/// A greatest speed of one joint, or of u₁ − ratio·u₂ of two. It is a parameter of the State,
/// "name.greatest_speed". A speed that is greater at the start is taken away as by an impact without rebound.
/// It acts in TimeStepping.
///
///     builder.add("governor", SpeedLimit("spindle", 300));
class SpeedLimit : public RigidElement {
 public:
  SpeedLimit(RelativeSpeed on, double greatest_speed) : on_(std::move(on)), greatest_(greatest_speed) {}

  std::vector<Dependency> declare(Declaration& declaration) override;
  void add_rows(const State& state, Memory* memory, RigidRows& rows) const override;
  ForceEnds ends() const override { return on_.ends(); }

  Parameter greatest_speed() const { return greatest_; }

 private:
  RelativeSpeed on_;
  OwnParameter greatest_;
};

}  // namespace sarrus
