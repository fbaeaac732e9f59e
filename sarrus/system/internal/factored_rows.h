#pragma once
/// @file
/// The rows G of the enabled constraints at one level, with the factors of G·W⁻²·Gᵀ, where W are weights of
/// the speeds. Their rank is found by the criterion of row_rank.h: every question about independent rows is
/// answered here, so that projections and studies agree.

#include <optional>

#include "sarrus/base/array.h"
#include "sarrus/sparse/internal/gram_matrix.h"
#include "sarrus/system/internal/constraint_set.h"

namespace sarrus::internal {

/// The number of a constraint's rows that apply at a level: position rows apply at the velocity level too,
/// and all rows at the acceleration level.
int count_rows(const ConstraintShape& shape, MotionLevel level);

class FactoredRows {
 public:
  /// `weights` are the costs of a unit change of each speed; infinite: it is held. Empty: all one.
  explicit FactoredRows(MotionLevel level, Array<double> weights = {})
      : level_(level), weights_(std::move(weights)) {}

  /// Factors the rows at a state, always of the same System; only if a number has changed. Locked and
  /// prescribed speeds are held.
  void update(const State& state);

  int size() const { return gram_ ? gram_->size() : 0; }
  int rank() const { return gram_ ? gram_->rank() : 0; }
  bool is_dependent(int row) const { return gram_ && gram_->is_dependent(row); }
  /// The independence σ of the row that is closest to a linear combination of the others; one without rows.
  double independence() const { return size() > 0 ? gram_->independence() : 1; }
  /// The linear dependency of a dependent row: coefficients z with Σ zᵢ·rowᵢ = 0 and a one at this row.
  Array<double> calc_dependency(int row);

  /// The smallest change of the speeds, |W·Δ|, that removes the errors e of the rows:
  ///   Δ = −W⁻²·Gᵀ·(G·W⁻²·Gᵀ)⁺·e
  void calc_step(In<double> e, Out<double> step);
  /// G·v.
  void calc_images(In<double> v, Array<double>& e) const;

 private:
  void arrange(const State& state);
  void gather(const State& state);

  MotionLevel level_;
  Array<double> weights_;
  long version_ = -1;
  std::optional<GramMatrix> gram_;
  Array<int> widths_;                                    // rows of each constraint
  Array<double> X_, new_X_;                              // entries of G, by constraint and speed
  Array<double> inverse_squares_, new_inverse_squares_;  // W⁻², zero for held speeds
  Array<double> lambda_, alignments_;
};

}  // namespace sarrus::internal
