#pragma once
/// @file
/// Factorization of small dense matrices that may have many zeros.

#include <cmath>
#include <complex>

#include "sarrus/base/array.h"
#include "sarrus/base/array_view.h"

namespace sarrus::internal {

/// Products without the cases of infinite factors, which std::complex spends time on.
inline double product(double a, double b) { return a * b; }
inline std::complex<double> product(std::complex<double> a, double b) { return {a.real() * b, a.imag() * b}; }
inline std::complex<double> product(std::complex<double> a, std::complex<double> b) {
  return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

/// A size that is cheap to compute and at most √2 times |z|.
inline double size_of(double x) { return std::abs(x); }
inline double size_of(std::complex<double> z) { return std::abs(z.real()) + std::abs(z.imag()); }

/// sum += factor·column, over n elements.
template <class T, class Element>
void add_scaled(T factor, const Element* column, std::size_t n, T* sum);
extern template void add_scaled(double, const double*, std::size_t, double*);
extern template void add_scaled(std::complex<double>, const double*, std::size_t, std::complex<double>*);
extern template void add_scaled(std::complex<double>, const std::complex<double>*, std::size_t,
                                std::complex<double>*);

/// P·A = L·U of a real or complex matrix, by Gaussian elimination. The pivot is the entry that is largest
/// relative to its row. Zeros are skipped: in mechanics the rows q̇ = N(q)·u, which come first, have few other
/// entries, and eliminating them costs little.
template <class T>
class DenseLu {
 public:
  explicit DenseLu(int n);

  /// Factors γ·1 − A for a real A, row by row. Returns the column in which no pivot is left if the matrix is
  /// singular or has an entry that is not finite; otherwise −1.
  int factor(T gamma, In<double> a);
  /// The same for the matrix that was written to entries(), row by row.
  int factor();
  Out<T> entries() { return lu_; }
  /// Replaces b by the solution.
  void solve(Out<T> b) const;
  /// The sign of the determinant of a real matrix: 1 or −1.
  int determinant_sign() const;

 private:
  T* row(int i) { return lu_.data() + static_cast<std::ptrdiff_t>(i) * n_; }
  const T* row(int i) const { return lu_.data() + static_cast<std::ptrdiff_t>(i) * n_; }
  int find_pivot(int k) const;
  void eliminate(int k);

  int n_;
  Array<T> lu_;
  Array<double> scale_;  ///< The largest entry of each row.
  Array<int> order_;     ///< The row of A at each place.
  bool is_odd_ = false;  ///< True if an odd number of swaps has made this order.
  Array<int> columns_;   ///< Where the pivot row is not zero.
  mutable Array<T> permuted_;
};

extern template class DenseLu<double>;
extern template class DenseLu<std::complex<double>>;

}  // namespace sarrus::internal
