#include "sarrus/rigid/internal/compared_steps.h"

#include "sarrus/dynamics/normalize_quaternions.h"

namespace sarrus::internal {

StepResult ComparedSteps::advance(StateStep& step, const State& state, double h, double end) {
  before_ = step.solver().memory();
  whole_ = state;
  const StepResult whole = step.advance(whole_, h, end);
  after_whole_ = step.solver().memory();
  bool is_smooth = before_.acts_like(after_whole_);
  const bool is_stiff = step.solver().is_stiff();

  step.solver().set_memory(before_);
  halves_ = state;
  StepResult result = step.advance(halves_, h / 2, end - h / 2);
  halves_.update_discrete_variables();
  is_smooth = is_smooth && before_.acts_like(step.solver().memory());
  result.add(step.advance(halves_, h / 2, end));
  is_smooth = is_smooth && before_.acts_like(step.solver().memory());

  difference_.assign(halves_.y().begin(), halves_.y().end());
  for (std::size_t i = 0; i < difference_.size(); ++i) difference_[i] -= whole_.y()[i];
  error_ = calc_error(step.solver(), is_smooth);
  const bool extrapolates = is_smooth && !is_stiff;
  const double work = extrapolates ? 2 * result.rigid_work - whole.rigid_work : result.rigid_work;
  if (extrapolates) extrapolate();
  halves_.update_discrete_variables();
  result.add(whole);
  result.rigid_work = work;
  return result;
}

/// Rows are met with their directions at the beginning of a step, so that speeds at its end are off by as
/// much as the directions turn meanwhile. The next step removes this. While the same rows act, coordinates
/// alone count therefore for the bodies on which they act: errors of speeds that stay show there.
double ComparedSteps::calc_error(const StepSolver& rows, bool is_smooth) {
  y_ = difference_;
  if (is_smooth)
    for (int k = 0; k < halves_.nu(); ++k)
      if (rows.is_acted_on(k)) y_[halves_.nq() + k] = 0;
  return problem_.measure_error(halves_.time(), halves_.y(), y_, norm_).size;
}

void ComparedSteps::extrapolate() {
  y_.assign(halves_.y().begin(), halves_.y().end());
  for (std::size_t i = 0; i < y_.size(); ++i) y_[i] += difference_[i];
  normalize_quaternions(halves_.model(), Out<double>(y_.data(), halves_.nq()));
  halves_.set_y(y_);
  place(halves_);
}

}  // namespace sarrus::internal
