#include "sarrus/sparse/tree_factorization.h"

#include <algorithm>

#include "sarrus/scalar/eigen.h"
#include "sarrus/scalar/internal/chunk.h"
#include "sarrus/scalar/scalar_types.h"
#include "sarrus/sparse/symmetric_solve.h"

namespace sarrus {

using namespace internal;

namespace {

/// True if the processor executes 512-bit operations in two halves, which costs as much as two 256-bit
/// operations: AMD's Zen 4, which older compilers identify as a Zen 3 with AVX-512.
#if defined(__AVX512F__) && (defined(__znver3__) || defined(__znver4__))
constexpr bool has_half_registers = true;
#else
constexpr bool has_half_registers = false;
#endif

/// Rows are processed in whole registers; the places past the end of a row are never read as entries. Most
/// rows are short: where 512-bit instructions cost twice as much, half as many unused places save more than
/// half as many instructions.
template <class T>
constexpr int part_width = has_half_registers && sizeof(T) == 8 ? TreePattern::row_unit / 2
                                                                : TreePattern::row_unit;
template <class T>
using Part = Chunk<T, part_width<T>>;
template <class T>
constexpr int part_size = chunk_size<T, part_width<T>>;

/// y ← y − Σ a[r]·x[r] for the first n entries of rows.
template <int count, class T>
SARRUS_ALWAYS_INLINE void subtract_multiples(T* y, const T* const* x, const T* a, int n) {
  for (int b = 0; b < n; b += part_size<T>) {
    Part<T> sum = load_chunk<Part<T>>(y + b);
    for (int r = 0; r < count; ++r) sum -= a[r] * load_chunk<Part<T>>(x[r] + b);
    store_chunk(sum, y + b);
  }
}
template <class T>
void subtract_multiple(T* y, const T* x, const T& a, int n) {
  subtract_multiples<1>(y, &x, &a, n);
}
/// Multiplies the first n entries of a row by a.
template <class T>
SARRUS_ALWAYS_INLINE void scale(T* row, const T& a, int n) {
  for (int b = 0; b < n; b += part_size<T>) store_chunk(a * load_chunk<Part<T>>(row + b), row + b);
}

/// Calls f(0), f(1), … with constants, unrolled, so that numbers stay in registers.
template <int first, int end, class F>
SARRUS_ALWAYS_INLINE void unrolled(F f) {
  [&]<int... i>(std::integer_sequence<int, i...>) { (f(Constant<first + i>()), ...); }
  (std::make_integer_sequence<int, end - first>());
}

/// Eliminates `count` speeds, each the child of the one before and the last being k, from all rows of their
/// ancestors: first among themselves, in single numbers, so that no division waits for a whole row; then from
/// each other's rows, and from those of the ancestors together. In a fork, k and k − 1 are both children of k
/// − 2.
template <int count, bool is_fork, class T>
void eliminate(TreeMatrix<T>& A, int k) {
  const TreePattern& pattern = A.pattern();
  const int last = pattern.length(k) - 1;
  // The place of k − r in its own row and in those of its descendants.
  const auto place = [&](int r) { return is_fork && r > 0 ? last - r + 1 : last - r; };
  // Calls f(s) for the speeds s after r that are ancestors of r.
  const auto before = [](auto r, auto f) { unrolled<is_fork && r == 0 ? 2 : r + 1, count>(f); };
  T* rows[count];
  T D[count][count], factors[count][count], inverse[count];
  unrolled<0, count>([&](auto r) {
    rows[r] = A.row(k - r);
    D[r][r] = rows[r][place(r)];
    before(r, [&](auto s) { D[r][s] = rows[r][place(s)]; });
  });
  unrolled<0, count>([&](auto r) {
    inverse[r] = T(1) / D[r][r];
    before(r, [&](auto s) {
      factors[s][r] = D[r][s] * inverse[r];
      unrolled<s, count>([&](auto t) { D[s][t] -= factors[s][r] * D[r][t]; });
    });
  });
  const int rest = place(count - 1);  // entries of each row outside the eliminated speeds
  unrolled<is_fork ? 2 : 1, count>([&](auto s) { subtract_multiples<s>(rows[s], rows, factors[s], rest); });
  for (int p = rest - 1; p >= 0; --p) {
    T at_p[count];
    for (int r = 0; r < count; ++r) at_p[r] = rows[r][p] * inverse[r];
    subtract_multiples<count>(A.row(pattern.columns(k)[p]), rows, at_p, p + 1);
  }
  unrolled<0, count>([&](auto r) {
    scale(rows[r], inverse[r], rest);
    before(r, [&](auto s) { rows[r][place(s)] = inverse[r] * D[r][s]; });
    rows[r][place(r)] = D[r][r];
  });
}
/// True if each of the `count` speeds that end with k is the child of the one before it.
bool is_run(const TreePattern& pattern, int k, int count) {
  for (int r = 0; r + 1 < count; ++r)
    if (k - r < 1 || pattern.parent(k - r) != k - r - 1) return false;
  return true;
}

/// The sum of row i times the entries of x in its columns, without the diagonal; of plain numbers in four
/// parts that do not wait for each other.
template <class T>
T row_times(const TreeMatrix<T>& L, int i, const T* x) {
  const TreePattern& pattern = L.pattern();
  const int *columns = pattern.columns(i), count = pattern.length(i) - 1;
  const T* row = L.row(i);
  T sum = T(0);
  int k = 0;
  if constexpr (std::is_floating_point_v<T>) {
    T sums[4] = {0, 0, 0, 0};
    for (; k + 4 <= count; k += 4)
      for (int s = 0; s < 4; ++s) sums[s] += row[k + s] * x[columns[k + s]];
    sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  }
  for (; k < count; ++k) sum += row[k] * x[columns[k]];
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
  for (int k = A.size() - 1; k >= 0;) {
    if (is_run(pattern, k, 4)) {
      eliminate<4, false>(A, k);
      k -= 4;
    } else if (is_run(pattern, k, 3)) {
      eliminate<3, false>(A, k);
      k -= 3;
    } else if (is_run(pattern, k, 2)) {
      eliminate<2, false>(A, k);
      k -= 2;
    } else if (is_run(pattern, k - 1, 2) && pattern.parent(k) == k - 2) {
      eliminate<3, true>(A, k);
      k -= 3;
    } else {
      eliminate<1, false>(A, k);
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
