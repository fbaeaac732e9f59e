#include "sarrus/rigid/internal/step_solver.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "sarrus/sparse/tree_factorization.h"
#include "sarrus/system/internal/layout.h"
#include "sarrus/system/responses.h"

namespace sarrus::internal {

namespace {

/// What a contact at rest may be closer than to be looked at, relative to the tolerance of positions.
constexpr double margin_in_tolerances = 10;
/// Gaps below this touch, relative to the same: corners of a face that lies flat differ by rounding, and
/// shall all carry.
constexpr double touching_gap = 1e-3;
/// How often rows are collected once more in a step, as what is struck strikes others.
constexpr int most_throws = 3;
/// The way within a step from which on a row slides, relative to the same.
constexpr double noticeable_slip = 1e-5;
/// What springs and dampers add to the inertia of a joint, relative to it, from which on a step is stiff.
constexpr double noticeable_stiffness = 0.02;

}  // namespace

void StepResult::note(const ConeSolution& solution) {
  if (solution.status == ConeStatus::relaxed) ++relaxed;
  const ConeCertificate& found = solution.certificate;
  factorizations += found.newton_steps;
  if (found.complementarity + found.momentum >= certificate.complementarity + certificate.momentum)
    certificate = found;
}

StepSolver::StepSolver(const State& state, const StepOptions& options)
    : options_(options),
      mass_(state.tree()),
      factors_(state.tree().pattern()),
      derivatives_(state.nu()),
      coriolis_(state.tree()),
      free_(state.nu()),
      no_rates_(state.nu(), 0.0),
      tau_(state.nu()),
      c_(state.nu()) {
  const SystemLayout& layout = state.layout();
  for (std::size_t i = 0; i < layout.forces.size(); ++i)
    if (const auto* element = dynamic_cast<const RigidElement*>(layout.forces[i].get()))
      elements_.push_back({element, layout.force_ids[i], element->make_memory()});
}

/// What an impact throws may come further than it would have without: then rows are collected once more.
StepResult StepSolver::solve(const State& state, double h) {
  calc_free_speeds(state, h);
  struck_.clear();
  collect_rows(state, h);
  StepResult result = solve_rows(state, h);
  while (static_cast<int>(struck_.size()) < most_throws && rows_.is_outrun_by(moving_)) {
    const std::size_t before = rows_.groups().size();
    struck_.push_back(moving_);
    collect_rows(state, h);
    if (rows_.groups().size() == before) break;
    result = solve_rows(state, h);
  }
  for (std::size_t k = 0; k < moving_.size(); ++k) way_[k] += h * moving_[k];
  memory_.set(forces_);
  return result;
}

StepResult StepSolver::solve_rows(const State& state, double h) {
  calc_biases(state, h);
  find_islands();
  StepResult result;
  result.islands = result.most_islands = static_cast<int>(islands_.size());
  v_ = moving_ = free_;
  is_acted_on_.assign(free_.size(), 0);
  forces_.resize(rows_.groups().size());
  way_.assign(state.nu(), 0.0);
  for (const RowGroup& group : rows_.groups()) {
    result.rows += group.rows;
    if (has_gap(group)) result.penetration = std::max(result.penetration, -group.gap);
    if (group.kind == ForceSetKind::contact && group.gap <= options_.position_tolerance) ++result.contacts;
  }
  for (const Island& island : islands_) solve_island(state, island, h, result);
  return result;
}

/// M̂ = M − h·C − ½·h²·K and its factors. Only derivatives that brake or pull back are taken, which keeps it
/// positive definite.
void StepSolver::calc_inertia(const State& state, double h) {
  calc_mass_matrix(state.tree(), position(state), mass_);
  const In<double> ports = port_inertia(state);
  for (std::size_t k = 0; k < ports.size(); ++k) mass_.matrix.diagonal(static_cast<int>(k)) += ports[k];
  is_stiff_ = false;
  if (options_.implicit_joints) {
    const SystemLayout& layout = state.layout();
    derivatives_.clear();
    for (std::size_t i = 0; i < layout.forces.size(); ++i)
      if (state.is_enabled(layout.force_ids[i])) layout.forces[i]->add_derivatives(state, derivatives_);
    for (int k = 0; k < state.nu(); ++k) {
      const double C = std::min(0.0, derivatives_.diagonal_by_u()[k]);
      const double K = std::min(0.0, derivatives_.diagonal_by_dq()[k]);
      const double added = -h * C - 0.5 * h * h * K;
      is_stiff_ = is_stiff_ || added > noticeable_stiffness * mass_.matrix.diagonal(k);
      mass_.matrix.diagonal(k) += added;
    }
  }
  factors_.set_entries(mass_.matrix);
  factor_LTDL(factors_);
}

/// Adds factor·c(q, u), the generalized Coriolis and gyroscopic forces.
void StepSolver::add_coriolis(const State& state, In<double> speeds, double factor, Out<double> to) {
  calc_inverse_dynamics(state.tree(), {.q = state.q(), .u = speeds, .gravity = false}, coriolis_,
                        Out<double>(c_));
  for (std::size_t k = 0; k < c_.size(); ++k) to[k] += factor * c_[k];
}

/// v* = v + h·M̂⁻¹·f(q, v), with the Coriolis forces at v + ½·h·M̂⁻¹·f(q, v).
void StepSolver::calc_free_speeds(const State& state, double h) {
  calc_inertia(state, h);
  calc_inverse_dynamics(state, no_rates_, tau_);
  half_ = tau_;
  solve_LTDL(factors_, Out<double>(half_));
  for (int k = 0; k < state.nu(); ++k) half_[k] = state.u(k) - 0.5 * h * half_[k];
  add_coriolis(state, state.u(), -1, Out<double>(tau_));
  add_coriolis(state, half_, +1, Out<double>(tau_));
  free_ = tau_;
  solve_LTDL(factors_, Out<double>(free_));
  for (int k = 0; k < state.nu(); ++k) free_[k] = state.u(k) - h * free_[k];
}

void StepSolver::collect_rows(const State& state, double h) {
  rows_.begin(state, h, free_, margin_in_tolerances * options_.position_tolerance);
  for (const Array<double>& speeds : struck_) rows_.reach_also_at(speeds);
  for (std::size_t i = 0; i < elements_.size(); ++i) {
    if (!state.is_enabled(elements_[i].id)) continue;
    rows_.set_element(static_cast<int>(i));
    elements_[i].element->add_rows(state, elements_[i].memory.get(), rows_);
  }
  first_bilateral_ = static_cast<int>(rows_.groups().size());
  add_bilateral_rows(state, rows_, bilateral_);
}

/// What acted in the last step stays closed while it is lifted a little, as the corner about which a body
/// tumbles is by each step.
bool StepSolver::is_closed(const RowGroup& group) const {
  if (group.gap <= touching_gap * options_.position_tolerance) return true;
  if (group.gap > options_.touching_gap) return false;
  const RowForce* last = memory_.find(group);
  return last != nullptr && last->mode != RowMode::open;
}

void StepSolver::calc_biases(const State& state, double h) {
  biases_.assign(rows_.groups().size(), Bias{});
  for (std::size_t i = 0; i < biases_.size(); ++i) {
    const RowGroup& group = rows_.groups()[i];
    Bias& bias = biases_[i];
    if (group.kind == ForceSetKind::free)
      bias.value = bilateral_[static_cast<int>(i) - first_bilateral_].bias;
    if (group.kind == ForceSetKind::limited) bias.value = -group.target;
    if (has_gap(group)) {
      bias.value = is_closed(group) ? 0 : group.gap / h;
      bias.without_impact = bias.value;
      const double before = rows_.row_speed(group, 0, state.u());
      const double approach = std::min(before, rows_.row_speed(group, 0, free_));
      if (group.restitution > 0 && before < -options_.capture_speed && group.gap + h * approach <= 0) {
        bias.value = options_.impact_law == ImpactLaw::newton ? group.restitution * before : 0;
        bias.is_impact = true;
      }
    } else {
      bias.without_impact = bias.value;
    }
  }
}

/// Trees, by the speeds of their roots, are joined where a row reads speeds of both.
void StepSolver::find_islands() {
  const TreePattern& pattern = mass_.matrix.pattern();
  Array<int> root(pattern.size());
  for (int i = 0; i < pattern.size(); ++i) root[i] = pattern.parent(i) < 0 ? i : root[pattern.parent(i)];
  Array<int> joined(pattern.size());
  std::iota(joined.begin(), joined.end(), 0);
  const auto leader = [&](int tree) {
    while (joined[tree] != tree) tree = joined[tree] = joined[joined[tree]];
    return tree;
  };
  for (const RowGroup& group : rows_.groups())
    for (const int speed : rows_.speeds(group)) {
      const int a = leader(root[speed]), b = leader(root[rows_.speeds(group)[0]]);
      joined[std::max(a, b)] = std::min(a, b);
    }
  Array<int> number(pattern.size(), -1);
  islands_.clear();
  for (int i = 0; i < static_cast<int>(rows_.groups().size()); ++i) {
    const RowGroup& group = rows_.groups()[i];
    if (group.speeds == 0) continue;  // nothing that it reads can move
    int& island = number[leader(root[rows_.speeds(group)[0]])];
    if (island < 0) {
      island = static_cast<int>(islands_.size());
      islands_.push_back({});
    }
    islands_[island].groups.push_back(i);
  }
  for (int k = 0; k < pattern.size(); ++k)
    if (const int island = number[leader(root[k])]; island >= 0) islands_[island].speeds.push_back(k);
}

/// The way that a friction row goes within a step, at the speeds v.
double StepSolver::slip_way(const RowGroup& group, double h, In<double> v) const {
  double sum = 0;
  for (int i = group.kind == ForceSetKind::contact ? 1 : 0; i < group.rows; ++i) {
    const double speed = rows_.row_speed(group, i, v) - group.target;
    sum += speed * speed;
  }
  return h * std::sqrt(sum);
}

/// A contact or joint that slid in the last step goes on with the friction of sliding. One that is new slides
/// if it moves noticeably.
ForceSet StepSolver::make_set(const RowGroup& group, double h, In<double> v) const {
  if (group.kind == ForceSetKind::free) return ForceSet::make_free();
  if (group.kind == ForceSetKind::unilateral) return ForceSet::make_unilateral();
  const RowForce* last = memory_.find(group);
  const bool slides = last != nullptr ? last->slips : slip_way(group, h, v) > options_.position_tolerance;
  const auto& friction = slides ? group.sliding_friction : group.friction;
  if (group.kind == ForceSetKind::limited) return ForceSet::make_limited(h * friction[0]);
  return ForceSet::make_contact(In<double>(friction.data(), static_cast<std::size_t>(group.rows - 1)));
}

/// Prepares the problem of an island. Returns true if there are impacts with restitution.
bool StepSolver::load_island(const State& state, const Island& island, double h) {
  operator_.begin(mass_.matrix, factors_, island.speeds);
  sets_.clear(), island_bias_.clear(), island_free_.clear();
  for (const int k : island.speeds) island_free_.push_back(free_[k]);
  solution_.forces.clear();
  bool has_impacts = false;
  for (const int i : island.groups) {
    const RowGroup& group = rows_.groups()[i];
    operator_.add(group.rows, rows_.speeds(group),
                  {rows_.entries(group).data(), static_cast<std::size_t>(group.rows * group.speeds)});
    sets_.push_back(make_set(group, h, state.u()));
    island_bias_.push_back(biases_[i].value);
    for (int r = 1; r < group.rows; ++r) island_bias_.push_back(0);
    has_impacts = has_impacts || biases_[i].is_impact;
    double last[ForceSet::max_rows] = {};
    if (const RowForce* force = memory_.find(group)) calc_row_forces(group, *force, last);
    for (int r = 0; r < group.rows; ++r) solution_.forces.push_back(h * last[r]);
  }
  return has_impacts;
}

/// Solves the problem that is loaded. A search that the forces of the last step lead astray begins anew
/// without them.
void StepSolver::search() {
  const ConeProblem problem{.sets = sets_, .free_speeds = island_free_, .bias = island_bias_};
  solver_.solve(operator_, problem, solution_, cone_options());
  if (solution_.status != ConeStatus::relaxed) return;
  other_.forces.clear();
  solver_.solve(operator_, problem, other_, patient_options());
  const bool is_better = other_.certificate.complementarity < solution_.certificate.complementarity;
  if (other_.status == ConeStatus::solved || is_better) std::swap(solution_, other_);
}

void StepSolver::solve_island(const State& state, const Island& island, double h, StepResult& result) {
  const bool has_impacts = load_island(state, island, h);
  const int single = has_impacts ? find_single_impact(island) : -1;
  const bool is_instant = has_impacts && (single >= 0 || options_.impact_law != ImpactLaw::newton);
  if (is_instant) solve_impact(state, island, single, result);
  search();
  if (solution_.status == ConeStatus::contradictory) complain(state, island);
  if (solution_.certificate.first_try) ++result.first_tries;
  const bool is_limited = has_impacts && !is_instant && limit_impact(island, result);
  for (std::size_t k = 0; k < island.speeds.size(); ++k) moving_[island.speeds[k]] = solution_.speeds[k];
  if (!is_limited) finish_closing(island, result);
  if (is_instant) add_impact();
  result.note(solution_);
  keep_solution(state, island, h, result);
  correct_positions(island, h, result);
}

/// Contacts and stops that close within the step do so at the speed gap/h, with which the coordinates move.
/// What is left of it is taken away at once if it is noticeable, so that the speed at the end does not
/// depend on the length of the step.
void StepSolver::finish_closing(const Island& island, StepResult& result) {
  bool is_needed = false;
  int row = 0;
  for (const int i : island.groups) {
    const RowGroup& group = rows_.groups()[i];
    if (has_gap(group) && island_bias_[row] > options_.closing_speed && solution_.forces[row] > 0) {
      island_bias_[row] = 0;
      is_needed = true;
    }
    row += group.rows;
  }
  if (!is_needed) return;
  result.note(solution_);
  solver_.solve(operator_, {.sets = sets_, .free_speeds = island_free_, .bias = island_bias_}, solution_,
                cone_options());
}

void StepSolver::keep_solution(const State& state, const Island& island, double h, StepResult& result) {
  for (std::size_t k = 0; k < island.speeds.size(); ++k) v_[island.speeds[k]] = solution_.speeds[k];
  int row = 0, set = 0;
  bool acts = false;
  for (const int i : island.groups) {
    const RowGroup& group = rows_.groups()[i];
    double impulses[ForceSet::max_rows], forces[ForceSet::max_rows];
    for (int r = 0; r < group.rows; ++r, ++row) {
      impulses[r] = solution_.forces[row];
      forces[r] = impulses[r] / h;
      result.rigid_work +=
          0.5 * impulses[r] * (rows_.row_speed(group, r, state.u()) + rows_.row_speed(group, r, v_));
    }
    forces_[i] = calc_total_force(group, forces, solution_.modes[set++]);
    const RowMode mode = forces_[i].mode;
    forces_[i].slips = (mode == RowMode::sliding || mode == RowMode::upper || mode == RowMode::lower) &&
                       slip_way(group, h, v_) > noticeable_slip * options_.position_tolerance;
    acts = acts || (mode != RowMode::open && group.kind != ForceSetKind::limited);
  }
  for (const int k : island.speeds) is_acted_on_[k] = acts ? 1 : 0;
}

/// Removes overlaps and errors of constraints beyond the tolerance by the smallest displacement δ in the
/// metric of M, which adds no speed: gap + h·u + J·δ ≥ 0, error + J·δ = 0.
void StepSolver::correct_positions(const Island& island, double h, StepResult& result) {
  const double tolerance = options_.position_tolerance;
  bool is_needed = false;
  for (const int i : island.groups) {
    const RowGroup& group = rows_.groups()[i];
    if (has_gap(group)) is_needed = is_needed || group.gap < -tolerance;
    if (group.kind == ForceSetKind::free) {
      const BilateralRow& row = bilateral_[i - first_bilateral_];
      is_needed = is_needed || (row.has_position && std::abs(row.error) > tolerance * row.unit_error);
    }
  }
  if (!is_needed) return;
  normal_operator_.begin(mass_.matrix, factors_, island.speeds);
  sets_.clear(), island_bias_.clear();
  for (const int i : island.groups) {
    const RowGroup& group = rows_.groups()[i];
    if (group.kind == ForceSetKind::limited) continue;
    normal_operator_.add(1, rows_.speeds(group), rows_.entries(group));
    if (has_gap(group)) {
      sets_.push_back(ForceSet::make_unilateral());
      island_bias_.push_back(group.gap + h * rows_.row_speed(group, 0, moving_));
    } else {
      sets_.push_back(ForceSet::make_free());
      island_bias_.push_back(bilateral_[i - first_bilateral_].error);
    }
  }
  island_free_.assign(island.speeds.size(), 0.0);
  other_.forces.clear();
  solver_.solve(normal_operator_, {.sets = sets_, .free_speeds = island_free_, .bias = island_bias_}, other_,
                cone_options());
  if (other_.status == ConeStatus::contradictory) return;  // it cannot be removed, and is reported
  for (std::size_t k = 0; k < island.speeds.size(); ++k) way_[island.speeds[k]] += other_.speeds[k];
  result.has_moved_positions = true;
}

}  // namespace sarrus::internal
