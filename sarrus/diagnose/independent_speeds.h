#pragma once
/// @file
/// Coordinate partitioning of a System with constraints, in a State: some of its speeds, v, are independent,
/// and the rates of all follow from theirs,
///   u̇ = G·v̇ + g      with  K·G = 0  and  K·g = k
/// for constraints K·u̇ = k. The columns of G are a basis of the null space of K over the free speeds. The
/// independent speeds are found by Gaussian elimination with the largest entries as pivots, so that redundant
/// rows are recognized and no dependent speed is a large multiple of an independent one. Then Gᵀ·M·G·v̇ =
/// Gᵀ·(f − M·g). [Featherstone 2008, sec. 8.8 and eq. 8.20]

#include "sarrus/base/array.h"
#include "sarrus/scalar/eigen.h"
#include "sarrus/system/state.h"

namespace sarrus {

struct IndependentSpeeds {
  Array<int> independent;  ///< Numbers of the independent speeds, ascending: one per degree of freedom.
  /// One row per speed, one column per independent speed: unit rows for the independent speeds, zero rows for
  /// prescribed or locked ones.
  MatrixX<double> G;
  VectorX<double> g;         ///< Per speed; includes prescribed rates.
  int redundant = 0;         ///< Number of rows that depend linearly on others.
  double contradiction = 0;  ///< The largest contradiction between redundant rows and the others: a rate,
                             ///< relative to the largest entry of the row.
};

/// Partitions the speeds for the enabled constraints, prescribed motions and locks of a State. Speeds in
/// `preferred` are independent as far as the constraints allow.
IndependentSpeeds calc_independent_speeds(const State& state, const Array<int>& preferred = {});

}  // namespace sarrus
