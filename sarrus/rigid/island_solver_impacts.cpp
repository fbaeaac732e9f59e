/// Impacts with restitution within a step.

#include <algorithm>

#include "sarrus/rigid/internal/contact_impact.h"
#include "sarrus/rigid/internal/island_solver.h"
#include "sarrus/rigid/internal/limit_rebound.h"

namespace sarrus::internal {

/// Newton's law, without adding energy. Returns true if the rebound had to be limited.
bool IslandSolver::limit_impact() {
  const double before = calc_kinetic_energy(operator_, free_, generalized_);
  if (calc_kinetic_energy(operator_, solution_.speeds, generalized_) <= before * (1 + 1e-12)) return false;
  ++result_.limited_impacts;
  int row = 0;
  for (const int i : island_->groups) {
    bias_[row] = step_->biases[i].without_impact;
    row += step_->group(i).rows;
  }
  other_.forces.clear();
  solver_.solve(operator_, {.sets = sets_, .free_speeds = free_, .bias = bias_}, other_, cone_options());
  limit_rebound(operator_, before, other_, solution_);
  return true;
}

/// The group of the only contact that takes part in an impact, if the impact can be integrated over its
/// impulse; otherwise −1.
int IslandSolver::find_single_impact() const {
  int found = -1;
  for (const int i : island_->groups) {
    const RowGroup& group = step_->group(i);
    if (!has_gap(group) || !takes_part(i)) continue;
    if (found >= 0) return -1;
    found = i;
  }
  if (found < 0) return -1;
  const RowGroup& group = step_->group(found);
  const bool is_point = group.kind == ForceSetKind::contact && (group.rows == 1 || group.rows == 3);
  return is_point && step_->biases[found].is_impact ? found : -1;
}

/// Contacts and stops that are closed when an impact happens.
bool IslandSolver::takes_part(int group) const {
  return step_->biases[group].value == 0 || step_->biases[group].is_impact;
}

/// An impact changes the speeds at once; forces act on what it leaves, but do not take away from the speeds
/// with which contacts part.
void IslandSolver::solve_impact(int single) {
  impact_free_.clear(), restitution_.clear();
  for (const int k : island_->speeds) impact_free_.push_back(step_->u[k]);
  for (const int i : island_->groups) {
    const RowGroup& group = step_->group(i);
    restitution_.push_back(has_gap(group) && takes_part(i) ? group.restitution : 0);
    for (int r = 1; r < group.rows; ++r) restitution_.push_back(0);
  }
  if (single >= 0)
    integrate_impact(single);
  else
    solve_phases();
  for (std::size_t k = 0; k < free_.size(); ++k) free_[k] += impact_solution_.speeds[k] - impact_free_[k];
  impact_speeds_.resize(operator_.row_count());
  operator_.multiply(impact_solution_.speeds, Out<double>(impact_speeds_));
  int row = 0;
  for (const int i : island_->groups) {
    if (step_->biases[i].is_impact) bias_[row] = step_->biases[i].without_impact;
    if (restitution_[row] > 0 && impact_speeds_[row] > 0) bias_[row] = -impact_speeds_[row];
    row += step_->group(i).rows;
  }
}

void IslandSolver::solve_phases() {
  impact_.solve(operator_, {.sets = sets_, .free_speeds = impact_free_, .bias = bias_}, restitution_,
                step_->options.capture_speed, solver_, patient_options());
  impact_solution_ = impact_.solution();
  result_.note(impact_solution_);
  if (impact_.is_limited()) ++result_.limited_impacts;
}

/// Changes of the speeds by unit impulses on some rows, with the constraints of the island held.
void IslandSolver::calc_responses(int first_row, int rows) {
  normal_operator_.begin(step_->M, step_->factors, island_->speeds, step_->numbers);
  bilateral_sets_.clear();
  for (const int i : island_->groups) {
    const RowGroup& group = step_->group(i);
    if (group.kind != ForceSetKind::free) continue;
    normal_operator_.add(1, step_->rows.speeds(group), step_->rows.entries(group));
    bilateral_sets_.push_back(ForceSet::make_free());
  }
  const Array<double> none(bilateral_sets_.size(), 0.0);
  unit_impulse_.assign(operator_.row_count(), 0.0);
  responses_.resize(rows);
  for (int r = 0; r < rows; ++r) {
    Array<double>& response = responses_[r];
    unit_impulse_[first_row + r] = 1;
    response.resize(operator_.speed_count());
    operator_.multiply_transposed(unit_impulse_, Out<double>(response));
    operator_.solve_inertia(Out<double>(response));
    unit_impulse_[first_row + r] = 0;
    if (bilateral_sets_.empty()) continue;
    other_.forces.clear();
    solver_.solve(normal_operator_, {.sets = bilateral_sets_, .free_speeds = response, .bias = none}, other_,
                  cone_options());
    response.assign(other_.speeds.begin(), other_.speeds.end());
  }
}

/// The integrated impact of one contact; Newton's law without adding energy.
void IslandSolver::integrate_impact(int number) {
  const RowGroup& group = step_->group(number);
  int first_row = 0, at = 0;
  for (; island_->groups[at] != number; ++at) first_row += step_->group(island_->groups[at]).rows;
  calc_responses(first_row, group.rows);
  impact_speeds_.resize(operator_.row_count());
  const auto speed_of_contact = [&](In<double> v) {
    operator_.multiply(v, Out<double>(impact_speeds_));
    const double* u = impact_speeds_.data() + first_row;
    return group.rows > 1 ? Vec3<double>{u[0], u[1], u[2]} : Vec3<double>{u[0], 0, 0};
  };
  ContactImpact impact{.static_friction = group.rows > 1 ? group.friction[0] : 0,
                       .dynamic_friction = group.rows > 1 ? group.sliding_friction[0] : 0,
                       .restitution = group.restitution,
                       .law = step_->options.impact_law};
  for (int r = 0; r < group.rows; ++r) impact.G[r] = speed_of_contact(responses_[r]);
  const Vec3<double> before = speed_of_contact(impact_free_);
  const auto keep = [&](const ImpactEnd& end, ConeSolution& solution) {
    const double impulses[] = {end.impulse.x, end.impulse.y, end.impulse.z};
    solution.speeds.assign(impact_free_.begin(), impact_free_.end());
    solution.forces.assign(operator_.row_count(), 0.0);
    solution.modes.assign(island_->groups.size(), RowMode::open);
    solution.modes[at] = end.sticks ? RowMode::holding : RowMode::sliding;
    for (int r = 0; r < group.rows; ++r) {
      solution.forces[first_row + r] = impulses[r];
      for (std::size_t k = 0; k < solution.speeds.size(); ++k)
        solution.speeds[k] += impulses[r] * responses_[r][static_cast<int>(k)];
    }
  };
  keep(integrate(impact, before), impact_solution_);
  const double energy = calc_kinetic_energy(operator_, impact_free_, generalized_);
  if (calc_kinetic_energy(operator_, impact_solution_.speeds, generalized_) <= energy * (1 + 1e-9)) return;
  ++result_.limited_impacts;
  impact.restitution = 0;
  keep(integrate(impact, before), other_);
  limit_rebound(operator_, energy, other_, impact_solution_);
}
/// Adds the impulses of the impact to those of the step.
void IslandSolver::add_impact() {
  const ConeSolution& impact = impact_solution_;
  for (std::size_t i = 0; i < impact.forces.size(); ++i) solution_.forces[i] += impact.forces[i];
  for (std::size_t i = 0; i < impact.modes.size(); ++i)
    if (solution_.modes[i] == RowMode::open) solution_.modes[i] = impact.modes[i];
}

}  // namespace sarrus::internal
