#include "sarrus/system/constraint_responses.h"

#include "sarrus/base/array.h"
#include "sarrus/base/names.h"
#include "sarrus/system/internal/constraint_evaluation.h"
#include "sarrus/system/internal/constraint_members.h"
#include "sarrus/system/internal/couplings.h"
#include "sarrus/system/responses.h"

namespace sarrus {

using namespace internal;

namespace {

/// Number of an enabled constraint in the set, or −1.
int member_of(const State& state, ElementId constraint) {
  (void)state.is_enabled(constraint);  // refuses an element of another system
  const Array<ConstraintSet::Member>& members = state[known(state).constraint_set].members;
  for (std::size_t m = 0; m < members.size(); ++m)
    if (entry_of(state, members[m]).id.index == constraint.index) return static_cast<int>(m);
  for (const auto& entry : state.layout().constraints)
    if (entry->id.index == constraint.index) return -1;
  fail("the element that was asked for is not a constraint");
}

In<double> part(In<double> all, int first, int count) { return {all.data() + first, count}; }

/// True if any rows are enabled. A system without constraints has no constraint set to read.
bool has_rows(const State& state) {
  return !state.layout().constraints.empty() && state[known(state).constraint_set].rows > 0;
}

/// True if all constraints are couplings of speeds in fixed proportions that accelerations follow exactly:
/// they do no work.
bool has_fixed_proportions(const State& state) {
  return follow_couplings(state) && !state[known(state).couplings].formulas;
}

/// uᵀ·Gᵀ·λ of one block.
double block_power(const ConstraintJacobian& G, const ConstraintJacobian::Block& block, In<double> lambda,
                   In<double> u) {
  const double* entry = G.entries(block);
  double power = 0;
  for (const int k : block.speeds) {
    for (int i = 0; i < block.rows; ++i) power += entry[i] * lambda[block.first_row + i] * u[k];
    entry += block.stride;
  }
  return power;
}

}  // namespace

In<double> position_errors(const State& state) { return state[known(state).position_errors]; }
In<double> velocity_errors(const State& state) { return state[known(state).velocity_errors]; }
In<double> multipliers(const State& state) { return state[known(state).multipliers].of_rows; }

Array<double> acceleration_errors(const State& state) {
  Array<double> errors;
  if (!has_rows(state)) return errors;
  calc_acceleration_errors(state, acceleration(state), udot(state), errors);
  return errors;
}

In<double> position_errors(const State& state, ElementId constraint) {
  const int m = member_of(state, constraint);
  if (m < 0) return {};
  const ConstraintSet::Member& member = state[known(state).constraint_set].members[m];
  return part(position_errors(state), member.first_position_row, entry_of(state, member).shape.position_rows);
}

In<double> velocity_errors(const State& state, ElementId constraint) {
  const int m = member_of(state, constraint);
  if (m < 0) return {};
  const ConstraintSet::Member& member = state[known(state).constraint_set].members[m];
  const ConstraintShape& shape = entry_of(state, member).shape;
  return part(velocity_errors(state), member.first_velocity_row, shape.position_rows + shape.velocity_rows);
}

Array<double> acceleration_errors(const State& state, ElementId constraint) {
  const int m = member_of(state, constraint);
  if (m < 0) return {};
  const ConstraintSet::Member& member = state[known(state).constraint_set].members[m];
  const Array<double> all = acceleration_errors(state);
  return {all.begin() + member.first_row, all.begin() + member.first_row + member.rows};
}

In<double> multipliers(const State& state, ElementId constraint) {
  const int m = member_of(state, constraint);
  if (m < 0) return {};
  const ConstraintSet::Member& member = state[known(state).constraint_set].members[m];
  return part(multipliers(state), member.first_row, entry_of(state, member).shape.rows());
}

Force<double> constraint_force(const State& state, ElementId constraint, int frame) {
  const int m = member_of(state, constraint);
  if (m < 0) return Force<double>::zero();
  const ConstraintSet& set = state[known(state).constraint_set];
  const int frames = static_cast<int>(set.places[m].frames.size());
  require(frame >= 0 && frame < frames, "the constraint has {} frames M; there is no frame {}", frames,
          frame);
  const Force<double>* wrench =
      state[known(state).constraint_rows].wrenches.data() + set.members[m].first_wrench + frame;
  Force<double> sum = Force<double>::zero();
  for (const double lambda : multipliers(state, constraint)) {
    sum += lambda * *wrench;
    wrench += frames;
  }
  return sum;
}

Array<double> constraint_mobility_forces(const State& state, ElementId constraint) {
  const int m = member_of(state, constraint);
  if (m < 0) return {};
  const ConstraintSet::Member& member = state[known(state).constraint_set].members[m];
  Array<double> forces(member.mobilities, 0.0);
  const double* coefficient = state[known(state).constraint_rows].speeds.data() + member.first_speed;
  for (const double lambda : multipliers(state, constraint))
    for (double& force : forces) force += lambda * *coefficient++;
  return forces;
}

const AppliedForces& constraint_forces(const State& state) { return state[known(state).constraint_forces]; }

double constraint_power(const State& state, ElementId constraint) {
  const int m = member_of(state, constraint);
  if (m < 0) return 0;
  const ConstraintJacobian& G = constraint_jacobian(state);
  return block_power(G, G.blocks()[m], multipliers(state), state.u());
}

double constraint_power(const State& state) {
  if (!has_rows(state) || has_fixed_proportions(state)) return 0;
  const ConstraintJacobian& G = constraint_jacobian(state);
  double power = 0;
  for (const ConstraintJacobian::Block& block : G.blocks())
    power += block_power(G, block, multipliers(state), state.u());
  return power;
}

Array<double> calc_shared_multipliers(const State& state, In<double> weights) {
  if (!has_rows(state)) return {};
  const Accelerations& solved = state[known(state).accelerations];
  require_size(weights, static_cast<int>(solved.constraints.biases.size()), "the weights",
               "rows of the constraints");
  for (const double w : weights) require(w > 0, "the weight of a row cannot be {}; it must be positive", w);
  if (solved.constraints.in_speeds) return state[known(state).multipliers].of_rows;  // no dependent rows
  const ConstraintWorkspace& memory = *solved.constraint_workspace;
  Array<double> x(state.nu()), lambda(memory.wanted.size());
  state[known(state).constraint_factors].dynamics->solve(state.tree(), position(state), memory.rest,
                                                         memory.wanted, Out<double>(x), Out<double>(lambda),
                                                         weights);
  return lambda;
}

Contradiction acceleration_contradiction(const State& state) {
  const ConstraintSolution& solution = state[known(state).accelerations].constraints;
  if (solution.worst_row < 0) return {};
  for (const ConstraintSet::Member& member : state[known(state).constraint_set].members)
    if (solution.worst_row < member.first_row + entry_of(state, member).shape.rows())
      return {solution.inconsistency, member.constraint};
  return {};
}

std::string constraint_name(const State& state, int row) {
  for (const ConstraintSet::Member& member : state[known(state).constraint_set].members) {
    const ConstraintEntry& entry = entry_of(state, member);
    if (row >= member.first_row && row < member.first_row + entry.shape.rows())
      return state.layout().elements[entry.id.index].name;
  }
  fail("there is no row {} of constraints", row);
}

const ConstraintJacobian& constraint_jacobian(const State& state) {
  require(has_rows(state), "the state has no enabled constraints");
  return *state[known(state).constraint_rows].G;
}

Array<double> calc_constraint_biases(const State& state) {
  if (!has_rows(state)) return {};
  Array<double> biases = acceleration_errors(state), moved(biases.size());
  constraint_jacobian(state).calc_times(state[known(state).accelerations].udot, Out<double>(moved));
  for (std::size_t i = 0; i < biases.size(); ++i) biases[i] -= moved[i];
  return biases;
}

MatrixX<double> calc_constraint_compliance(const State& state) {
  const ConstraintJacobian& G = constraint_jacobian(state);
  MatrixX<double> full, compliance(G.rows(), G.rows());
  G.calc_full(full);
  Array<double> f(state.nu()), x(f);
  for (int i = 0; i < G.rows(); ++i) {
    for (int k = 0; k < state.nu(); ++k) f[k] = full(i, k);
    calc_inverse_mass_times(state, f, Out<double>(x));
    G.calc_times(x, Out<double>(compliance.col(i)));
  }
  return compliance;
}

namespace {

Discrete<Pose<double>> frame_of(const State& state, std::string_view constraint, int frame) {
  for (const auto& entry : state.layout().constraints) {
    if (state.layout().name_of(entry->id) != constraint) continue;
    const int count = static_cast<int>(entry->frames.size());
    require(frame >= 0 && frame < count, "the constraint '{}' has no frame {}; it has {}", constraint, frame,
            count == 0 ? std::string("none") : fmt::format("frames 0 to {}", count - 1));
    return entry->frames[frame];
  }
  Array<std::string> names;
  for (const auto& entry : state.layout().constraints) names.push_back(state.layout().name_of(entry->id));
  fail("there is no constraint '{}'.{}", constraint, suggestion(constraint, names));
}

}  // namespace

Pose<double> constraint_frame(const State& state, std::string_view constraint, int frame) {
  return state[frame_of(state, constraint, frame)];
}

void set_constraint_frame(State& state, std::string_view constraint, int frame, const Pose<double>& X_BF) {
  state.set(frame_of(state, constraint, frame), X_BF);
}

void solve_constrained(const State& state, In<double> f, In<double> b, Out<double> x, Out<double> lambda) {
  require(has_rows(state), "the state has no enabled constraints");
  state[known(state).constraint_factors].dynamics->solve(state.tree(), position(state), f, b, x, lambda);
}

void calc_inverse_dynamics(const State& state, In<double> udot, In<double> lambda, Out<double> tau) {
  calc_inverse_dynamics(state, udot, tau);
  if (!has_rows(state)) return;
  Array<double> forces(state.nu(), 0.0);
  constraint_jacobian(state).add_transpose_times(lambda, Out<double>(forces));
  for (std::size_t k = 0; k < forces.size(); ++k) tau[k] -= forces[k];
}

}  // namespace sarrus
