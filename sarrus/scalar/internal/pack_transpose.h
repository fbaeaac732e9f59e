#pragma once
/// @file
/// Transpose of a 4 × 4 matrix held in four packs, one per row.

#include "sarrus/scalar/pack.h"

namespace sarrus::internal {

inline namespace SARRUS_ARCH_NAMESPACE {

inline void transpose(Pack<double, 4>& a, Pack<double, 4>& b, Pack<double, 4>& c, Pack<double, 4>& d) {
  const auto ab_even = __builtin_shufflevector(a.lanes, b.lanes, 0, 4, 2, 6),
             ab_odd = __builtin_shufflevector(a.lanes, b.lanes, 1, 5, 3, 7),
             cd_even = __builtin_shufflevector(c.lanes, d.lanes, 0, 4, 2, 6),
             cd_odd = __builtin_shufflevector(c.lanes, d.lanes, 1, 5, 3, 7);
  a.lanes = __builtin_shufflevector(ab_even, cd_even, 0, 1, 4, 5);
  b.lanes = __builtin_shufflevector(ab_odd, cd_odd, 0, 1, 4, 5);
  c.lanes = __builtin_shufflevector(ab_even, cd_even, 2, 3, 6, 7);
  d.lanes = __builtin_shufflevector(ab_odd, cd_odd, 2, 3, 6, 7);
}

}  // namespace SARRUS_ARCH_NAMESPACE

}  // namespace sarrus::internal
