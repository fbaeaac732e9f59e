#pragma once
/// @file
/// The inline namespace that holds whatever is passed between functions in another way on another instruction
/// set (packs, and the vectors of the recursions): objects compiled for different ones then fail to link
/// instead of misunderstanding each other.

#if defined(__AVX512F__)
#define SARRUS_ARCH_NAMESPACE avx512
#elif defined(__AVX2__) && defined(__FMA__)
#define SARRUS_ARCH_NAMESPACE avx2
#else
#define SARRUS_ARCH_NAMESPACE plain
#endif
