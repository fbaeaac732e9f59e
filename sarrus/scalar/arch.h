#pragma once
/// @file
/// The inline namespace of all types that are passed between functions differently on different instruction
/// sets (packs, and the vectors of the recursions): objects compiled for different instruction sets then fail
/// to link instead of misreading each other's arguments.

#if defined(__AVX512F__)
#define SARRUS_ARCH_NAMESPACE avx512
#elif defined(__AVX2__) && defined(__FMA__)
#define SARRUS_ARCH_NAMESPACE avx2
#else
#define SARRUS_ARCH_NAMESPACE plain
#endif
