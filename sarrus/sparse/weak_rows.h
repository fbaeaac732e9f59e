#pragma once
/// @file
/// Rows of A = Xᵀ·d·X that are independent of the others by little. Let S be the rows that the factors of A
/// have taken, and E those at the edge, which they have not. Each of E is freed from S,
///   Z_S = −A_SS⁻¹·A_SE,  Z_E = 1,   V = √d·X·Z,
/// and V, whose columns are at right angles to all of S, is factored as V = Q·R with column pivoting: the
/// diagonal of R is how far each row is independent (row_rank.h), not its square. With the columns that are,
///   A·x = b:   x = x_S + Z·μ,   RᵀR·μ = Zᵀ·b

#include "sarrus/base/array.h"
#include "sarrus/base/array_view.h"
#include "sarrus/scalar/eigen.h"

namespace sarrus {

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
  /// Looks at the rows that the factors have left although they are not certain to depend on others, and
  /// tells the factors which of them are independent: by more than `least` of their size.
  void find(const GramEntries& entries, BlockFactors& factors, double least);
  void clear() { R_.resize(0, 0); }

  bool empty() const { return R_.size() == 0; }
  /// The least independent part of a row that was found.
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

}  // namespace sarrus
