#pragma once
/// @file
/// Forces inlining of the innermost functions of the kernels, where a call would pass vectors through memory.
#define SARRUS_ALWAYS_INLINE inline __attribute__((always_inline))
