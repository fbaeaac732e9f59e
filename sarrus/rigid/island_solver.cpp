#include "sarrus/rigid/internal/island_solver.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace sarrus::internal {

namespace {

/// The way within a step from which on a row slides, relative to the tolerance of positions.
constexpr double noticeable_slip = 1e-5;

}  // namespace

StepResult IslandSolver::solve(const StepProblem& step, const Island& island, IslandMotion& motion) {
  step_ = &step;
  island_ = &island;
  result_ = {};
  const bool has_impacts = load();
  const int single = has_impacts ? find_single_impact() : -1;
  const bool is_instant = has_impacts && (single >= 0 || step.options.impact_law != ImpactLaw::newton);
  if (is_instant) solve_impact(single);
  search();
  if (solution_.status == ConeStatus::contradictory) return result_;
  if (solution_.certificate.first_try) ++result_.first_tries;
  const bool is_limited = has_impacts && !is_instant && limit_impact();
  for (std::size_t k = 0; k < island.speeds.size(); ++k)
    motion.moving[island.speeds[k]] = solution_.speeds[k];
  if (!is_limited) finish_closing();
  if (is_instant) add_impact();
  result_.note(solution_);
  keep_solution(motion);
  correct_positions(motion);
  return result_;
}

/// The way that a friction row goes within a step, at the speeds v.
double IslandSolver::slip_way(const RowGroup& group, In<double> v) const {
  double sum = 0;
  for (int i = group.kind == ForceSetKind::contact ? 1 : 0; i < group.rows; ++i) {
    const double speed = step_->rows.row_speed(group, i, v) - group.target;
    sum += speed * speed;
  }
  return step_->h * std::sqrt(sum);
}

/// A contact or joint that slid in the last step goes on with the friction of sliding. One that is new slides
/// if it moves noticeably.
ForceSet IslandSolver::make_set(const RowGroup& group, const RowForce* last) const {
  if (group.kind == ForceSetKind::free) return ForceSet::make_free();
  if (group.kind == ForceSetKind::unilateral) return ForceSet::make_unilateral();
  const bool slides =
      last != nullptr ? last->slips : slip_way(group, step_->u) > step_->options.position_tolerance;
  const auto& friction = slides ? group.sliding_friction : group.friction;
  if (group.kind == ForceSetKind::limited) return ForceSet::make_limited(step_->h * friction[0]);
  return ForceSet::make_contact(In<double>(friction.data(), group.rows - 1));
}

/// Prepares the problem. Returns true if there are impacts with restitution.
bool IslandSolver::load() {
  operator_.begin(step_->M, step_->factors, island_->speeds, step_->numbers);
  sets_.clear(), bias_.clear(), free_.clear();
  for (const int k : island_->speeds) free_.push_back(step_->free_speeds[k]);
  solution_.forces.clear();
  bool has_impacts = false;
  for (const int i : island_->groups) {
    const RowGroup& group = step_->group(i);
    const RowForce* last = step_->memory.find(group, i);
    operator_.add(group.rows, step_->rows.speeds(group),
                  {step_->rows.entries(group).data(), group.rows * group.speeds});
    sets_.push_back(make_set(group, last));
    bias_.push_back(step_->biases[i].value);
    for (int r = 1; r < group.rows; ++r) bias_.push_back(0);
    has_impacts = has_impacts || step_->biases[i].is_impact;
    double forces[ForceSet::max_rows] = {};
    if (last != nullptr) calc_row_forces(group, *last, forces);
    for (int r = 0; r < group.rows; ++r) solution_.forces.push_back(step_->h * forces[r]);
  }
  return has_impacts;
}

/// Solves the problem that is loaded. A search that the forces of the last step lead astray begins anew
/// without them.
void IslandSolver::search() {
  const ConeProblem problem{.sets = sets_, .free_speeds = free_, .bias = bias_};
  solver_.solve(operator_, problem, solution_, cone_options());
  if (solution_.status != ConeStatus::relaxed) return;
  other_.forces.clear();
  solver_.solve(operator_, problem, other_, patient_options());
  const bool is_better = other_.certificate.complementarity < solution_.certificate.complementarity;
  if (other_.status == ConeStatus::solved || is_better) std::swap(solution_, other_);
}

