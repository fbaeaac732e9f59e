#include "sarrus/system/responses.h"

#include "sarrus/base/array.h"
#include "sarrus/base/names.h"
#include "sarrus/dynamics/inverse_mass_times.h"
#include "sarrus/dynamics/mass_properties.h"
#include "sarrus/dynamics/mass_times.h"
#include "sarrus/dynamics/subtree_properties.h"
#include "sarrus/system/force_element.h"
#include "sarrus/system/internal/constraint_quantities.h"
#include "sarrus/system/internal/constraint_set.h"
#include "sarrus/system/internal/layout.h"
#include "sarrus/system/place.h"

namespace sarrus {

using namespace internal;

const PositionKinematics<double>& position(const State& state) {
  return state[state.layout().system.position];
}
const VelocityKinematics<double>& velocity(const State& state) {
  return state[state.layout().system.velocity];
}
const AccelerationKinematics<double>& acceleration(const State& state) {
  return state[state.layout().system.acceleration_kinematics];
}
In<double> ydot(const State& state) { return state[state.layout().system.derivative]; }
In<double> udot(const State& state) { return state[state.layout().system.accelerations].udot; }
const AppliedForces& applied_forces(const State& state) { return state[state.layout().system.forces]; }
double kinetic_energy(const State& state) { return state[state.layout().system.kinetic_energy]; }
double potential_energy(const State& state) { return state[state.layout().system.potential_energy]; }
const EnergyRates& energy_rates(const State& state) { return state[state.layout().system.energy_rates]; }
In<double> port_inertia(const State& state) { return state[state.layout().system.port_inertia]; }

namespace {

/// The sum of f(element) over the enabled force elements.
template <class F>
double sum_over_elements(const State& state, const F& f) {
  const SystemLayout& layout = state.layout();
  double sum = 0;
  for (std::size_t i = 0; i < layout.forces.size(); ++i)
    if (state.is_enabled(layout.force_ids[i])) sum += f(*layout.forces[i]);
  return sum;
}

}  // namespace

FrameOn<double> frame_named(const State& state, std::string_view name) {
  return find_place(state.model(), name);
}

double motion_force(const State& state, int speed) {
  require(speed >= 0 && speed < state.nu(), "there is no speed {}; the state has {}", speed, state.nu());
  return state[state.layout().system.motion_forces].tau[speed];
}

double motion_power(const State& state) {
  double power = 0;
  const Prescription& prescription = state[state.layout().system.prescription];
  for (const Prescription::Part& part : prescription.parts)
    for (int k = part.first_speed; k < part.first_speed + part.speeds; ++k)
      power += motion_force(state, k) * state.u(k);
  return power;
}

double dissipation(const State& state) {
  return sum_over_elements(state, [&](const ForceElement& element) { return element.dissipation(state); });
}

double driving_potential_energy(const State& state) {
  return sum_over_elements(state, [&](const ForceElement& element) {
    return element.is_passive() ? 0.0 : element.potential_energy(state);
  });
}

double power(const State& state, const AppliedForces& forces) {
  double sum = 0;
  for (int b = 1; b < static_cast<int>(forces.on_bodies().size()); ++b)
    sum += dot(velocity(state, b), forces.on_body(b));
  for (int k = 0; k < static_cast<int>(forces.on_speeds().size()); ++k)
    sum += forces.on_speed(k) * state.u(k);
  return sum;
}

Force<double> reaction(const State& state, int body) {
  const Reactions& found = state[state.layout().system.reactions];
  return calc_joint_reaction(state.tree(), found.workspace, found.loads.on_bodies(), body);
}

namespace {

/// The body that the joint with a name carries or, if no joint has that name, the body with it.
int carried_body(const Model& model, std::string_view joint_or_body) {
  for (int b = 1; b < model.body_count(); ++b)
    if (model.body(b).joint_name == joint_or_body) return b;
  Array<std::string> names;
  for (int b = 0; b < model.body_count(); ++b) {
    if (model.body(b).name == joint_or_body) return b;
    if (b > 0) names.push_back(model.body(b).joint_name);
    names.push_back(model.body(b).name);
  }
  fail("there is no joint or body named '{}'.{}", joint_or_body, suggestion(joint_or_body, names));
}

}  // namespace

Force<double> reaction(const State& state, std::string_view joint_or_body) {
  return reaction(state, carried_body(state.model(), joint_or_body));
}

Force<double> reaction(const State& state, std::string_view joint_or_body, In<double> multipliers) {
  return reaction(state, carried_body(state.model(), joint_or_body), multipliers);
}

Force<double> reaction(const State& state, int body, In<double> multipliers) {
  const SystemLayout& layout = state.layout();
  const int rows = layout.constraints.empty() ? 0 : state[layout.system.constraint_set].rows;
  require_size(multipliers, rows, "the multipliers", "rows of the constraints");
  Reactions found(state.tree());
  found.loads = AppliedForces(state.model().body_count(), state.nu());
  if (rows > 0) calc_constraint_forces_of(state, multipliers, found.loads);
  found.loads.add(applied_forces(state));
  calc_inverse_dynamics(state.tree(), state.q(), state.u(), udot(state), found.loads.on_bodies(),
                        found.workspace, Out<double>(found.tau),
                        {.gravity = state.is_enabled(layout.gravity)});
  return calc_joint_reaction(state.tree(), found.workspace, found.loads.on_bodies(), body);
}

Force<double> reaction_by_balance(const State& state, int body) {
  const Model& model = state.model();
  require(body >= 0 && body < model.body_count(),
          "there is no body {} whose joint could be asked for; the model has bodies 0 to {}", body,
          model.body_count() - 1);
  const SystemLayout& layout = state.layout();
  const Parameters<double>& parameters = state.model_parameters();
  const Vec3<double> gravity = state.is_enabled(layout.gravity) ? parameters.gravity : Vec3<double>::zero();
  const AppliedForces &applied = applied_forces(state), &held = state[layout.system.constraint_forces];
  const Vec3<double> origin = pose(state, body).p;
  Array<char> descends(model.body_count(), 0);
  Force<double> sum = Force<double>::zero();
  for (int b = body; b < model.body_count(); ++b) {
    const int at = b;
    descends[at] = b == body || descends[model.body(b).parent] ? 1 : 0;
    if (!descends[at]) continue;
    const Pose<double> X = pose(state, b);
    Motion<double> A = acceleration(state, b);
    A.v -= gravity;
    Force<double> F = newton_euler(X.R * parameters.inertia[at], A, velocity(state, b).w);
    if (!applied.on_bodies().empty()) F = F - applied.on_body(b);
    if (!held.on_bodies().empty()) F = F - held.on_body(b);
    sum += shift(F, origin - X.p);
  }
  return sum;
}

Vec3<double> center_of_mass(const State& state) { return calc_com_position(state.tree(), position(state)); }
Force<double> momentum(const State& state) {
  return calc_momentum(state.tree(), position(state), velocity(state));
}
double mass(const State& state, int body) { return calc_mass(state.tree(), body); }

Vec3<double> center_of_mass(const State& state, int body) {
  return calc_com_position(state.tree(), position(state), body);
}

Vec3<double> center_of_mass_velocity(const State& state, int body) {
  return calc_com_velocity(state.tree(), position(state), velocity(state), body);
}

Vec3<double> center_of_mass_acceleration(const State& state, int body) {
  return calc_com_acceleration(state.tree(), position(state), velocity(state), acceleration(state), body);
}

Force<double> momentum(const State& state, int body) {
  return calc_momentum(state.tree(), position(state), velocity(state), body);
}

RigidInertia<double> central_inertia(const State& state, int body) {
  return calc_central_inertia(state.tree(), position(state), body);
}

const MatrixX<double>& mass_matrix(const State& state) {
  return state[state.layout().system.mass_matrix].full;
}

void calc_mass_times(const State& state, In<double> v, Out<double> result) {
  const In<double> ports = port_inertia(state);
  calc_mass_times(state.tree(), state.q(), v, state[state.layout().system.mass_products].workspace, result);
  for (int k = 0; k < static_cast<int>(ports.size()); ++k) result[k] += ports[k] * v[k];
}

void calc_inverse_mass_times(const State& state, In<double> v, Out<double> result) {
  calc_inverse_mass_times(state.tree(), state[state.layout().system.articulated].workspace, v, result);
}

void calc_inverse_dynamics(const State& state, In<double> udot, Out<double> tau) {
  const AppliedForces& forces = applied_forces(state);
  const In<double> ports = port_inertia(state);
  calc_inverse_dynamics(state.tree(), state.q(), state.u(), udot, forces.on_bodies(),
                        state[state.layout().system.mass_products].workspace, tau,
                        {.gravity = state.is_enabled(state.layout().gravity)});
  for (int k = 0; k < static_cast<int>(forces.on_speeds().size()); ++k) tau[k] -= forces.on_speeds()[k];
  for (int k = 0; k < static_cast<int>(ports.size()); ++k) tau[k] += ports[k] * udot[k];
}

}  // namespace sarrus
