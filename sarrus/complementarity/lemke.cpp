#include "sarrus/complementarity/lemke.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "sarrus/base/array.h"
#include "sarrus/base/error.h"

namespace sarrus {
namespace {

/// The equations w − A·z − e·z₀ = q as a tableau: columns w (n), z (n), z₀, q. basis[i] is the variable of
/// row i.
struct Tableau {
  Eigen::MatrixXd T;
  Array<int> basis;
  int n;

  Tableau(const Eigen::MatrixXd& A, const Eigen::VectorXd& q) : n(static_cast<int>(q.size())) {
    T.resize(n, 2 * n + 2);
    T << Eigen::MatrixXd::Identity(n, n), -A, -Eigen::VectorXd::Ones(n), q;
    for (int i = 0; i < n; ++i) basis.push_back(i);
  }
  int artificial() const { return 2 * n; }
  int complement(int variable) const { return variable < n ? variable + n : variable - n; }

  void pivot(int row, int column) {
    T.row(row) /= T(row, column);
    for (int i = 0; i < n; ++i)
      if (i != row && T(i, column) != 0) T.row(i) -= T(i, column) * T.row(row);
    basis[row] = column;
  }

  /// Whether row i, divided by `a`, is lexicographically less than row k divided by `b`: first by q, then by
  /// the columns of w, which begin as the identity. Differences of the size of rounding errors are ties.
  bool is_less(int i, double a, int k, double b) const {
    const auto compare = [&](int column) {
      const double x = T(i, column) / a, y = T(k, column) / b, rounding = 1e-11;
      return std::abs(x - y) <= rounding * std::max({std::abs(x), std::abs(y), 1 / a, 1 / b}) ? 0.0 : x - y;
    };
    double difference = compare(2 * n + 1);
    for (int j = 0; j < n && difference == 0; ++j) difference = compare(j);
    return difference < 0;
  }

  /// The row whose variable becomes zero first as the entering one grows; −1: none does.
  int leaving_row(int entering) const {
    const double least = 1e-10 * T.col(entering).lpNorm<Eigen::Infinity>();
    int best = -1;
    for (int i = 0; i < n; ++i)
      if (const double a = T(i, entering); a > least)
        if (best < 0 || is_less(i, a, best, T(best, entering))) best = i;
    return best;
  }
};

}  // namespace

LcpSolution solve_lcp(const MatrixX<double>& A, const VectorX<double>& q) {
  require(A.rows() == A.cols() && A.rows() == q.size(),
          "an LCP needs a square A and a q of its size, not {} × {} and {}", A.rows(), A.cols(), q.size());
  require(A.allFinite() && q.allFinite(), "an LCP has a number that is not finite");
  const int n = static_cast<int>(q.size());
  LcpSolution solution;
  Tableau tableau(A, q);

  // z₀ enters where q is least, so that all others become ≥ 0; then always the complement of what left.
  int row = 0;
  for (int i = 1; i < n; ++i)
    if (tableau.is_less(i, 1, row, 1)) row = i;
  bool done = n == 0 || q.minCoeff() >= 0;
  int entering = tableau.artificial();
  while (!done) {
    const int leaving = tableau.basis[row];
    tableau.pivot(row, entering);
    ++solution.pivots;
    if (leaving == tableau.artificial()) break;
    entering = tableau.complement(leaving);
    row = tableau.leaving_row(entering);
    if (row < 0) {
      solution.ray = VectorX<double>::Zero(n);
      if (entering >= n) solution.ray[entering - n] = 1;
      for (int i = 0; i < n; ++i)
        if (const int b = tableau.basis[i]; b >= n && b < 2 * n)
          solution.ray[b - n] = -tableau.T(i, entering);
      return solution;
    }
    for (int i = 0; i < n; ++i)  // z₀ leaves as soon as it can
      if (tableau.basis[i] == tableau.artificial() && tableau.T(i, entering) > 0 &&
          !tableau.is_less(row, tableau.T(row, entering), i, tableau.T(i, entering)))
        row = i;
  }

  solution.found = true;
  solution.z = VectorX<double>::Zero(n);
  for (int i = 0; i < n; ++i)
    if (const int b = tableau.basis[i]; b >= n && b < 2 * n)
      solution.z[b - n] = std::max(0.0, tableau.T(i, 2 * n + 1));
  solution.w = A * solution.z + q;
  return solution;
}

}  // namespace sarrus
