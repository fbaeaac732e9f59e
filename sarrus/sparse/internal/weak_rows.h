#pragma once
/// @file
/// Rows of A = Xᵀ·d·X that are only weakly independent of the others. Let S be the rows with a pivot in the
/// factors of A, and E the doubtful rows, which have none. Each of E is orthogonalized against S,
///   Z_S = −A_SS⁻¹·A_SE,  Z_E = 1,   V = √d·X·Z,
/// and V, whose columns are orthogonal to all of S, is factored as V = Q·R with column pivoting
/// (rank-revealing QR): the diagonal of R is σ of each row (row_rank.h), not its square. With the columns
/// that are independent,
///   A·x = b:   x = x_S + Z·μ,   RᵀR·μ = Zᵀ·b

#include "sarrus/base/array.h"
#include "sarrus/base/array_view.h"
#include "sarrus/scalar/eigen.h"

namespace sarrus::internal {

class BlockFactors;
struct GramGroup;

/// X and d of a GramMatrix: the entries of each group of columns row by row, one group after another.
struct GramEntries {
  const Array<GramGroup>& groups;
  In<double> X, d;

  /// v = X·z
  void calc_combination(In<double> z, VectorX<double>& v) const;
  /// c = Xᵀ·d·v
  void calc_products(const VectorX<double>& v, VectorX<double>& c) const;
};

class WeakRows {
 public:
  /// Examines the rows without a pivot that are not certain to depend on others, and marks in the factors
  /// those that are independent: by more than `least` relative to their size.
  void find(const GramEntries& entries, BlockFactors& factors, double least);
  void clear() { R_.resize(0, 0); }

  bool empty() const { return R_.size() == 0; }
  /// Smallest σ of the rows that were found independent.
  double smallest() const { return smallest_; }
  /// Solves A·x = b, given b in x.
  void solve(BlockFactors& factors, Out<double> x);

 private:
  void calc_freed(const GramEntries& entries, BlockFactors& factors, int row, Eigen::Ref<VectorX<double>> z,
                  VectorX<double>& v);

  MatrixX<double> Z_, R_;
  VectorX<double> demand_, product_;
  double smallest_ = 1;
};

}  // namespace sarrus::internal
