#pragma once
/// @file
#include <cstddef>

#include "sarrus/base/inline.h"

namespace sarrus::internal {

/// Prefetches the cache lines of an object that will be read soon.
template <class T>
SARRUS_ALWAYS_INLINE void prefetch(const T& object) {
  constexpr std::size_t line = 64;
  const auto* bytes = reinterpret_cast<const std::byte*>(&object);
  for (std::size_t k = 0; k < sizeof(T); k += line) __builtin_prefetch(bytes + k);
}

}  // namespace sarrus::internal
