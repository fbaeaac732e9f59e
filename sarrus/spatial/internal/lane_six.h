#pragma once
/// @file
/// Columns of six numbers, as matrices of the API have them, from the vectors of the recursions.

#include "sarrus/base/inline.h"
#include "sarrus/spatial/lane3.h"

namespace sarrus::internal {

inline namespace SARRUS_ARCH_NAMESPACE {

/// Writes a and, after it, b: six numbers.
template <class T>
SARRUS_ALWAYS_INLINE void write_six(const Lane3<T>& a, const Lane3<T>& b, T* to) {
#ifdef SARRUS_LANE3_SIMD
  if constexpr (std::is_same_v<T, double>) {
    const auto first = (__m256d)a.v, second = (__m256d)b.v;  // a0 a1 a2 –, b0 b1 b2 –
    _mm256_storeu_pd(to, _mm256_blend_pd(first, _mm256_permute4x64_pd(second, 0), 0b1000));
    _mm_storeu_pd(to + 4, _mm256_castpd256_pd128(_mm256_permute4x64_pd(second, 0b11'11'10'01)));
    return;
  }
#endif
  to[0] = a[0], to[1] = a[1], to[2] = a[2], to[3] = b[0], to[4] = b[1], to[5] = b[2];
}

}  // namespace SARRUS_ARCH_NAMESPACE

}  // namespace sarrus::internal
