#include "sarrus/system/internal/couplings.h"

#include "sarrus/base/array.h"
#include "sarrus/system/internal/constraint_set.h"
#include "sarrus/system/responses.h"

namespace sarrus::internal {

namespace {

/// The largest number of independent speeds in a group of coupled ones; beyond it, solving for multipliers is
/// faster.
constexpr int largest_group = 12;

bool are_proportions(const State& state) {
  for (const ConstraintSet::Member& member : state[state.layout().system.constraint_set].members)
    if (state.layout().constraints[member.constraint]->shape.tie != SpeedTie::proportions) return false;
  return true;
}

/// The constraint Jacobian of fixed proportions, which no motion changes.
ConstraintJacobian calc_constant_rows(const State& state) {
  const SystemQuantities& known = state.layout().system;
  const ConstraintSet& set = state[known.constraint_set];
  const Array<double>& parameters = state[known.constraint_constants].parameters;
  ConstraintJacobian G(state.tree(), set.places);
  const PositionKinematics<double> position(state.tree());
  const LaneRotation<double> R_FW(Mat3<double>::identity());
  const Array<double> zeros(set.mobilities, 0.0);
  Array<double> speeds(set.speeds, 0.0);
  for (std::size_t m = 0; m < set.members.size(); ++m) {
    const ConstraintSet::Member& member = set.members[m];
    ConstraintArguments<double> at;
    at.state = &state;  // such constraints have not declared reads: reading gives an Error, not a crash
    at.q = at.u = {zeros.data(), member.mobilities};
    at.parameters = {parameters.data() + member.first_parameter, member.parameters};
    double* own = speeds.data() + member.first_speed;
    member.element->calc_rows(at, {nullptr, own, 0, member.mobilities});
    G.set(state.tree(), position, static_cast<int>(m), {&R_FW, nullptr, nullptr, own});
  }
  return G;
}

}  // namespace

void find_couplings(const State& state, Couplings& out) {
  out.rows.clear();
  out.formulas.reset();
  out.speeds.reset();
  if (!state[state.layout().system.prescription].parts.empty()) return;
  if (are_proportions(state)) {
    auto rows = solve_coupling_rows(state.tree(), calc_constant_rows(state));
    if (!rows) return;
    Array<FollowingSpeed> following;
    for (const CouplingRows& part : *rows)
      following.insert(following.end(), part.following.begin(), part.following.end());
    out.speeds.emplace(state.tree(), std::move(following));
    out.rows = std::move(*rows);
  } else {
    out.formulas = FormulaCouplings::find(state);
    if (out.formulas) out.speeds.emplace(state.tree(), out.formulas->following());
  }
  if (out.speeds && out.speeds->largest_group() > largest_group) out.speeds.reset();
}

bool has_driven_coordinates(const State& state) {
  return state[state.layout().system.couplings].formulas.has_value();
}
bool set_driven_positions(State& state) {
  const Couplings& couplings = state[state.layout().system.couplings];
  if (couplings.formulas) couplings.formulas->set_positions(state);
  return couplings.formulas.has_value();
}
bool set_driven_velocities(State& state) {
  const Couplings& couplings = state[state.layout().system.couplings];
  if (couplings.formulas) couplings.formulas->set_velocities(state);
  return couplings.formulas.has_value();
}

bool follow_couplings(const State& state) {
  return state[state.layout().system.couplings].speeds && state[state.layout().stabilization_time] == 0;
}

void calc_coupled_accelerations(const State& state, const ForwardDynamicsOptions<double>& options,
                                Accelerations& out) {
  const SystemQuantities& known = state.layout().system;
  const AppliedForces& forces = state[known.forces];
  const Couplings& couplings = state[known.couplings];
  ForwardDynamicsOptions<double> all = options;
  all.couplings = &*couplings.speeds;
  out.constraints.in_speeds = true;
  out.constraints.biases.assign(state[known.constraint_set].rows, 0.0);
  out.constraints.inconsistency = 0, out.constraints.worst_row = -1;
  if (couplings.formulas)
    couplings.speeds->set(couplings.formulas->calc_following(state, Out<double>(out.constraints.biases)));
  calc_forward_dynamics(state.tree(), state.q(), state.u(), forces.on_speeds(), forces.on_bodies(),
                        out.workspace, Out<double>(out.udot), all);
}

void calc_multipliers(const State& state, ConstraintMultipliers& out) {
  const SystemQuantities& known = state.layout().system;
  const Accelerations& solved = state[known.accelerations];
  if (!solved.constraints.in_speeds) {
    out.of_rows = solved.constraints.multipliers;
    return;
  }
  out.missing.resize(state.nu());
  calc_inverse_dynamics(state, solved.udot, Out<double>(out.missing));
  out.of_rows.resize(solved.constraints.biases.size());
  const Couplings& couplings = state[known.couplings];
  if (couplings.formulas) couplings.formulas->calc_multipliers(state, out.missing, Out<double>(out.of_rows));
  for (const CouplingRows& rows : couplings.rows)
    rows.calc_multipliers(out.missing, Out<double>(out.of_rows));
}

}  // namespace sarrus::internal
