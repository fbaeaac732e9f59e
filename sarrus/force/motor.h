#pragma once
/// @file
/// A motor on a speed v: the commanded torque, limited to what the motor can supply.
///   f = clamp(command, −limit(−v), limit(v))
///   limit(v) = m without a line, clamp(s·(1 − v/n), −m, m) with the torque-speed line from the stall torque
///   s at rest to zero at the no-load speed n, where m is the greatest torque
/// Beyond the no-load speed the motor brakes even at full power in the direction of motion, as an electric
/// motor does.

#include <optional>
#include <vector>

#include "sarrus/system/force_element.h"
#include "sarrus/system/mobility.h"
#include "sarrus/system/own_parameter.h"

namespace sarrus {

/// The torque-speed line of a motor at full power.
struct SpeedLine {
  double stall_torque = 0, no_load_speed = 0;
};

/// A motor with a limited torque on a speed. The command is a parameter that a controller sets in the State.
class Motor : public ForceElement {
 public:
  Motor(Mobility on, double max_torque) : on_(std::move(on)), max_torque_(max_torque) {}
  Motor(Mobility on, double max_torque, const SpeedLine& line)
      : on_(std::move(on)), max_torque_(max_torque), line_(Line{line.stall_torque, line.no_load_speed}) {}

  std::vector<Dependency> declare(Declaration& declaration) override;
  void add_forces(const State& state, AppliedForces& forces) const override;
  bool add_derivatives(const State& state, ForceDerivatives& out) const override;
  ForceEnds ends() const override { return {.speeds = {on_.number()}}; }

  /// The torque of the motor; power() is its mechanical power, negative if it brakes.
  double torque(const State& state) const;
  double power(const State& state) const { return torque(state) * on_.u(state); }

  Parameter command() const { return command_; }
  Parameter max_torque() const { return max_torque_; }

 private:
  struct Line {
    OwnParameter stall_torque, no_load_speed;
  };
  double limit(const State& state, double speed) const;

  Mobility on_;
  OwnParameter command_ = 0, max_torque_;
  std::optional<Line> line_;
};

}  // namespace sarrus
