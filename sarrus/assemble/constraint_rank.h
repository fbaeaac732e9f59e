#pragma once
/// @file
/// Which rows of a state's constraints follow from others. Columns are divided by the weights of the speeds,
/// and prescribed speeds have none.

#include "sarrus/base/array.h"
#include "sarrus/sparse/gram_matrix.h"
#include "sarrus/system/constraint_set.h"

namespace sarrus {

/// Rows of a constraint that say something about a level: those of positions about velocities too, and all
/// of them about accelerations.
int count_rows(const ConstraintShape& shape, MotionLevel level);

class ConstraintRank {
 public:
  /// Per speed: what a unit change is worth; infinite: it is held. Empty: all one. Rows that say something
  /// about the level count.
  explicit ConstraintRank(Array<double> weights = {}, MotionLevel level = MotionLevel::velocity)
      : weights_(std::move(weights)), level_(level) {}

  /// Factors G·W⁻²·Gᵀ at a state of a System with constraints; the same System each time.
  void update(const State& state);

  int rows() const { return gram_ ? gram_->size() : 0; }
  int rank() const { return gram_ ? gram_->rank() : 0; }
  /// The smallest pivot of an independent row in parts of its diagonal entry; the square of a sine, one if
  /// all rows are across each other.
  double smallest_pivot() const { return gram_ ? gram_->independence() * gram_->independence() : 1; }
  bool is_dependent(int row) const { return gram_->is_dependent(row); }
  /// Coefficients z with Σ zᵢ·rowᵢ = 0 and a one at a dependent row.
  Array<double> calc_dependency(int row);

 private:
  Array<double> weights_, X_, inverse_squares_;
  MotionLevel level_;
  std::optional<GramMatrix> gram_;
  long version_ = -1;
};

}  // namespace sarrus
