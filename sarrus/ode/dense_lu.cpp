#include "sarrus/ode/internal/dense_lu.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace sarrus::internal {

namespace {

/// A size that is cheap to compute and at most √2 times |z|.
double size_of(double x) { return std::abs(x); }
double size_of(std::complex<double> z) { return std::abs(z.real()) + std::abs(z.imag()); }

double product(double a, double b) { return a * b; }
/// Without the cases of infinite factors, which std::complex spends time on.
std::complex<double> product(std::complex<double> a, std::complex<double> b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

}  // namespace

template <class T>
DenseLu<T>::DenseLu(int n) : n_(n), lu_(n * n), scale_(n), order_(n), columns_(n), permuted_(n) {}

template <class T>
int DenseLu<T>::factor(T gamma, In<double> a) {
  for (std::size_t i = 0; i < lu_.size(); ++i) lu_[i] = -a[i];
  for (int i = 0; i < n_; ++i) {
    row(i)[i] += gamma;
    scale_[i] = 0;
    for (int j = 0; j < n_; ++j) scale_[i] = std::max(scale_[i], size_of(row(i)[j]));
  }
  std::iota(order_.begin(), order_.end(), 0);
  for (int k = 0; k < n_; ++k) {
    const int pivot = find_pivot(k);
    if (pivot < 0) return k;
    if (pivot != k) {
      std::swap_ranges(row(k), row(k) + n_, row(pivot));
      std::swap(scale_[k], scale_[pivot]);
      std::swap(order_[k], order_[pivot]);
    }
    eliminate(k);
  }
  return -1;
}

/// The row from k on with the best pivot in column k; −1 if there is none.
template <class T>
int DenseLu<T>::find_pivot(int k) const {
  int best = -1;
  double largest = 0;
  for (int i = k; i < n_; ++i) {
    const double size = size_of(row(i)[k]);
    if (!std::isfinite(size)) return -1;
    if (size > largest * scale_[i]) largest = size / scale_[i], best = i;
  }
  return best;
}

/// Subtracts multiples of row k from those below. Keeps the reciprocal of the pivot in its place.
template <class T>
void DenseLu<T>::eliminate(int k) {
  T* const pivot_row = row(k);
  const T reciprocal = 1.0 / pivot_row[k];
  pivot_row[k] = reciprocal;
  int count = 0;
  for (int j = k + 1; j < n_; ++j)
    if (pivot_row[j] != 0.0) columns_[count++] = j;
  const bool is_sparse = 3 * count < n_ - k;
  for (int i = k + 1; i < n_; ++i) {
    T* const target = row(i);
    if (target[k] == 0.0) continue;
    const T factor = target[k] = product(target[k], reciprocal);
    if (is_sparse)
      for (int c = 0; c < count; ++c) target[columns_[c]] -= product(factor, pivot_row[columns_[c]]);
    else
      for (int j = k + 1; j < n_; ++j) target[j] -= product(factor, pivot_row[j]);
  }
}

template <class T>
void DenseLu<T>::solve(Out<T> b) const {
  for (int i = 0; i < n_; ++i) {
    T sum = b[order_[i]];
    for (int j = 0; j < i; ++j) sum -= product(row(i)[j], permuted_[j]);
    permuted_[i] = sum;
  }
  for (int i = n_ - 1; i >= 0; --i) {
    T sum = permuted_[i];
    for (int j = i + 1; j < n_; ++j) sum -= product(row(i)[j], b[j]);
    b[i] = product(sum, row(i)[i]);
  }
}

template class DenseLu<double>;
template class DenseLu<std::complex<double>>;

}  // namespace sarrus::internal
