#pragma once
/// @file
/// Minimal coordinates of a System with constraints, at a State: some of its speeds are independent, v, and
/// the rates of all follow from theirs,
///   u̇ = G·v̇ + g      with  K·G = 0  and  K·g = k
/// for constraints K·u̇ = k. Which speeds are independent is found by elimination with the largest entries as
/// pivots, so that rows that say the same as others are recognized and no dependent speed is a large multiple
/// of an independent one. Then  Gᵀ·M·G·v̇ = Gᵀ·(f − M·g). [Featherstone 2008, sec. 8.8 and eq. 8.20]

#include "sarrus/base/array.h"
#include "sarrus/scalar/eigen.h"
#include "sarrus/system/state.h"

namespace sarrus {

struct IndependentSpeeds {
  Array<int> independent;  ///< Speeds of the System, ascending: one per degree of freedom.
  /// Per speed and independent speed: unit rows for the independent ones, zeros for those that are prescribed
  /// or locked.
  MatrixX<double> G;
  VectorX<double> g;         ///< Per speed; prescribed rates are among them.
  int redundant = 0;         ///< Rows that depend on others.
  double contradiction = 0;  ///< The largest rate, in parts of a row's largest entry, that such rows ask for
                             ///< beyond what the others do.
};

/// For the enabled constraints, the prescribed motions and locks of a State. Speeds in `preferred` are
/// independent as far as the constraints allow.
IndependentSpeeds calc_independent_speeds(const State& state, const Array<int>& preferred = {});

}  // namespace sarrus
