#pragma once
/// @file
/// Smooth friction on a speed v, for one speed or for several side by side.

#include "sarrus/scalar/internal/quick_exp.h"

namespace sarrus::internal {

/// f = −[d + (s − d)·exp(−(v/v_s)²)]·tanh(v/v_t) − b·v
template <class T>
struct FrictionLaw {
  T dynamic, excess;       ///< d and s − d.
  T stribeck, transition;  ///< v_s and v_t.
  T viscous;               ///< b.

  /// `peaks`: whether an excess is not zero; an exponential costs as much as everything else.
  SARRUS_ALWAYS_INLINE T force(const T& v, bool peaks) const {
    T dry = dynamic;
    if (peaks) {
      const T x = v / stribeck;
      dry += excess * quick_exp(-(x * x));
    }
    return -(dry * quick_tanh(v / transition)) - viscous * v;
  }
};

}  // namespace sarrus::internal
