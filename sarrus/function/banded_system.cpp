#include "sarrus/function/internal/banded_system.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace sarrus::internal {

BandedSystem::BandedSystem(int unknowns, int band)
    : n_(unknowns), band_(band), rows_(unknowns, 3 * band + 1), right_(unknowns) {
  rows_.setZero();
  right_.setZero();
}

/// Moves the fixed unknown to the right side of all other equations, so that elimination does not change it.
void BandedSystem::substitute(const Fixed& fixed) {
  rows_.row(fixed.equation).setZero();
  const int first = std::max(fixed.unknown - band_, 0), last = std::min(fixed.unknown + band_, n_ - 1);
  for (int i = first; i <= last; ++i) {
    right_[i] -= at(i, fixed.unknown) * fixed.value;
    at(i, fixed.unknown) = 0;
  }
  at(fixed.equation, fixed.unknown) = 1;
  right_[fixed.equation] = fixed.value;
}

/// Divides each equation by the sum of its coefficients' magnitudes, so that pivots are chosen among
/// comparable numbers.
void BandedSystem::scale_rows() {
  for (int i = 0; i < n_; ++i) {
    double size = 0;
    for (int j = 0; j < rows_.cols(); ++j) size += std::abs(rows_(i, j));
    rows_.row(i) /= size;
    right_[i] /= size;
  }
}

VectorX<double> BandedSystem::solve() && {
  for (const Fixed& fixed : fixed_) substitute(fixed);
  scale_rows();

  // Forward elimination of column k; rows more than `band` below the diagonal have no entry in it.
  for (int k = 0; k < n_; ++k) {
    const int bottom = std::min(k + band_, n_ - 1), end = std::min(k + 2 * band_, n_ - 1);
    int pivot = k;
    for (int i = k + 1; i <= bottom; ++i)
      if (std::abs(at(i, k)) > std::abs(at(pivot, k))) pivot = i;
    if (pivot != k) {
      for (int j = k; j <= end; ++j) std::swap(at(k, j), at(pivot, j));
      std::swap(right_[k], right_[pivot]);
    }
    for (int i = k + 1; i <= bottom; ++i) {
      const double factor = at(i, k) / at(k, k);
      for (int j = k + 1; j <= end; ++j) at(i, j) -= factor * at(k, j);
      right_[i] -= factor * right_[k];
    }
  }

  // Back substitution.
  VectorX<double> x(n_);
  for (int k = n_ - 1; k >= 0; --k) {
    double sum = right_[k];
    const int end = std::min(k + 2 * band_, n_ - 1);
    for (int j = k + 1; j <= end; ++j) sum -= at(k, j) * x[j];
    x[k] = sum / at(k, k);
  }
  return x;
}

}  // namespace sarrus::internal
