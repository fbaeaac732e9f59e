#pragma once
/// @file
/// Numbers side by side in one register, of the width that suits the processor.

#include "sarrus/scalar/pack.h"

namespace sarrus::internal {

inline namespace SARRUS_ARCH_NAMESPACE {

#if defined(__AVX512F__)
using Lanes = Pack<double, 8>;
#else
using Lanes = Pack<double, 4>;
#endif

/// Bit k is set where the mask is, in lane k.
inline unsigned bits_of(const Lanes::Mask& mask) {
#if defined(__AVX512F__)
  return _mm512_test_epi64_mask((__m512i)mask.lanes, (__m512i)mask.lanes);
#else
  unsigned bits = 0;
  for (int k = 0; k < Lanes::lanes_count; ++k) bits |= (mask[k] ? 1u : 0u) << k;
  return bits;
#endif
}

}  // namespace SARRUS_ARCH_NAMESPACE

}  // namespace sarrus::internal
