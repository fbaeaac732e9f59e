#include "sarrus/complementarity/dense_rows.h"

#include <cmath>

#include "sarrus/sparse/symmetric_solve.h"

namespace sarrus {
namespace {

auto view(In<double> x) {
  return Eigen::Map<const Eigen::VectorXd>(x.data(), static_cast<Eigen::Index>(x.size()));
}
auto view(Out<double> x) {
  return Eigen::Map<Eigen::VectorXd>(x.data(), static_cast<Eigen::Index>(x.size()));
}

/// The factors LᵀDL of a symmetric matrix.
MatrixX<double> factor_positive_definite(MatrixX<double> A, const char* what) {
  const int n = static_cast<int>(A.rows());
  factor_LTDL(n, n, A.data());
  for (int k = 0; k < n; ++k)
    require(std::isfinite(A(k, k)) && A(k, k) > 0, "{} is not positive definite", what);
  return A;
}

void solve_with(const MatrixX<double>& factors, Out<double> x) {
  const int n = static_cast<int>(factors.rows());
  solve_LTDL(n, n, factors.data(), x.data());
}

}  // namespace

DenseRows::DenseRows(const MatrixX<double>& M, const MatrixX<double>& J, std::span<const ForceSet> sets)
    : M_(M), J_(J), sets_(sets.begin(), sets.end()) {
  require(M.rows() == M.cols() && J.cols() == M.cols(),
          "M is {} × {} and J {} × {}: M must be square and J as wide", M.rows(), M.cols(), J.rows(),
          J.cols());
  require(M.isApprox(M.transpose(), 1e-12), "the matrix M of a cone problem is not symmetric");
  inertia_factor_ = factor_positive_definite(M, "the matrix M of a cone problem");
}

void DenseRows::multiply(In<double> v, Out<double> u) const { view(u).noalias() = J_ * view(v); }

void DenseRows::multiply_transposed(In<double> r, Out<double> f) const {
  view(f).noalias() = J_.transpose() * view(r);
}

void DenseRows::multiply_inertia(In<double> v, Out<double> p) const { view(p).noalias() = M_ * view(v); }

void DenseRows::solve_inertia(Out<double> x) const { solve_with(inertia_factor_, x); }

void DenseRows::factor(In<double> blocks) {
  MatrixX<double> H = M_;
  const double* block = blocks.data();
  int first = 0;
  for (const ForceSet& set : sets_) {
    const int n = set.rows;
    const auto rows = J_.middleRows(first, n);
    const Eigen::Map<const Eigen::Matrix<double, -1, -1, Eigen::RowMajor>> B(block, n, n);
    H += rows.transpose().lazyProduct(B.lazyProduct(rows).eval());
    block += n * n;
    first += n;
  }
  factor_ = factor_positive_definite(H, "M + Jᵀ·B·J");
}

void DenseRows::solve(Out<double> x) const { solve_with(factor_, x); }

}  // namespace sarrus
