#include "sarrus/force/motor.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "sarrus/system/applied_forces.h"
#include "sarrus/system/declaration.h"
#include "sarrus/system/force_derivatives.h"

namespace sarrus {

std::vector<Dependency> Motor::declare(Declaration& declaration) {
  on_.find(declaration);
  command_.declare(declaration, "command", "N or N·m");
  max_torque_.declare(declaration, "max_torque", "N or N·m", ParameterRange::at_least(0));
  if (!line_) return {};
  line_->stall_torque.declare(declaration, "stall_torque", "N or N·m", ParameterRange::at_least(0));
  line_->no_load_speed.declare(declaration, "no_load_speed", "m/s or rad/s", ParameterRange::above(0));
  return {Source::u};
}

/// The greatest torque in the positive direction of the speed.
double Motor::limit(const State& state, double speed) const {
  const double most = state[max_torque_];
  return std::clamp(state[line_->stall_torque] * (1 - speed / state[line_->no_load_speed]), -most, most);
}

double Motor::torque(const State& state) const {
  const double command = state[command_];
  if (!line_) return std::clamp(command, -state[max_torque_], state[max_torque_]);
  const double v = on_.u(state);
  return std::clamp(command, -limit(state, -v), limit(state, v));
}

void Motor::add_forces(const State& state, AppliedForces& forces) const {
  forces.add_to_speed(on_.number(), torque(state));
}

bool Motor::add_derivatives(const State& state, ForceDerivatives& out) const {
  const double v = line_ ? on_.u(state) : 0, command = state[command_], most = state[max_torque_];
  const double upper = line_ ? limit(state, v) : most, lower = line_ ? -limit(state, -v) : -most;
  const int side = command < lower ? -1 : command > upper ? 1 : 0;  // 0: the command is carried out
  const auto add = [&](const Parameter& parameter, double change) {
    if (AppliedForces* to = out.change_by(parameter)) to->add_to_speed(on_.number(), change);
  };
  add(command_, side == 0 ? 1 : 0);
  if (!line_) {
    add(max_torque_, side);
    return true;
  }
  // Only a torque on the torque-speed line, side·s·(1 − side·v/n), changes with the speed.
  const double s = state[line_->stall_torque], n = state[line_->no_load_speed], part = 1 - side * v / n;
  const bool is_on_line = side != 0 && std::abs(s * part) < most;
  if (is_on_line) out.add(on_.number(), 0, -s / n);
  add(max_torque_, is_on_line ? 0 : part > 0 ? side : -side);
  add(line_->stall_torque, is_on_line ? side * part : 0);
  add(line_->no_load_speed, is_on_line ? s * v / (n * n) : 0);
  return true;
}

}  // namespace sarrus
