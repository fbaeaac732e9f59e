#pragma once
/// @file
/// Loops over arrays that process several plain numbers at once: a Chunk is a register of them, or a single
/// element if T is not a plain number.

#include "sarrus/base/inline.h"
#include "sarrus/scalar/pack.h"

namespace sarrus::internal {

template <class T, int n>
using Chunk = std::conditional_t<std::is_floating_point_v<T>, Pack<T, n>, T>;

/// Number of elements in a Chunk<T, n>.
template <class T, int n>
constexpr int chunk_size = std::is_floating_point_v<T> ? n : 1;

/// The chunk E, which may be a single number, that starts at `from`.
template <class E, class T>
SARRUS_ALWAYS_INLINE E load_chunk(const T* from) {
  if constexpr (std::is_same_v<E, T>)
    return *from;
  else
    return E::load(from);
}
template <class E, class T>
SARRUS_ALWAYS_INLINE void store_chunk(const E& chunk, T* to) {
  if constexpr (std::is_same_v<E, T>)
    *to = chunk;
  else
    chunk.store(to);
}

}  // namespace sarrus::internal
