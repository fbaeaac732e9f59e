#include "sarrus/sparse/internal/weak_rows.h"

#include <cmath>

#include "sarrus/base/array.h"
#include "sarrus/sparse/internal/block_factors.h"
#include "sarrus/sparse/internal/gram_ordering.h"
#include "sarrus/sparse/internal/householder.h"

namespace sarrus::internal {

void GramEntries::calc_combination(In<double> z, VectorX<double>& v) const {
  v.setZero(static_cast<Eigen::Index>(d.size()));
  const double *entry = X.data(), *own = z.data();
  for (const GramGroup& group : groups) {
    for (const int row : group.rows)
      for (int r = 0; r < group.width; ++r) v[row] += *entry++ * own[r];
    own += group.width;
  }
}

void GramEntries::calc_products(const VectorX<double>& v, VectorX<double>& c) const {
  c.setZero();
  const double* entry = X.data();
  double* own = c.data();
  for (const GramGroup& group : groups) {
    for (const int row : group.rows)
      for (int r = 0; r < group.width; ++r) own[r] += *entry++ * d[row] * v[row];
    own += group.width;
  }
}

/// Twice is enough: the second orthogonalization removes what rounding left of the first.
void WeakRows::calc_freed(const GramEntries& entries, BlockFactors& factors, int row,
                          Eigen::Ref<VectorX<double>> z, VectorX<double>& v) {
  z.setZero();
  z[row] = 1;
  for (int i = 0; i < 2; ++i) {
    entries.calc_combination(In<double>(z), v);
    entries.calc_products(v, product_);
    factors.solve(Out<double>(product_));
    z -= product_;
  }
  entries.calc_combination(In<double>(z), v);
}

void WeakRows::find(const GramEntries& entries, BlockFactors& factors, double least) {
  clear();
  smallest_ = 1;
  const Array<int> rows = factors.rows_at_the_edge();
  if (rows.empty()) return;
  const auto count = static_cast<Eigen::Index>(rows.size());
  const Eigen::Index size = factors.pattern().size();
  product_.resize(size);
  MatrixX<double> Z(size, count), V(static_cast<Eigen::Index>(entries.d.size()), count);
  VectorX<double> v;
  for (Eigen::Index e = 0; e < count; ++e) {
    const int row = rows[e];
    calc_freed(entries, factors, row, Z.col(e), v);
    const double unit = 1 / std::sqrt(factors.row_size(row));
    Z.col(e) *= unit;
    for (int k = 0; k < static_cast<int>(v.size()); ++k) V(k, e) = unit * std::sqrt(entries.d[k]) * v[k];
  }
  const PivotedQr qr(V);
  Eigen::Index rank = 0;
  while (rank < std::min(V.rows(), count) && qr.pivot(rank) > least) ++rank;
  if (rank == 0) return;
  smallest_ = qr.pivot(rank - 1);
  R_ = qr.upper_triangle(rank);
  Z_.resize(size, rank);
  for (Eigen::Index e = 0; e < rank; ++e) {
    const int at = qr.order()[e];
    Z_.col(e) = Z.col(at);
    factors.take_as_independent(rows[at]);
  }
}

void WeakRows::solve(BlockFactors& factors, Out<double> x) {
  if (empty()) return factors.solve(x);
  Eigen::Map<VectorX<double>> solution(x.data(), static_cast<Eigen::Index>(x.size()));
  demand_.noalias() = Z_.transpose() * solution;
  factors.solve(x);
  R_.triangularView<Eigen::Upper>().transpose().solveInPlace(demand_);
  R_.triangularView<Eigen::Upper>().solveInPlace(demand_);
  solution.noalias() += Z_ * demand_;
}

}  // namespace sarrus::internal
