#include "sarrus/system/responses.h"

#include "sarrus/dynamics/inverse_mass.h"
#include "sarrus/dynamics/mass_times.h"
#include "sarrus/system/force_element.h"

namespace sarrus {

double motion_force(const State& state, int speed) {
  const SystemQuantities& known = state.layout().system;
  const Prescription& prescription = state[known.prescription];
  require(speed >= 0 && speed < state.nu(), "there is no speed {}; the state has {}", speed, state.nu());
  if (prescription.joints.empty() || !prescription.speeds.contains(speed)) return 0;
  return state[known.accelerations].tau[static_cast<std::size_t>(speed)] -
         applied_forces(state).on_speed(speed);
}

double motion_power(const State& state) {
  double power = 0;
  for (int k = 0; k < state.nu(); ++k) power += motion_force(state, k) * state.u(k);
  return power;
}

double dissipation(const State& state) {
  const SystemLayout& layout = state.layout();
  double sum = 0;
  for (std::size_t i = 0; i < layout.forces.size(); ++i)
    if (state.is_enabled(layout.force_ids[i])) sum += layout.forces[i]->dissipation(state);
  return sum;
}

Force<double> reaction(const State& state, int body) {
  return joint_reaction(state.tree(), state[state.layout().system.reactions].workspace, body);
}

const MatrixX<double>& mass_matrix(const State& state) {
  return state[state.layout().system.mass_matrix].full;
}

void calc_mass_times(const State& state, In<double> v, Out<double> result) {
  calc_mass_times(state.tree(), state.q(), v, state[state.layout().system.mass_products].workspace, result);
}

void calc_inverse_mass_times(const State& state, In<double> v, Out<double> result) {
  calc_inverse_mass_times(state.tree(), state[state.layout().system.articulated].workspace, v, result);
}

void calc_inverse_dynamics(const State& state, In<double> udot, Out<double> tau) {
  const AppliedForces& forces = applied_forces(state);
  calc_inverse_dynamics(state.tree(), state.q(), state.u(), udot, forces.on_bodies(),
                        state[state.layout().system.mass_products].workspace, tau,
                        {.gravity = state.is_enabled(state.layout().gravity)});
  for (int k = 0; k < static_cast<int>(forces.on_speeds().size()); ++k) tau[k] -= forces.on_speeds()[k];
}

}  // namespace sarrus
