#include "sarrus/system/internal/factored_rows.h"

#include <algorithm>

#include "sarrus/system/constraint_responses.h"
#include "sarrus/system/internal/constraint_evaluation.h"
#include "sarrus/system/internal/layout.h"

namespace sarrus::internal {

int count_rows(const ConstraintShape& shape, MotionLevel level) {
  switch (level) {
    case MotionLevel::position:
      return shape.position_rows;
    case MotionLevel::velocity:
      return shape.position_rows + shape.velocity_rows;
    case MotionLevel::acceleration:
      return shape.rows();
    case MotionLevel::none:
      break;
  }
  return 0;
}

/// Plans the factorization for the constraints that are enabled now.
void FactoredRows::arrange(const State& state) {
  const ConstraintSet& set = state[state.layout().system.constraint_set];
  const ConstraintJacobian& G = *state[state.layout().system.constraint_rows].G;
  Array<GramGroup> groups;
  widths_.clear();
  for (std::size_t m = 0; m < set.members.size(); ++m) {
    const ConstraintEntry& entry = *state.layout().constraints[set.members[m].constraint];
    widths_.push_back(count_rows(entry.shape, level_));
    groups.push_back({widths_.back(), G.blocks()[m].speeds});
  }
  gram_.emplace(groups);
  X_.clear();
  lambda_.resize(gram_->size());
  version_ = set.version;
}

/// Reads the entries of G and W⁻² into the new arrays.
void FactoredRows::gather(const State& state) {
  const IndexSet& held = state[state.layout().system.prescription].speeds;
  new_inverse_squares_.resize(state.nu());
  for (int k = 0; k < state.nu(); ++k) {
    const double weight = weights_.empty() ? 1 : weights_[k];
    const bool is_held = held.size() > 0 && held.contains(k);
    new_inverse_squares_[k] = is_held ? 0 : 1 / (weight * weight);
  }
  const ConstraintJacobian& G = *state[state.layout().system.constraint_rows].G;
  new_X_.resize(gram_->storage_size());
  double* to = new_X_.data();
  for (std::size_t m = 0; m < widths_.size(); ++m) {
    const ConstraintJacobian::Block& block = G.blocks()[m];
    const double* from = G.entries(block);
    for (std::size_t k = 0; k < block.speeds.size(); ++k, to += widths_[m], from += block.stride)
      std::copy_n(from, widths_[m], to);
  }
}

void FactoredRows::update(const State& state) {
  const ConstraintSet& set = state[state.layout().system.constraint_set];
  if (set.rows == 0) return gram_.reset();
  if (!gram_ || version_ != set.version) arrange(state);
  gather(state);
  if (!X_.empty() && new_X_ == X_ && new_inverse_squares_ == inverse_squares_) return;
  std::swap(new_X_, X_);
  std::swap(new_inverse_squares_, inverse_squares_);
  const ConstraintJacobian& G = *state[state.layout().system.constraint_rows].G;
  alignments_.clear();
  for (std::size_t m = 0; m < widths_.size(); ++m)
    G.append_alignments(G.blocks()[m], widths_[m], alignments_);
  gram_->factor(X_, inverse_squares_, alignments_, calc_row_error(state));
}

Array<double> FactoredRows::calc_dependency(int row) {
  Array<double> z(size());
  gram_->calc_dependency(row, Out<double>(z));
  return z;
}

void FactoredRows::calc_step(In<double> e, Out<double> step) {
  for (std::size_t i = 0; i < lambda_.size(); ++i) lambda_[i] = -e[i];
  gram_->solve(Out<double>(lambda_));
  std::fill(step.begin(), step.end(), 0.0);
  const double *X = X_.data(), *lambda = lambda_.data();
  for (std::size_t m = 0; m < widths_.size(); ++m) {
    for (const int k : gram_->groups()[m].rows)
      for (int i = 0; i < widths_[m]; ++i) step[k] += *X++ * lambda[i];
    lambda += widths_[m];
  }
  for (std::size_t k = 0; k < step.size(); ++k) step[k] *= inverse_squares_[k];
}

void FactoredRows::calc_images(In<double> v, Array<double>& e) const {
  e.assign(size(), 0.0);
  const double* X = X_.data();
  double* to = e.data();
  for (std::size_t m = 0; m < widths_.size(); ++m) {
    for (const int k : gram_->groups()[m].rows)
      for (int i = 0; i < widths_[m]; ++i) to[i] += *X++ * v[k];
    to += widths_[m];
  }
}

}  // namespace sarrus::internal
