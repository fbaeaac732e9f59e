#include "sarrus/sensitivity/internal/row_turning.h"

#include "sarrus/system/internal/constraint_members.h"
#include "sarrus/system/internal/factored_rows.h"
#include "sarrus/system/internal/layout.h"

namespace sarrus::internal {

RowTurning::RowTurning(const State& state)
    : motion_(state.tree()), changes_(state.nu(), state.model().body_count()), at_rest_(state) {}

void RowTurning::calc(const State& state, MotionLevel level, In<double> multipliers, In<double> speeds) {
  const int nu = state.nu();
  const Array<double> none(nu, 0.0);
  at_rest_ = state;
  at_rest_.set_u(none);
  const ConstraintSet& set = at_rest_[at_rest_.layout().system.constraint_set];
  Array<double> lambda(set.rows, 0.0);
  const double* from = multipliers.data();
  const auto count = [&](const ConstraintSet::Member& member) {
    return count_rows(entry_of(at_rest_, member).shape, level);
  };
  for (const ConstraintSet::Member& member : set.members)
    for (int r = 0; r < count(member); ++r) lambda[member.first_row + r] = *from++;

  calc_motion_variation<double>(at_rest_.tree(),
                                {.q = at_rest_.q(), .u = none, .udot = speeds, .gravity = false}, motion_);
  varied_.start(at_rest_);
  changes_.clear();
  constraints_.calc(at_rest_, motion_, speeds, lambda, {}, varied_, changes_,
                    ConstraintDerivatives::Cause::impulses);

  forces_.setZero(nu, nu);
  for (int i = 0; i < nu; ++i) {
    forces_(i, i) = changes_.diagonal_by_dq()[i];
    for (int k = 0; k < nu && !changes_.by_dq().empty(); ++k)
      if (k != i) forces_(i, k) = changes_.by_dq()[i * nu + k];
  }
  velocities_.resize(static_cast<Eigen::Index>(multipliers.size()), nu);
  Eigen::Index row = 0;
  for (const ConstraintSet::Member& member : set.members)
    for (int r = 0; r < count(member); ++r, ++row)
      for (int k = 0; k < nu; ++k)
        velocities_(row, k) = constraints_.acceleration_by_dq()[(member.first_row + r) * nu + k];
}

}  // namespace sarrus::internal
