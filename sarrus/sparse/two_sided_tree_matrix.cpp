#include "sarrus/sparse/two_sided_tree_matrix.h"

#include "sarrus/scalar/eigen.h"
#include "sarrus/scalar/scalar_types.h"

namespace sarrus {

namespace {

/// y ← y + (triangle)·x for the entries below `diagonal` of each row; the triangle is the lower one, `upper`
/// the other, transposed.
template <class T>
void add_products(const TreeMatrix<T>& lower, const TreeMatrix<T>& upper, const T* x, T* y) {
  const TreePattern& pattern = lower.pattern();
  for (int i = 0; i < lower.size(); ++i) {
    const T *below = lower.row(i), *above = upper.row(i);
    const int *columns = pattern.columns(i), last = pattern.length(i) - 1;
    T sum = below[last] * x[i];
    for (int k = 0; k < last; ++k) {
      sum += below[k] * x[columns[k]];
      y[columns[k]] += above[k] * x[i];
    }
    y[i] += sum;
  }
}

}  // namespace

template <class T>
void TwoSidedTreeMatrix<T>::add_times(const T* x, T* y) const {
  add_products(lower, upper, x, y);
}

template <class T>
void TwoSidedTreeMatrix<T>::add_transpose_times(const T* x, T* y) const {
  add_products(upper, lower, x, y);
}

template <class T>
void TwoSidedTreeMatrix<T>::dense(MatrixX<T>& out) const {
  lower.lower(out);
  const TreePattern& pattern = upper.pattern();
  for (int i = 0; i < size(); ++i)
    for (int k = 0; k + 1 < pattern.length(i); ++k) out(pattern.columns(i)[k], i) = upper.row(i)[k];
}

#define SARRUS_INSTANTIATE(T) template struct TwoSidedTreeMatrix<T>;
SARRUS_FOR_EACH_SCALAR(SARRUS_INSTANTIATE)
#undef SARRUS_INSTANTIATE

}  // namespace sarrus