/// Contacts and stops that close within the step do so at the speed gap/h, with which the coordinates move.
/// What is left of it is taken away at once if it is noticeable, so that the speed at the end does not
/// depend on the length of the step.
void IslandSolver::finish_closing() {
  bool is_needed = false;
  int row = 0;
  for (const int i : island_->groups) {
    const RowGroup& group = step_->group(i);
    if (has_gap(group) && bias_[row] > step_->options.closing_speed && solution_.forces[row] > 0) {
      bias_[row] = 0;
      is_needed = true;
    }
    row += group.rows;
  }
  if (!is_needed) return;
  result_.note(solution_);
  solver_.solve(operator_, {.sets = sets_, .free_speeds = free_, .bias = bias_}, solution_, cone_options());
}

void IslandSolver::keep_solution(IslandMotion& motion) {
  for (std::size_t k = 0; k < island_->speeds.size(); ++k) motion.v[island_->speeds[k]] = solution_.speeds[k];
  generalized_.resize(operator_.speed_count());
  operator_.multiply_transposed(solution_.forces, Out<double>(generalized_));
  for (std::size_t k = 0; k < island_->speeds.size(); ++k)
    result_.rigid_work += 0.5 * generalized_[k] * (step_->u[island_->speeds[k]] + solution_.speeds[k]);
  int row = 0, set = 0;
  bool acts = false;
  for (const int i : island_->groups) {
    const RowGroup& group = step_->group(i);
    double forces[ForceSet::max_rows];
    for (int r = 0; r < group.rows; ++r, ++row) forces[r] = solution_.forces[row] / step_->h;
    RowForce& force = motion.forces[i] = calc_total_force(group, forces, solution_.modes[set++]);
    const RowMode mode = force.mode;
    force.slips = (mode == RowMode::sliding || mode == RowMode::upper || mode == RowMode::lower) &&
                  slip_way(group, motion.v) > noticeable_slip * step_->options.position_tolerance;
    acts = acts || (mode != RowMode::open && group.kind != ForceSetKind::limited);
  }
  for (const int k : island_->speeds) motion.is_acted_on[k] = acts ? 1 : 0;
}

/// Removes overlaps and errors of constraints beyond the tolerance by the smallest displacement δ in the
/// metric of M, which adds no speed: gap + h·u + J·δ ≥ 0, error + J·δ = 0.
void IslandSolver::correct_positions(IslandMotion& motion) {
  const double tolerance = step_->options.position_tolerance;
  const bool is_needed = std::any_of(island_->groups.begin(), island_->groups.end(), [&](int i) {
    const RowGroup& group = step_->group(i);
    if (has_gap(group)) return group.gap < -tolerance;
    if (group.kind != ForceSetKind::free) return false;
    const BilateralRow& row = step_->bilateral_row(i);
    return row.has_position && std::abs(row.error) > tolerance * row.unit_error;
  });
  if (!is_needed) return;
  normal_operator_.begin(step_->M, step_->factors, island_->speeds, step_->numbers);
  sets_.clear(), bias_.clear();
  for (const int i : island_->groups) {
    const RowGroup& group = step_->group(i);
    if (group.kind == ForceSetKind::limited || group.bounds_speed) continue;
    normal_operator_.add(1, step_->rows.speeds(group), step_->rows.entries(group));
    if (has_gap(group)) {
      sets_.push_back(ForceSet::make_unilateral());
      bias_.push_back(group.gap + step_->h * step_->rows.row_speed(group, 0, motion.moving));
    } else {
      sets_.push_back(ForceSet::make_free());
      bias_.push_back(step_->bilateral_row(i).error);
    }
  }
  free_.assign(island_->speeds.size(), 0.0);
  other_.forces.clear();
  solver_.solve(normal_operator_, {.sets = sets_, .free_speeds = free_, .bias = bias_}, other_,
                cone_options());
  if (other_.status == ConeStatus::contradictory) return;  // it cannot be removed, and is reported
  for (std::size_t k = 0; k < island_->speeds.size(); ++k) motion.way[island_->speeds[k]] += other_.speeds[k];
  result_.has_moved_positions = true;
}

}  // namespace sarrus::internal
