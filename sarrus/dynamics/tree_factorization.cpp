#include "sarrus/dynamics/tree_factorization.h"

#include "sarrus/scalar/scalars.h"

namespace sarrus {

namespace {

/// How many entries a loop over the first n of a row visits: whole registers for plain numbers. The places
/// past the end of a row are never read as entries.
template <class T>
int visited(int n) {
  if constexpr (std::is_floating_point_v<T>)
    return (n + TreePattern::row_unit - 1) / TreePattern::row_unit * TreePattern::row_unit;
  else
    return n;
}

/// y ← y − a·x for the first n entries of two rows.
template <class T>
void subtract_multiple(T* y, const T* x, const T a, int n) {
  n = visited<T>(n);
  if constexpr (std::is_floating_point_v<T>) {
    for (int b = 0; b < n; b += TreePattern::row_unit)
      for (int j = b; j < b + TreePattern::row_unit; ++j) y[j] -= a * x[j];
  } else {
    for (int j = 0; j < n; ++j) y[j] -= a * x[j];
  }
}

/// The sum of row i times the entries of x in its columns, without the diagonal.
template <class T>
T row_times(const TreeMatrix<T>& L, int i, const T* x) {
  const TreePattern& pattern = L.pattern();
  const int* columns = pattern.columns(i);
  const T* row = L.row(i);
  T sum = T(0);
  for (int k = 0; k + 1 < pattern.length(i); ++k) sum += row[k] * x[columns[k]];
  return sum;
}

/// x ← x + s·(row i without the diagonal)ᵀ.
template <class T>
void add_row(const TreeMatrix<T>& L, int i, const T s, T* x) {
  const TreePattern& pattern = L.pattern();
  const int* columns = pattern.columns(i);
  const T* row = L.row(i);
  for (int k = 0; k + 1 < pattern.length(i); ++k) x[columns[k]] += s * row[k];
}

template <class T>
void require_length(const TreeMatrix<T>& A, const Out<T>& x) {
  require_size(x, A.size(), "x", "the matrix has size");
}

}  // namespace

template <class T>
void factor_LTL(TreeMatrix<T>& A) {
  const TreePattern& pattern = A.pattern();
  for (int k = A.size() - 1; k >= 0; --k) {
    T* row = A.row(k);
    const int last = pattern.length(k) - 1;
    using std::sqrt;
    row[last] = sqrt(row[last]);
    const T inverse = T(1) / row[last];
    for (int p = 0; p < last; ++p) row[p] *= inverse;
    for (int p = last - 1; p >= 0; --p) subtract_multiple(A.row(pattern.columns(k)[p]), row, row[p], p + 1);
  }
}

template <class T>
void factor_LTDL(TreeMatrix<T>& A) {
  const TreePattern& pattern = A.pattern();
  for (int k = A.size() - 1; k >= 0; --k) {
    T* row = A.row(k);
    const int last = pattern.length(k) - 1;
    const T inverse = T(1) / row[last];
    for (int p = last - 1; p >= 0; --p) {
      const T factor = row[p] * inverse;
      subtract_multiple(A.row(pattern.columns(k)[p]), row, factor, p + 1);
    }
    for (int p = 0; p < last; ++p) row[p] *= inverse;
  }
}

template <class T>
void calc_symmetric_times(const TreeMatrix<T>& A, In<T> x, Out<T> y) {
  require_size(x, A.size(), "x", "the matrix has size");
  require_size(y, A.size(), "y", "the matrix has size");
  for (int i = 0; i < A.size(); ++i) {
    y[i] = A.diagonal(i) * x[i] + row_times(A, i, x.data());
    add_row(A, i, x[i], y.data());
  }
}

template <class T>
void multiply_L(const TreeMatrix<T>& L, Out<T> x, FactorDiagonal diagonal) {
  require_length(L, x);
  for (int i = L.size() - 1; i >= 0; --i) {
    if (diagonal == FactorDiagonal::stored) x[i] *= L.diagonal(i);
    x[i] += row_times(L, i, x.data());
  }
}

template <class T>
void multiply_LT(const TreeMatrix<T>& L, Out<T> x, FactorDiagonal diagonal) {
  require_length(L, x);
  for (int i = 0; i < L.size(); ++i) {
    add_row(L, i, x[i], x.data());
    if (diagonal == FactorDiagonal::stored) x[i] *= L.diagonal(i);
  }
}

template <class T>
void solve_L(const TreeMatrix<T>& L, Out<T> x, FactorDiagonal diagonal) {
  require_length(L, x);
  for (int i = 0; i < L.size(); ++i) {
    x[i] -= row_times(L, i, x.data());
    if (diagonal == FactorDiagonal::stored) x[i] /= L.diagonal(i);
  }
}

template <class T>
void solve_LT(const TreeMatrix<T>& L, Out<T> x, FactorDiagonal diagonal) {
  require_length(L, x);
  for (int i = L.size() - 1; i >= 0; --i) {
    if (diagonal == FactorDiagonal::stored) x[i] /= L.diagonal(i);
    add_row(L, i, -x[i], x.data());
  }
}

template <class T>
void solve_LTL(const TreeMatrix<T>& factors, Out<T> x) {
  solve_LT(factors, x, FactorDiagonal::stored);
  solve_L(factors, x, FactorDiagonal::stored);
}

template <class T>
void solve_LTDL(const TreeMatrix<T>& factors, Out<T> x) {
  solve_LT(factors, x, FactorDiagonal::ones);
  for (int i = 0; i < factors.size(); ++i) x[i] /= factors.diagonal(i);
  solve_L(factors, x, FactorDiagonal::ones);
}

template <class T>
void calc_inverse_from_LTDL(const TreeMatrix<T>& factors, MatrixX<T>& inverse) {
  const TreePattern& pattern = factors.pattern();
  const int n = factors.size();
  inverse.resize(n, n);
  for (int i = 0; i < n; ++i) {
    const int* columns = pattern.columns(i);
    const T* row = factors.row(i);
    T* line = inverse.data() + static_cast<std::ptrdiff_t>(i) * n;
    for (int j = 0; j < i; ++j) line[j] = T(0);
    T diagonal = T(1) / factors.diagonal(i);
    for (int k = 0; k + 1 < pattern.length(i); ++k) {
      const T* ancestor = inverse.data() + static_cast<std::ptrdiff_t>(columns[k]) * n;
      const T factor = row[k];
      for (int j = 0; j < i; ++j) line[j] -= factor * ancestor[j];
    }
    for (int k = 0; k + 1 < pattern.length(i); ++k) diagonal -= row[k] * line[columns[k]];
    line[i] = diagonal;
    for (int j = 0; j < i; ++j) inverse(i, j) = line[j];
  }
}

#define SARRUS_INSTANTIATE(T)                                                 \
  template void factor_LTL<T>(TreeMatrix<T>&);                                \
  template void factor_LTDL<T>(TreeMatrix<T>&);                               \
  template void calc_symmetric_times<T>(const TreeMatrix<T>&, In<T>, Out<T>); \
  template void multiply_L<T>(const TreeMatrix<T>&, Out<T>, FactorDiagonal);  \
  template void multiply_LT<T>(const TreeMatrix<T>&, Out<T>, FactorDiagonal); \
  template void solve_L<T>(const TreeMatrix<T>&, Out<T>, FactorDiagonal);     \
  template void solve_LT<T>(const TreeMatrix<T>&, Out<T>, FactorDiagonal);    \
  template void solve_LTL<T>(const TreeMatrix<T>&, Out<T>);                   \
  template void solve_LTDL<T>(const TreeMatrix<T>&, Out<T>);                  \
  template void calc_inverse_from_LTDL<T>(const TreeMatrix<T>&, MatrixX<T>&);
SARRUS_FOR_EACH_SCALAR(SARRUS_INSTANTIATE)
#undef SARRUS_INSTANTIATE

}  // namespace sarrus
