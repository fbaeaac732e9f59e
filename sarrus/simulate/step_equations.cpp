#include "sarrus/simulate/internal/step_equations.h"

#include <algorithm>

#include "sarrus/base/internal/index.h"
#include "sarrus/system/internal/constraint_set.h"

namespace sarrus::internal {

bool StepEquations::take(const State& state, const MotionDerivatives& motion) {
  if (!find_rows(state, motion)) return false;
  find_constant(state, motion);
  find_terms(motion);
  find_pattern(motion);
  return true;
}

/// The rows of constraints that do not follow from others.
bool StepEquations::find_rows(const State& state, const MotionDerivatives& motion) {
  rows_.clear();
  accelerations_ = size_ = motion.independent();
  if (!motion.is_constrained()) return true;
  const ConstrainedDynamics& dynamics = *state[state.layout().system.constraint_factors].dynamics;
  const int rows = state[state.layout().system.constraint_set].rows;
  for (int r = 0; r < rows; ++r)
    if (!dynamics.is_dependent(r)) rows_.push_back(r), ++size_;
  return dynamics.rank() == dynamics.clear_rank() && static_cast<int>(rows_.size()) == dynamics.rank();
}

void StepEquations::find_constant(const State& state, const MotionDerivatives& motion) {
  constants_.clear();
  const int n = accelerations_;
  const In<double> D = motion.D();
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      if (const double m = D[index(i) * index(n) + index(j)]; m != 0) constants_.push_back({i, j, m});
  if (rows_.empty()) return;
  const ConstraintJacobian& G = *state[state.layout().system.constraint_rows].G;
  int r = 0;
  for (const ConstraintJacobian::Block& block : G.blocks())
    for (; r < static_cast<int>(rows_.size()) && rows_[r] < block.first_row + block.rows; ++r)
      for (int s = 0; s < static_cast<int>(block.speeds.size()); ++s) {
        const double g = G.entries(block)[s * block.stride + rows_[r] - block.first_row];
        if (g == 0) continue;
        constants_.push_back({n + r, block.speeds[s], g});
        constants_.push_back({block.speeds[s], n + r, -g});
      }
}

/// The derivatives of forces, and of the acceleration errors of constraints with the opposite sign.
void StepEquations::find_terms(const MotionDerivatives& motion) {
  terms_.clear(), first_terms_.assign(1, 0);
  const std::size_t n = index(accelerations_), nu = index(motion.speeds());
  const In<double> a_q = motion.constraints().acceleration_by_dq(),
                   a_u = motion.constraints().acceleration_by_u();
  auto joint = motion.joints().begin();
  for (int k = 0; k < motion.speeds(); ++k) {
    while (joint != motion.joints().end() && k >= joint->u0 + joint->nu) ++joint;
    const bool is_of_joint = joint != motion.joints().end() && k >= joint->u0;
    const int first = is_of_joint ? joint->u0 : k, end = is_of_joint ? joint->u0 + joint->nu : k + 1;
    const auto add = [&](int row, auto by_q, auto by_u) {  // of speeds
      bool is_zero = true;
      for (int s = first; s < end && is_zero; ++s) is_zero = by_q(index(s)) == 0 && by_u(index(s)) == 0;
      if (!is_zero) terms_.push_back({row, by_q(index(k)), by_u(index(k))});
    };
    for (std::size_t i = 0; i < n; ++i)
      add(
          static_cast<int>(i), [&](std::size_t s) { return motion.B_q()[s * n + i]; },
          [&](std::size_t s) { return motion.B_u()[s * n + i]; });
    for (int r = 0; r < static_cast<int>(rows_.size()); ++r)
      add(
          accelerations_ + r, [&](std::size_t s) { return -a_q[index(rows_[r]) * nu + s]; },
          [&](std::size_t s) { return -a_u[index(rows_[r]) * nu + s]; });
    first_terms_.push_back(static_cast<int>(terms_.size()));
  }
}

/// Whether the same entries as the last time are not zero; keeps what they are.
bool StepEquations::have_same_entries(const MotionDerivatives& motion) {
  const Array<int> before = std::move(entries_);
  entries_.assign(first_terms_.begin(), first_terms_.end());
  entries_.push_back(size_);
  for (const Term& term : terms_) entries_.push_back(term.row);
  for (const Constant& entry : constants_) entries_.push_back(entry.i), entries_.push_back(entry.j);
  for (const SpeedEntry& entry : motion.G())
    entries_.push_back(entry.speed), entries_.push_back(entry.column);
  return entries_ == before;
}

/// The order, and the places of all entries. Entries that were not zero once keep their places, so that
/// patterns change seldom.
void StepEquations::find_pattern(const MotionDerivatives& motion) {
  const auto for_each_use = [&](auto visit) {
    for (const SpeedEntry& entry : motion.G())
      for (int t = first_terms_[entry.speed]; t < first_terms_[entry.speed + 1]; ++t) visit(t, entry);
  };
  if (have_same_entries(motion)) {
    for (std::size_t e = 0; e < constants_.size(); ++e) constant_[e].value = constants_[e].value;
    std::size_t use = 0;
    for_each_use([&](int, const SpeedEntry& entry) { uses_[use++].coefficient = entry.coefficient; });
  } else {
    find_places(for_each_use);
  }
  for (Term& term : terms_) term.row = places_[term.row];
}

template <class ForEachUse>
void StepEquations::find_places(const ForEachUse& for_each_use) {
  bool is_known = pattern_ && pattern_->size() == size_;
  if (!is_known) known_.clear(), pattern_.reset();
  const auto add = [&](int i, int j) {
    if (pattern_ && pattern_->place(places_[i], places_[j]) >= 0) return;
    known_.emplace_back(i, j);
    is_known = false;
  };
  for (const Constant& entry : constants_) add(entry.i, entry.j);
  for_each_use([&](int t, const SpeedEntry& entry) { add(terms_[t].row, entry.column); });
  if (!is_known) order_unknowns();
  const auto place = [&](int i, int j) { return pattern_->place(places_[i], places_[j]); };
  constant_.clear(), uses_.clear();
  for (const Constant& entry : constants_) constant_.push_back({place(entry.i, entry.j), entry.value});
  for_each_use([&](int t, const SpeedEntry& entry) {
    uses_.push_back({t, place(terms_[t].row, entry.column), entry.coefficient});
  });
}

void StepEquations::order_unknowns() {
  order_ = find_elimination_order(size_, known_, accelerations_);
  places_.resize(order_.size());
  for (int i = 0; i < size_; ++i) places_[order_[i]] = i;
  Array<std::pair<int, int>> ordered;
  for (const auto& [i, j] : known_) ordered.emplace_back(places_[i], places_[j]);
  pattern_.emplace(size_, ordered);
  ++version_;
}

}  // namespace sarrus::internal
