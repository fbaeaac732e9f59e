#pragma once
/// @file
/// Which rows of a state's constraints follow from others. Rows of positions and velocities count; columns
/// are divided by the weights of the speeds, and prescribed speeds have none.

#include "sarrus/dynamics/gram_matrix.h"
#include "sarrus/system/constraint_set.h"

namespace sarrus {

class ConstraintRank {
 public:
  /// Per speed: what a unit change is worth; infinite: it is held. Empty: all one.
  explicit ConstraintRank(std::vector<double> weights = {}) : weights_(std::move(weights)) {}

  /// Factors G·W⁻²·Gᵀ at a state of a System with constraints; the same System each time.
  void update(const State& state);

  int rows() const { return gram_ ? gram_->size() : 0; }
  int rank() const { return gram_ ? gram_->factors().rank() : 0; }
  /// The smallest pivot of an independent row in parts of its diagonal entry; the square of a sine, one if
  /// all rows are across each other.
  double smallest_pivot() const { return gram_ ? gram_->factors().smallest_pivot() : 1; }
  bool is_dependent(int row) const { return gram_->factors().is_dependent(row); }
  /// Coefficients z with Σ zᵢ·rowᵢ = 0 and a one at a dependent row.
  std::vector<double> calc_dependency(int row);

 private:
  std::vector<double> weights_, X_, inverse_squares_;
  std::optional<GramMatrix> gram_;
  long version_ = -1;
};

}  // namespace sarrus
