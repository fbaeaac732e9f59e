#pragma once
/// @file
/// Sines and cosines of a whole array in one sweep. For double and float the sweep runs in packs, which is
/// several times faster than calling the standard library number by number.

#include "sarrus/scalar/pack_math.h"

namespace sarrus {

/// s[i] = sin(x[i]), c[i] = cos(x[i]) for i < n.
template <class T>
void sincos_array(int n, const T* x, T* s, T* c) {
  int i = 0;
  if constexpr (std::is_floating_point_v<T>) {
    constexpr int width = 32 / static_cast<int>(sizeof(T));
    using P = Pack<T, width>;
    for (; i + width <= n; i += width) {
      P ps, pc;
      sincos(P::load(x + i), ps, pc);
      ps.store(s + i), pc.store(c + i);
    }
    if (i < n) {  // the last few, padded with zeros
      T padded[width] = {}, sines[width], cosines[width];
      std::memcpy(padded, x + i, static_cast<std::size_t>(n - i) * sizeof(T));
      P ps, pc;
      sincos(P::load(padded), ps, pc);
      ps.store(sines), pc.store(cosines);
      for (int k = 0; i < n; ++i, ++k) s[i] = sines[k], c[i] = cosines[k];
    }
  } else {
    for (; i < n; ++i) sincos(x[i], s[i], c[i]);
  }
}

}  // namespace sarrus
