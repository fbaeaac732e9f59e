#pragma once
/// @file
/// A group of dependent_speeds.h in registers: three consecutive speeds of a chain with three rows of
/// constraints, on at most eight shared speeds, such as a leg of a quadruped whose foot stands on the ground.
/// Notation as in dependent_speeds.h.

#include "sarrus/base/array.h"
#include "sarrus/loops/constraint_jacobian.h"
#include "sarrus/scalar/pack.h"
#include "sarrus/scalar/scalar_types.h"
#include "sarrus/sparse/tree_matrix.h"

namespace sarrus::internal {

class DependentLeg {
 public:
  /// A number for each shared speed, padded with zeros.
  using SharedRow = Pack<double, 8>;

  /// True if three `speeds` and the `block` of rows that reads them form such a leg, on these shared speeds.
  static bool fits(const TreePattern& pattern, const ConstraintJacobian::Block& block,
                   const Array<int>& shared, const Array<int>& speeds);
  DependentLeg(const TreePattern& pattern, const ConstraintJacobian::Block& block, int shared_count);

  /// Factors at new positions: adds M_sd·K + Kᵀ·(M_ds + M_dd·K) to S, whose rows are SharedRows. Returns
  /// false near a singular position.
  bool factor(const double* G, const double* M, double* S);
  /// The contribution to f_s: Kᵀ·(f_d − M_dd·c) − M_sd·c.
  SharedRow reduce(In<double> f, In<double> b);
  /// x_d and λ from the rates of the shared speeds.
  void expand(const SharedRow& x_s, In<double> f, Out<double> x, Out<double> lambda) const;

 private:
  using Four = Pack<double, 4>;
  int count_;  // number of shared speeds
  int first_speed_, first_row_;
  int G_start_, M_start_[3];                     // positions among the entries of G and M
  Four inverse_[3]{}, inverse_transposed_[3]{};  // columns of G_d⁻¹ and G_d⁻ᵀ
  Four M_dd_[3]{}, c_{};
  alignas(64) double K_[3][8]{}, M_ds_[3][8]{};
};

}  // namespace sarrus::internal
