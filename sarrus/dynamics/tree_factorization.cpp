#include "sarrus/dynamics/tree_factorization.h"

#include <algorithm>

#include "sarrus/base/inline.h"
#include "sarrus/scalar/scalars.h"

namespace sarrus {

namespace {

/// y ← y − Σ a[r]·x[r] for the first n entries of rows; for plain numbers in whole registers: the places past
/// the end of a row are never read as entries.
template <int count, class T>
SARRUS_ALWAYS_INLINE void subtract_multiples(T* y, const T* const* x, const T* a, int n) {
  if constexpr (std::is_floating_point_v<T>) {
    using P = Pack<T, TreePattern::row_unit>;
    P factors[count];
    for (int r = 0; r < count; ++r) factors[r] = P(a[r]);
    for (int b = 0; b < n; b += TreePattern::row_unit) {
      P sum = P::load(y + b);
      for (int r = 0; r < count; ++r) sum -= factors[r] * P::load(x[r] + b);
      sum.store(y + b);
    }
  } else {
    for (int j = 0; j < n; ++j)
      for (int r = 0; r < count; ++r) y[j] -= a[r] * x[r][j];
  }
}
template <class T>
void subtract_multiple(T* y, const T* x, const T& a, int n) {
  subtract_multiples<1>(y, &x, &a, n);
}

/// Eliminates `count` speeds of which each hangs on the one before, the last being k, from all rows of their
/// ancestors: among themselves one after the other, from the rest together.
template <int count, class T>
void eliminate(TreeMatrix<T>& A, int k) {
  const TreePattern& pattern = A.pattern();
  const T* rows[count];
  T inverse[count], factors[count];
  for (int r = 0; r < count; ++r) {
    T* row = A.row(k - r);
    const int last = pattern.length(k - r) - 1;
    rows[r] = row;
    inverse[r] = T(1) / row[last];
    for (int s = r + 1; s < count; ++s) {
      const int length = pattern.length(k - s);
      subtract_multiple(A.row(k - s), row, row[length - 1] * inverse[r], length);
    }
  }
  const int top = k - count + 1;
  for (int p = pattern.length(top) - 2; p >= 0; --p) {
    for (int r = 0; r < count; ++r) factors[r] = rows[r][p] * inverse[r];
    subtract_multiples<count>(A.row(pattern.columns(top)[p]), rows, factors, p + 1);
  }
  for (int r = 0; r < count; ++r) {
    T* row = A.row(k - r);
    for (int p = 0; p + 1 < pattern.length(k - r); ++p) row[p] *= inverse[r];
  }
}
/// Whether each of the `count` speeds that end with k hangs on the one before it.
bool is_run(const TreePattern& pattern, int k, int count) {
  for (int r = 0; r + 1 < count; ++r)
    if (k - r < 1 || pattern.parent(k - r) != k - r - 1) return false;
  return true;
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
  for (int k = A.size() - 1; k >= 0;) {
    if (is_run(A.pattern(), k, 4)) {
      eliminate<4>(A, k);
      k -= 4;
    } else {
      eliminate<1>(A, k);
      k -= 1;
    }
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
void calc_inverse_from_LTDL(const TreeMatrix<T>& factors, MatrixX<T>& workspace, MatrixX<T>& inverse) {
  const TreePattern& pattern = factors.pattern();
  const int n = factors.size(), unit = TreePattern::row_unit;
  workspace.resize((n + unit - 1) / unit * unit, n);  // lines of whole registers
  const auto line = [&](int i) { return workspace.data() + i * workspace.rows(); };
  for (int i = 0; i < n; ++i) {
    const int *columns = pattern.columns(i), ancestors = pattern.length(i) - 1;
    const T* row = factors.row(i);
    T* out = line(i);
    std::fill_n(out, workspace.rows(), T(0));
    int k = 0;
    for (; k + 4 <= ancestors; k += 4) {
      const T* lines[] = {line(columns[k]), line(columns[k + 1]), line(columns[k + 2]), line(columns[k + 3])};
      subtract_multiples<4>(out, lines, row + k, i);
    }
    for (; k < ancestors; ++k) subtract_multiple<T>(out, line(columns[k]), row[k], i);
    T diagonal = T(1) / factors.diagonal(i);
    for (k = 0; k < ancestors; ++k) diagonal -= row[k] * out[columns[k]];
    out[i] = diagonal;
    for (int j = 0; j < i; ++j) line(j)[i] = out[j];
  }
  inverse = workspace.topRows(n);
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
  template void calc_inverse_from_LTDL<T>(const TreeMatrix<T>&, MatrixX<T>&, MatrixX<T>&);
SARRUS_FOR_EACH_SCALAR(SARRUS_INSTANTIATE)
#undef SARRUS_INSTANTIATE

}  // namespace sarrus
