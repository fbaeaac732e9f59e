#include "sarrus/force/motor.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "sarrus/system/applied_forces.h"
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
  if (!line_) return true;
  // Only a torque on the torque-speed line changes with the speed.
  const double v = on_.u(state), command = state[command_], most = state[max_torque_];
  const double slope = -state[line_->stall_torque] / state[line_->no_load_speed];
  const double upper = limit(state, v), lower = -limit(state, -v);
  const bool is_upper = command > upper && std::abs(upper) < most;
  const bool is_lower = command < lower && std::abs(lower) < most;
  if (is_upper || is_lower) out.add(on_.number(), 0, slope);
  return true;
}

}  // namespace sarrus
