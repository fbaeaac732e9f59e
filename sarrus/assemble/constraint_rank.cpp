#include "sarrus/assemble/internal/constraint_rank.h"

#include <algorithm>

#include "sarrus/base/array.h"
#include "sarrus/system/constraint_responses.h"
#include "sarrus/system/internal/constraint_evaluation.h"
#include "sarrus/system/internal/layout.h"

namespace sarrus {

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

void ConstraintRank::update(const State& state) {
  const SystemQuantities& known = state.layout().system;
  const ConstraintSet& set = state[known.constraint_set];
  if ((level_ == MotionLevel::acceleration ? set.rows : set.velocity_rows) == 0) return gram_.reset();
  const ConstraintJacobian& G = constraint_jacobian(state);
  const auto width = [&](std::size_t m) {
    return count_rows(state.layout().constraints[set.members[m].constraint]->shape, level_);
  };
  if (!gram_ || version_ != set.version) {
    Array<GramGroup> groups;
    for (std::size_t m = 0; m < set.members.size(); ++m) groups.push_back({width(m), G.blocks()[m].speeds});
    gram_.emplace(groups);
    X_.resize(gram_->storage_size());
    version_ = set.version;
  }
  const IndexSet& held = state[known.prescription].speeds;
  inverse_squares_.resize(state.nu());
  for (int k = 0; k < state.nu(); ++k) {
    const double weight = weights_.empty() ? 1 : weights_[k];
    inverse_squares_[k] = held.size() > 0 && held.contains(k) ? 0 : 1 / (weight * weight);
  }
  double* to = X_.data();
  alignments_.clear();
  for (std::size_t m = 0; m < set.members.size(); ++m) {
    const ConstraintJacobian::Block& block = G.blocks()[m];
    G.append_alignments(block, width(m), alignments_);
    const double* from = G.entries(block);
    for (std::size_t k = 0; k < block.speeds.size(); ++k, to += width(m), from += block.stride)
      std::copy_n(from, width(m), to);
  }
  gram_->factor(X_, inverse_squares_, alignments_, calc_row_error(state));
}

Array<double> ConstraintRank::calc_dependency(int row) {
  Array<double> z(rows());
  gram_->calc_dependency(row, Out<double>(z));
  return z;
}

}  // namespace sarrus
