#include "sarrus/rigid/internal/poisson_impact.h"

#include <algorithm>

#include "sarrus/rigid/internal/limit_rebound.h"

namespace sarrus::internal {

void PoissonImpact::solve(RowOperator& rows, const ConeProblem& problem, In<double> restitution,
                          double capture_speed, ConeSolver& solver, const ConeOptions& options) {
  sets_.assign(problem.sets.begin(), problem.sets.end());
  for (ForceSet& set : sets_) set.limit = 0;
  compression_.forces.clear(), compression_.modes.clear();
  solver.solve(rows, {.sets = sets_, .free_speeds = problem.free_speeds, .bias = problem.bias}, compression_,
               options);
  solution_ = compression_;
  is_limited_ = false;
  if (compression_.status == ConeStatus::contradictory) {  // the step will find and name it
    solution_.speeds.assign(problem.free_speeds.begin(), problem.free_speeds.end());
    solution_.forces.assign(rows.row_count(), 0.0);
    return;
  }

  calc_given(rows, restitution, capture_speed);
  begin_expansion(rows, problem.bias);
  add_friction(problem.sets);
  expansion_.forces.clear(), expansion_.modes.clear();
  solver.solve(with_friction_, {.sets = sets_, .free_speeds = free_, .bias = bias_}, expansion_, options);
  if (expansion_.status == ConeStatus::contradictory) return;  // it stays as plastic as compression left it
  add_expansion(rows.row_count(), static_cast<int>(problem.sets.size()), rows.speed_count());

  const double energy = calc_kinetic_energy(rows, problem.free_speeds, momentum_);
  is_limited_ = calc_kinetic_energy(rows, solution_.speeds, momentum_) > energy * (1 + 1e-9);
  if (is_limited_) limit_rebound(rows, energy, compression_, solution_);
}

/// p = e·r_c.
void PoissonImpact::calc_given(RowOperator& rows, In<double> restitution, double capture_speed) {
  diagonal_.resize(rows.row_count());
  rows.calc_diagonal(Out<double>(diagonal_));
  given_.assign(rows.row_count(), 0.0);
  for (int i = 0; i < rows.row_count(); ++i)
    if (compression_.forces[i] * diagonal_[i] > capture_speed)
      given_[i] = restitution[i] * compression_.forces[i];
}

/// Free speeds v_c + M⁻¹·Jᵀ·p, and the biases of compression.
void PoissonImpact::begin_expansion(RowOperator& rows, In<double> bias) {
  bias_.assign(bias.begin(), bias.end());
  free_.resize(rows.speed_count());
  rows.multiply_transposed(given_, Out<double>(free_));
  rows.solve_inertia(Out<double>(free_));
  for (std::size_t k = 0; k < free_.size(); ++k) free_[k] += compression_.speeds[k];
  with_friction_.begin(rows, sets_);
}

/// Sets for the friction f under the given impulses.
void PoissonImpact::add_friction(std::span<const ForceSet> sets) {
  first_rows_.clear();
  int row = 0, number = 0;
  for (const ForceSet& set : sets) {
    if (given_[row] > 0 && set.rows > 1) {
      const double inertia = 1 / diagonal_[row];
      with_friction_.add(number, inertia);
      sets_.push_back(set);
      first_rows_.push_back(row);
      free_.push_back(-given_[row] / inertia);
      for (int i = 0; i < set.rows; ++i) bias_.push_back(0);
    }
    row += set.rows;
    ++number;
  }
}

/// Adds p, f and s to the impulses of compression.
void PoissonImpact::add_expansion(int base_rows, int base_sets, int base_speeds) {
  std::copy_n(expansion_.speeds.begin(), base_speeds, solution_.speeds.begin());
  for (int i = 0; i < base_rows; ++i) solution_.forces[i] += given_[i] + expansion_.forces[i];
  int from = base_rows, set = base_sets;
  for (const int first : first_rows_) {
    const int count = sets_[set++].rows;
    for (int i = 1; i < count; ++i) solution_.forces[first + i] += expansion_.forces[from + i];
    from += count;
  }
  ConeCertificate& worst = solution_.certificate;
  const ConeCertificate& found = expansion_.certificate;
  const int newton_steps = worst.newton_steps + found.newton_steps;
  if (found.complementarity + found.momentum > worst.complementarity + worst.momentum) worst = found;
  worst.newton_steps = newton_steps;
  if (expansion_.status == ConeStatus::relaxed) solution_.status = ConeStatus::relaxed;
}

}  // namespace sarrus::internal
