#pragma once
/// @file
/// The rank of a state's constraint rows, and which of them depend linearly on others. Columns are divided by
/// the weights of the speeds; prescribed speeds have no column.

#include "sarrus/base/array.h"
#include "sarrus/sparse/internal/gram_matrix.h"
#include "sarrus/system/internal/constraint_set.h"

namespace sarrus {

/// The number of a constraint's rows that apply at a level: position rows apply at the velocity level too,
/// and all rows at the acceleration level.
int count_rows(const ConstraintShape& shape, MotionLevel level);

class ConstraintRank {
 public:
  /// `weights` are the costs of a unit change of each speed; infinite: it is held. Empty: all one. Only rows
  /// that apply at `level` count.
  explicit ConstraintRank(Array<double> weights = {}, MotionLevel level = MotionLevel::velocity)
      : weights_(std::move(weights)), level_(level) {}

  /// Factors G·W⁻²·Gᵀ at a state of a System with constraints; the same System each time.
  void update(const State& state);

  int rows() const { return gram_ ? gram_->size() : 0; }
  int rank() const { return gram_ ? gram_->rank() : 0; }
  /// The smallest pivot of an independent row relative to its diagonal entry: the squared sine of the angle
  /// between a row and the span of others; one if all rows are orthogonal.
  double smallest_pivot() const { return gram_ ? gram_->independence() * gram_->independence() : 1; }
  bool is_dependent(int row) const { return gram_->is_dependent(row); }
  /// The linear dependency of a dependent row: coefficients z with Σ zᵢ·rowᵢ = 0 and a one at this row.
  Array<double> calc_dependency(int row);

 private:
  Array<double> weights_, X_, inverse_squares_, alignments_;
  MotionLevel level_;
  std::optional<GramMatrix> gram_;
  long version_ = -1;
};

}  // namespace sarrus
