#pragma once
/// @file
#include "sarrus/spatial/rigid_inertia.h"

namespace sarrus::internal {

/// ∫ρ·ρᵀ·dm = tr(I)/2·1 − I, from the rotational inertia about the same point.
template <class T>
Mat3<T> second_moments(const Sym3<T>& I) {
  const T half_trace = T(0.5) * (I.xx + I.yy + I.zz);
  return (Sym3<T>::diagonal(half_trace, half_trace, half_trace) - I).matrix();
}

}  // namespace sarrus::internal
