#pragma once
/// @file
/// Sines and cosines of a whole array. For double and float they are computed in packs, which is several
/// times faster than calling the standard library number by number.

#include <cstddef>

#include "sarrus/scalar/pack_math.h"

namespace sarrus {

/// The length that arrays of n numbers must have for sincos_array: a whole number of packs.
template <class T>
constexpr std::size_t padded_size(int n) {
  constexpr int width = std::is_floating_point_v<T> ? 32 / static_cast<int>(sizeof(T)) : 1;
  return (n + width - 1) / width * width;
}

/// copy[i] = x[i], s[i] = sin(x[i]), c[i] = cos(x[i]) for i < n. The results have padded_size<T>(n) elements.
template <class T>
void sincos_array(int n, const T* x, T* copy, T* s, T* c) {
  if constexpr (std::is_floating_point_v<T>) {
    constexpr int width = 32 / static_cast<int>(sizeof(T));
    using P = Pack<T, width>;
    for (int i = 0; i < n; i += width) {
      const P px = i + width <= n ? P::load(x + i) : P::load_first(n - i, x + i);
      P ps, pc;
      sincos(px, ps, pc);
      px.store(copy + i), ps.store(s + i), pc.store(c + i);
    }
  } else {
    for (int i = 0; i < n; ++i) {
      copy[i] = x[i];
      sincos(x[i], s[i], c[i]);
    }
  }
}

}  // namespace sarrus
