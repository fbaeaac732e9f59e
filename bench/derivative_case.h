#pragma once
/// @file

#include "bench/case.h"
#include "sarrus/derivatives/forward_dynamics_derivatives.h"

namespace sarrus::bench {

/// The states of a Case, and the derivatives of dynamics at them.
template <class T>
struct DerivativeCase {
  Case<T> of;
  InverseDynamicsDerivatives<T> inverse{of.tree};
  ForwardDynamicsDerivatives<T> forward{of.tree};

  explicit DerivativeCase(const BenchModel& model) : of(model) {}
  void inverse_dynamics(int i) {
    const auto at = Case<T>::index(i);
    calc_inverse_dynamics_derivatives<T>(of.tree, {.q = of.q[at], .u = of.u[at], .udot = of.udot[at]},
                                         inverse);
  }
  /// With M⁻¹, as the peers compute it.
  void forward_dynamics(int i) {
    const auto at = Case<T>::index(i);
    calc_forward_dynamics_derivatives<T>(of.tree, {.q = of.q[at], .u = of.u[at], .tau = of.udot[at]},
                                         forward);
  }
};

}  // namespace sarrus::bench
