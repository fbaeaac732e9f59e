#pragma once
/// @file
/// Some of the lanes of a pack in memory: rows that do not fill a register.

#include "sarrus/scalar/pack.h"

namespace sarrus {

inline namespace SARRUS_ARCH_NAMESPACE {

#if defined(__AVX2__)
/// Which lanes are the first `count`, as instructions want it.
inline __m256i first_lanes(int count) {
  return _mm256_cmpgt_epi64(_mm256_set1_epi64x(count), _mm256_setr_epi64x(0, 1, 2, 3));
}
#endif

/// Writes the first `count` lanes to consecutive numbers.
inline void store_first(int count, const Pack<double, 4>& pack, double* to) {
#if defined(__AVX2__)
  _mm256_maskstore_pd(to, first_lanes(count), (__m256d)pack.lanes);
#else
  for (int i = 0; i < count && i < 4; ++i) to[i] = pack[i];
#endif
}

/// Adds the first `count` lanes to consecutive numbers.
inline void add_first(int count, const Pack<double, 4>& pack, double* to) {
  store_first(count, Pack<double, 4>::load_first(count, to) + pack, to);
}

}  // namespace SARRUS_ARCH_NAMESPACE

}  // namespace sarrus
