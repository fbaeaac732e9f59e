#pragma once
/// @file
/// For the innermost functions of the kernels, where a call would send vectors through memory.
#define SARRUS_ALWAYS_INLINE inline __attribute__((always_inline))
