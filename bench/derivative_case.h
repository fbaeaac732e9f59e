#pragma once
/// @file

#include "bench/case.h"
#include "sarrus/derivatives/constrained_dynamics_derivatives.h"
#include "sarrus/derivatives/forward_dynamics_derivatives.h"
#include "sarrus/derivatives/momentum_derivatives.h"
#include "sarrus/derivatives/parameter_derivatives.h"
#include "sarrus/second_derivatives/second_derivatives.h"
#include "tests/support/reference_values.h"

namespace sarrus::bench {

/// The states of a Case, and the derivatives of dynamics at them.
template <class T>
struct DerivativeCase {
  Case<T> of;
  InverseDynamicsDerivatives<T> inverse{of.tree};
  ForwardDynamicsDerivatives<T> forward{of.tree};
  MomentumDerivatives<T> momentum_derivatives{of.tree};

  explicit DerivativeCase(const BenchModel& model) : of(model) {}
  void inverse_dynamics(int i) {
    calc_inverse_dynamics_derivatives<T>(of.tree, {.q = of.q[i], .u = of.u[i], .udot = of.udot[i]}, inverse);
  }
  /// With M⁻¹, as the peers compute it.
  void forward_dynamics(int i) {
    calc_forward_dynamics_derivatives<T>(of.tree, {.q = of.q[i], .u = of.u[i], .tau = of.udot[i]}, forward);
  }
  /// The centroidal momentum matrix with its rate, and all derivatives of the momentum.
  void momentum(int i) {
    calc_momentum_derivatives<T>(of.tree, of.q[i], of.u[i], of.udot[i], momentum_derivatives);
  }
};

/// The same for second derivatives, in n³ numbers, and for those by all parameters.
struct MoreDerivativesCase {
  Case<double> of;
  SecondDerivatives<double> second{of.tree};
  Array<DynamicsHessian<double>> tensors = make_hessians(of.tree);
  DynamicsHessian<double> hessian{of.tree.nu()};
  ParameterDerivatives<double> parameters{of.tree};

  explicit MoreDerivativesCase(const BenchModel& model) : of(model) {}
  void set_motion_of(int i) {
    set_motion<double>(of.tree, {.q = of.q[i], .u = of.u[i], .udot = of.udot[i]}, second);
  }
  /// All second derivatives of inverse dynamics.
  void inverse_dynamics_tensors(int i) {
    set_motion_of(i);
    calc_inverse_dynamics_hessians<double>(of.tree, second, tensors);
  }
  /// Those of λ·τ.
  void inverse_dynamics_hessian(int i) {
    set_motion_of(i);
    calc_inverse_dynamics_hessian<double>(of.tree, of.udot[i], second, hessian);
  }
  void inverse_dynamics_by_parameters(int i) {
    calc_inverse_dynamics_parameter_derivatives<double>(
        of.tree, {.q = of.q[i], .u = of.u[i], .udot = of.udot[i]}, parameters);
  }
};

/// The states of a Case with the contact points of its model held.
struct HeldDerivativeCase {
  Case<double> of;
  ConstrainedDynamicsDerivatives derivatives;

  explicit HeldDerivativeCase(const BenchModel& model) : of(model), derivatives(of.tree, contacts(model)) {}
  static Array<HeldFrame> contacts(const BenchModel& model) {
    Array<HeldFrame> held;
    for (const testing::ReferenceContact& contact :
         testing::load_reference_contacts(model.name, model.folder()))
      held.push_back({{model.model.body_number(contact.body), contact.p_B}});
    return held;
  }
  void dynamics(int i) {
    calc_constrained_dynamics_derivatives(of.tree, {.q = of.q[i], .u = of.u[i], .tau = of.udot[i]},
                                          derivatives);
  }
};

}  // namespace sarrus::bench
