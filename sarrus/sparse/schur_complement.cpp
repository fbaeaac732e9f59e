#include "sarrus/sparse/internal/schur_complement.h"

#include <algorithm>

#include "sarrus/sparse/internal/pivoted_ldlt.h"

namespace sarrus::internal {

SchurComplement::SchurComplement(int size, int shared)
    : size_(size),
      shared_(shared),
      rows_(size * shared),
      entries_(shared * (shared + 1) / 2),
      first_diagonals_(shared) {}

void SchurComplement::clear() {
  joined_.clear();
  rows_.assign(size_ * shared_, 0.0);
  entries_.assign(shared_ * (shared_ + 1) / 2, 0.0);
}

void SchurComplement::join(int position) {
  joined_.push_back(position);
  rows_.resize(rows_.size() + size_, 0.0);
  entries_.resize(entries_.size() + count(), 0.0);
}

double SchurComplement::factor(const double* sizes, double tolerance, double* inverse_pivots, double* rests) {
  // Eliminate the shared unknowns in turn: L·D·Lᵀ with negative pivots.
  double* inverse = inverse_pivots + size_;
  for (int k = 0; k < shared_; ++k) {
    const double pivot = entry(k, k);
    inverse[k] = pivot < 0 ? 1 / pivot : 0;
    for (int i = k + 1; i < count(); ++i) {
      const double scaled = entry(i, k), L = scaled * inverse[k];
      for (int j = k + 1; j <= std::min(i, shared_ - 1); ++j) entry(i, j) -= entry(j, k) * L;
    }
  }
  // Rows of L from those of L·D, and the remainder of the rows that joined.
  const int joined = static_cast<int>(joined_.size());
  square_.resize(joined * joined);
  joined_sizes_.resize(joined_.size()), joined_inverses_.resize(joined_.size());
  order_.resize(joined_.size());
  for (int i = 0; i < joined; ++i)
    for (int j = 0; j <= i; ++j) {
      double left = entry(shared_ + i, shared_ + j);
      for (int k = 0; k < shared_; ++k) left -= entry(shared_ + i, k) * entry(shared_ + j, k) * inverse[k];
      square_[i * joined + j] = left;
    }
  for (int i = 0; i < count(); ++i)
    for (int k = 0; k < std::min(i, shared_); ++k) entry(i, k) *= inverse[k];
  for (std::size_t i = 0; i < joined_.size(); ++i) joined_sizes_[i] = sizes[joined_[i]];
  const PivotedLdlt found = factor_pivoted_ldlt<0>(joined, square_.data(), joined_sizes_.data(), tolerance,
                                                   order_.data(), joined_inverses_.data());
  for (int i = 0; i < joined; ++i) {
    const int at = joined_[order_[i]];
    const double rest = square_[i * (joined + 1)] / sizes[at];
    rests[at] = i < found.taken ? -1 : std::max(0.0, rest);
  }
  for (int i = found.taken; i < joined; ++i)
    std::fill_n(square_.begin() + i * joined + found.taken, joined - found.taken, 0.0);
  for (std::size_t i = 0; i < joined_.size(); ++i) inverse_pivots[joined_[i]] = joined_inverses_[i];
  return found.smallest_ratio;
}

void SchurComplement::solve_L(double* x) const {
  double* own = x + size_;
  for (int i = 1; i < shared_; ++i)
    for (int k = 0; k < i; ++k) own[i] -= entry(i, k) * own[k];
  const int joined = static_cast<int>(joined_.size());
  for (int i = 0; i < joined; ++i) {
    double& rest = x[joined_[i]];
    for (int k = 0; k < shared_; ++k) rest -= entry(shared_ + i, k) * own[k];
  }
  const auto at = [&](int i) -> double& { return x[joined_[order_[i]]]; };
  for (int i = 0; i < joined; ++i)
    for (int j = 0; j < i; ++j) at(i) -= square_[i * joined + j] * at(j);
}

void SchurComplement::solve_LT(double* x) const {
  double* own = x + size_;
  const int joined = static_cast<int>(joined_.size());
  const auto at = [&](int i) -> double& { return x[joined_[order_[i]]]; };
  for (int i = joined - 1; i > 0; --i)
    for (int j = 0; j < i; ++j) at(j) -= square_[i * joined + j] * at(i);
  for (int i = 0; i < joined; ++i)
    for (int k = 0; k < shared_; ++k) own[k] -= entry(shared_ + i, k) * x[joined_[i]];
  for (int i = shared_ - 1; i > 0; --i)
    for (int k = 0; k < i; ++k) own[k] -= entry(i, k) * own[i];
}

}  // namespace sarrus::internal
