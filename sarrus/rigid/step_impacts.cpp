/// Impacts with restitution within a step.

#include <algorithm>

#include "sarrus/rigid/internal/contact_impact.h"
#include "sarrus/rigid/internal/limit_rebound.h"
#include "sarrus/rigid/internal/step_solver.h"

namespace sarrus::internal {

/// Newton's law, without adding energy. Returns true if the rebound had to be limited.
bool StepSolver::limit_impact(const Island& island, StepResult& result) {
  const double before = calc_kinetic_energy(operator_, island_free_);
  if (calc_kinetic_energy(operator_, solution_.speeds) <= before * (1 + 1e-12)) return false;
  ++result.limited_impacts;
  int row = 0;
  for (const int i : island.groups) {
    island_bias_[row] = biases_[i].without_impact;
    row += rows_.groups()[i].rows;
  }
  other_.forces.clear();
  solver_.solve(operator_, {.sets = sets_, .free_speeds = island_free_, .bias = island_bias_}, other_,
                cone_options());
  limit_rebound(operator_, before, other_, solution_);
  return true;
}

/// The group of the only contact that takes part in an impact, if the impact can be integrated over its
/// impulse; otherwise −1.
int StepSolver::find_single_impact(const Island& island) const {
  int found = -1;
  for (const int i : island.groups) {
    const RowGroup& group = rows_.groups()[i];
    if (!has_gap(group) || !takes_part(i)) continue;
    if (found >= 0) return -1;
    found = i;
  }
  if (found < 0) return -1;
  const RowGroup& group = rows_.groups()[found];
  const bool is_point = group.kind == ForceSetKind::contact && (group.rows == 1 || group.rows == 3);
  return is_point && biases_[found].is_impact ? found : -1;
}

/// Contacts and stops that are closed when an impact happens.
bool StepSolver::takes_part(int group) const { return biases_[group].value == 0 || biases_[group].is_impact; }

/// An impact changes the speeds at once; forces act on what it leaves, but do not take away from the speeds
/// with which contacts part.
void StepSolver::solve_impact(const State& state, const Island& island, int single, StepResult& result) {
  impact_free_.clear(), restitution_.clear();
  for (const int k : island.speeds) impact_free_.push_back(state.u(k));
  for (const int i : island.groups) {
    const RowGroup& group = rows_.groups()[i];
    restitution_.push_back(has_gap(group) && takes_part(i) ? group.restitution : 0);
    for (int r = 1; r < group.rows; ++r) restitution_.push_back(0);
  }
  if (single >= 0)
    integrate_impact(island, single, result);
  else
    solve_phases(result);
  for (std::size_t k = 0; k < island_free_.size(); ++k)
    island_free_[k] += impact_solution_.speeds[k] - impact_free_[k];
  impact_speeds_.resize(operator_.row_count());
  operator_.multiply(impact_solution_.speeds, Out<double>(impact_speeds_));
  int row = 0;
  for (const int i : island.groups) {
    if (biases_[i].is_impact) island_bias_[row] = biases_[i].without_impact;
    if (restitution_[row] > 0 && impact_speeds_[row] > 0) island_bias_[row] = -impact_speeds_[row];
    row += rows_.groups()[i].rows;
  }
}

void StepSolver::solve_phases(StepResult& result) {
  impact_.solve(operator_, {.sets = sets_, .free_speeds = impact_free_, .bias = island_bias_}, restitution_,
                options_.capture_speed, solver_, patient_options());
  impact_solution_ = impact_.solution();
  result.note(impact_solution_);
  if (impact_.is_limited()) ++result.limited_impacts;
}

/// Changes of the speeds by unit impulses on some rows, with the constraints of the island held.
void StepSolver::calc_responses(const Island& island, int first_row, int rows) {
  normal_operator_.begin(mass_.matrix, factors_, island.speeds);
  bilateral_sets_.clear();
  for (const int i : island.groups) {
    const RowGroup& group = rows_.groups()[i];
    if (group.kind != ForceSetKind::free) continue;
    normal_operator_.add(1, rows_.speeds(group), rows_.entries(group));
    bilateral_sets_.push_back(ForceSet::make_free());
  }
  const Array<double> none(bilateral_sets_.size(), 0.0);
  Array<double> impulse(operator_.row_count(), 0.0);
  responses_.resize(rows);
  for (int r = 0; r < rows; ++r) {
    Array<double>& response = responses_[r];
    impulse[first_row + r] = 1;
    response.resize(operator_.speed_count());
    operator_.multiply_transposed(impulse, Out<double>(response));
    operator_.solve_inertia(Out<double>(response));
    impulse[first_row + r] = 0;
    if (bilateral_sets_.empty()) continue;
    other_.forces.clear();
    solver_.solve(normal_operator_, {.sets = bilateral_sets_, .free_speeds = response, .bias = none}, other_,
                  cone_options());
    response.assign(other_.speeds.begin(), other_.speeds.end());
  }
}

/// The integrated impact of one contact; Newton's law without adding energy.
void StepSolver::integrate_impact(const Island& island, int number, StepResult& result) {
  const RowGroup& group = rows_.groups()[number];
  int first_row = 0, at = 0;
  for (; island.groups[at] != number; ++at) first_row += rows_.groups()[island.groups[at]].rows;
  calc_responses(island, first_row, group.rows);
  impact_speeds_.resize(operator_.row_count());
  const auto speed_of_contact = [&](In<double> v) {
    operator_.multiply(v, Out<double>(impact_speeds_));
    const double* u = impact_speeds_.data() + first_row;
    return group.rows > 1 ? Vec3<double>{u[0], u[1], u[2]} : Vec3<double>{u[0], 0, 0};
  };
  ContactImpact impact{.static_friction = group.rows > 1 ? group.friction[0] : 0,
                       .dynamic_friction = group.rows > 1 ? group.sliding_friction[0] : 0,
                       .restitution = group.restitution,
                       .law = options_.impact_law};
  for (int r = 0; r < group.rows; ++r)
    impact.G[static_cast<std::size_t>(r)] = speed_of_contact(responses_[r]);
  const Vec3<double> before = speed_of_contact(impact_free_);
  const auto keep = [&](const ImpactEnd& end, ConeSolution& solution) {
    const double impulses[] = {end.impulse.x, end.impulse.y, end.impulse.z};
    solution.speeds.assign(impact_free_.begin(), impact_free_.end());
    solution.forces.assign(operator_.row_count(), 0.0);
    solution.modes.assign(island.groups.size(), RowMode::open);
    solution.modes[at] = end.sticks ? RowMode::holding : RowMode::sliding;
    for (int r = 0; r < group.rows; ++r) {
      solution.forces[first_row + r] = impulses[r];
      for (std::size_t k = 0; k < solution.speeds.size(); ++k)
        solution.speeds[k] += impulses[r] * responses_[r][static_cast<int>(k)];
    }
  };
  keep(integrate(impact, before), impact_solution_);
  const double energy = calc_kinetic_energy(operator_, impact_free_);
  if (calc_kinetic_energy(operator_, impact_solution_.speeds) <= energy * (1 + 1e-9)) return;
  ++result.limited_impacts;
  impact.restitution = 0;
  keep(integrate(impact, before), other_);
  limit_rebound(operator_, energy, other_, impact_solution_);
}
/// Adds the impulses of the impact to those of the step.
void StepSolver::add_impact() {
  const ConeSolution& impact = impact_solution_;
  for (std::size_t i = 0; i < impact.forces.size(); ++i) solution_.forces[i] += impact.forces[i];
  for (std::size_t i = 0; i < impact.modes.size(); ++i)
    if (solution_.modes[i] == RowMode::open) solution_.modes[i] = impact.modes[i];
}

}  // namespace sarrus::internal
