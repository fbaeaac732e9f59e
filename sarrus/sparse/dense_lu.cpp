#include "sarrus/sparse/internal/dense_lu.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace sarrus::internal {

namespace {

/// Σ aᵢ·bᵢ in four sums, which need not wait for each other.
template <class T>
T dot(const T* a, const T* b, int n) {
  T sums[4]{};
  int i = 0;
  for (; i + 4 <= n; i += 4)
    for (int k = 0; k < 4; ++k) sums[k] += product(a[i + k], b[i + k]);
  for (; i < n; ++i) sums[0] += product(a[i], b[i]);
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

}  // namespace

template <class T, class Element>
void add_scaled(T factor, const Element* column, std::size_t n, T* sum) {
  for (std::size_t i = 0; i < n; ++i) sum[i] += product(factor, column[i]);
}

template <class T>
DenseLu<T>::DenseLu(int n) : n_(n), lu_(n * n), scale_(n), order_(n), columns_(n), permuted_(n) {}

template <class T>
int DenseLu<T>::factor(T gamma, In<double> a) {
  for (std::size_t i = 0; i < lu_.size(); ++i) lu_[i] = -a[i];
  for (int i = 0; i < n_; ++i) row(i)[i] += gamma;
  return factor();
}

template <class T>
int DenseLu<T>::factor() {
  for (int i = 0; i < n_; ++i) {
    scale_[i] = 0;
    for (int j = 0; j < n_; ++j) scale_[i] = std::max(scale_[i], size_of(row(i)[j]));
  }
  std::iota(order_.begin(), order_.end(), 0);
  is_odd_ = false;
  for (int k = 0; k < n_; ++k) {
    const int pivot = find_pivot(k);
    if (pivot < 0) return k;
    if (pivot != k) {
      std::swap_ranges(row(k), row(k) + n_, row(pivot));
      std::swap(scale_[k], scale_[pivot]);
      std::swap(order_[k], order_[pivot]);
      is_odd_ = !is_odd_;
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
    permuted_[i] = b[order_[i]] - dot(row(i), permuted_.data(), i);
  }
  for (int i = n_ - 1; i >= 0; --i) {
    const T sum = permuted_[i] - dot(row(i) + i + 1, b.data() + i + 1, n_ - i - 1);
    b[i] = product(sum, row(i)[i]);
  }
}

template <class T>
int DenseLu<T>::determinant_sign() const {
  bool is_negative = is_odd_;
  for (int i = 0; i < n_; ++i) is_negative ^= std::real(row(i)[i]) < 0;
  return is_negative ? -1 : 1;
}

template void add_scaled(double, const double*, std::size_t, double*);
template void add_scaled(std::complex<double>, const double*, std::size_t, std::complex<double>*);
template void add_scaled(std::complex<double>, const std::complex<double>*, std::size_t,
                         std::complex<double>*);
template class DenseLu<double>;
template class DenseLu<std::complex<double>>;

}  // namespace sarrus::internal
