#include "sarrus/rigid/torque_limited_motor.h"

#include "sarrus/rigid/rigid_rows.h"
#include "sarrus/system/declaration.h"

namespace sarrus {

std::vector<Dependency> TorqueLimitedMotor::declare(Declaration& declaration) {
  on_.find(declaration);
  speed_.declare(declaration, "speed", "m/s or rad/s");
  greatest_torque_.declare(declaration, "greatest_torque", "N or N·m", ParameterRange::at_least(0));
  return {};
}

void TorqueLimitedMotor::add_rows(const State& state, Memory*, RigidRows& rows) const {
  rows.add_motor({}, on_.numbers(), on_.coefficients(), state[speed_], state[greatest_torque_]);
}

}  // namespace sarrus
