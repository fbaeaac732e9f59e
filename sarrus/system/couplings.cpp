#include "sarrus/system/couplings.h"

#include "sarrus/system/constraint_set.h"
#include "sarrus/system/responses.h"

namespace sarrus {

namespace {

/// Speeds of a group that follow none, beyond which rows of constraints take less time.
constexpr int largest_group = 12;

bool are_couplings(const State& state) {
  if (!state[state.layout().system.prescription].joints.empty()) return false;
  for (const ConstraintSet::Member& member : state[state.layout().system.constraint_set].members) {
    const ConstraintShape& shape =
        state.layout().constraints[static_cast<std::size_t>(member.constraint)]->shape;
    if (!shape.has_constant_rows || !shape.frames.empty()) return false;
  }
  return true;
}

/// The coefficients, which no motion changes.
ConstraintJacobian calc_constant_rows(const State& state) {
  const SystemQuantities& known = state.layout().system;
  const ConstraintSet& set = state[known.constraint_set];
  const std::vector<double>& parameters = state[known.constraint_constants].parameters;
  ConstraintJacobian G(state.tree(), set.places);
  const PositionKinematics<double> position(state.tree());
  const LaneRotation<double> R_FW(Mat3<double>::identity());
  const std::vector<double> zeros(static_cast<std::size_t>(set.mobilities), 0.0);
  std::vector<double> speeds(static_cast<std::size_t>(set.speeds), 0.0);
  for (std::size_t m = 0; m < set.members.size(); ++m) {
    const ConstraintSet::Member& member = set.members[m];
    ConstraintArguments<double> at;
    at.q = at.u = {zeros.data(), static_cast<std::size_t>(member.mobilities)};
    at.parameters = {parameters.data() + member.first_parameter, static_cast<std::size_t>(member.parameters)};
    double* own = speeds.data() + member.first_speed;
    member.element->calc_rows(at, {nullptr, own, 0, member.mobilities});
    G.set(state.tree(), position, static_cast<int>(m), {&R_FW, nullptr, nullptr, own});
  }
  return G;
}

}  // namespace

void find_couplings(const State& state, Couplings& out) {
  out.rows.clear();
  out.speeds.reset();
  if (!are_couplings(state)) return;
  auto rows = solve_coupling_rows(state.tree(), calc_constant_rows(state));
  if (!rows) return;
  std::vector<FollowingSpeed> following;
  for (const CouplingRows& part : *rows)
    following.insert(following.end(), part.following.begin(), part.following.end());
  out.speeds.emplace(state.tree(), std::move(following));
  out.rows = std::move(*rows);
  if (out.speeds->largest_group() > largest_group) out.speeds.reset();
}

bool follow_couplings(const State& state) {
  return state[state.layout().system.couplings].speeds && state[state.layout().stabilization_time] == 0;
}

void calc_coupled_accelerations(const State& state, const ForwardDynamicsOptions<double>& options,
                                Accelerations& out) {
  const SystemQuantities& known = state.layout().system;
  const AppliedForces& forces = state[known.forces];
  ForwardDynamicsOptions<double> all = options;
  all.couplings = &*state[known.couplings].speeds;
  calc_forward_dynamics(state.tree(), state.q(), state.u(), forces.on_speeds(), forces.on_bodies(),
                        out.workspace, Out<double>(out.udot), all);
  out.constraints.in_speeds = true;
  out.constraints.biases.assign(static_cast<std::size_t>(state[known.constraint_set].rows), 0.0);
  out.constraints.inconsistency = 0, out.constraints.worst_row = -1;
}

void calc_multipliers(const State& state, ConstraintMultipliers& out) {
  const SystemQuantities& known = state.layout().system;
  const Accelerations& solved = state[known.accelerations];
  if (!solved.constraints.in_speeds) {
    out.of_rows = solved.constraints.multipliers;
    return;
  }
  out.missing.resize(static_cast<std::size_t>(state.nu()));
  calc_inverse_dynamics(state, solved.udot, Out<double>(out.missing));
  out.of_rows.resize(solved.constraints.biases.size());
  for (const CouplingRows& rows : state[known.couplings].rows)
    rows.calc_multipliers(out.missing, Out<double>(out.of_rows));
}

}  // namespace sarrus
