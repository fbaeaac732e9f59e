#pragma once
/// @file
/// A motor that holds a speed exactly, as long as this takes no more torque than it has: beyond, it gives its
/// greatest torque and the speed falls behind.

#include <vector>

#include "sarrus/rigid/relative_speed.h"
#include "sarrus/system/own_parameter.h"
#include "sarrus/system/rigid_element.h"

namespace sarrus {

/// A speed servo with a limited torque (a force, if the speed is linear), on one joint or between two. The
/// speed to hold and the greatest torque are parameters of the State, "name.speed" and
/// "name.greatest_torque": a controller sets them between steps or runs. A motor to hold the speed zero is a
/// brake. Motor is the one whose torque is commanded.
///
///     builder.add("drive", TorqueLimitedMotor("wheel", 10, 2.5));  // 10 rad/s with up to 2.5 N·m
class TorqueLimitedMotor : public RigidElement {
 public:
  TorqueLimitedMotor(RelativeSpeed on, double speed, double greatest_torque)
      : on_(std::move(on)), speed_(speed), greatest_torque_(greatest_torque) {}

  std::vector<Dependency> declare(Declaration& declaration) override;
  void add_rows(const State& state, Memory* memory, RigidRows& rows) const override;
  bool is_passive() const override { return false; }
  ForceEnds ends() const override { return on_.ends(); }

  Parameter speed() const { return speed_; }
  Parameter greatest_torque() const { return greatest_torque_; }

 private:
  RelativeSpeed on_;
  OwnParameter speed_, greatest_torque_;
};

}  // namespace sarrus
