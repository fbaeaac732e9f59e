#include "sarrus/scalar/scalar_types.h"
#include "sarrus/second_derivatives/internal/multiplier_load.h"
#include "sarrus/second_derivatives/second_derivatives.h"

namespace sarrus {

using namespace internal;

template <class T>
ForwardSecondDerivatives<T>::ForwardSecondDerivatives(const Tree<T>& tree)
    : first(tree),
      second(tree),
      of_inverse(tree.nu()),
      lambda(tree.nu(), T(0)),
      by_dq(tree.nu(), tree.nu()),
      by_u(tree.nu(), tree.nu()),
      by_tau(tree.nu(), tree.nu()) {}

template <class T>
void set_state(const Tree<T>& tree, const ForwardDynamicsInput<std::type_identity_t<T>>& at,
               ForwardSecondDerivatives<T>& workspace) {
  calc_forward_dynamics_derivatives<T>(tree, at, workspace.first);
  workspace.first.dense(workspace.by_dq, workspace.by_u);
  for (int k = 0; k < tree.nu(); ++k)
    for (int i = 0; i < tree.nu(); ++i) workspace.by_tau(i, k) = workspace.first.by_tau(i, k);
  set_motion<T>(
      tree,
      {.q = at.q, .u = at.u, .udot = workspace.first.udot(), .forces = at.forces, .gravity = at.gravity},
      workspace.second);
}

template <class T>
void calc_forward_dynamics_hessian(const Tree<T>& tree, In<std::type_identity_t<T>> mu,
                                   ForwardSecondDerivatives<T>& workspace, DynamicsHessian<T>& out) {
  require_size(mu, tree.nu(), "mu", "the model has nu");
  require_hessian(tree, out);
  const int n = tree.nu();
  for (int i = 0; i < n; ++i) {
    workspace.lambda[i] = T(0);
    for (int k = 0; k < n; ++k) workspace.lambda[i] += workspace.by_tau(k, i) * mu[k];
  }
  DynamicsHessian<T>& H = workspace.of_inverse;
  calc_inverse_dynamics_hessian<T>(tree, workspace.lambda, workspace.second, H);
  out.dq_dq = -H.dq_dq, out.dq_u = -H.dq_u, out.u_u = -H.u_u;
  out.dq_input.fill(T(0));
  const TreePattern& pattern = *tree.pattern();
  const auto subtract = [&](int j, int l) {  // row j of E times the derivatives of u̇_l
    const T& E = H.dq_input(j, l);
    for (int k = 0; k < n; ++k) {
      const T by_dq = E * workspace.by_dq(l, k);
      out.dq_dq(j, k) -= by_dq, out.dq_dq(k, j) -= by_dq;
      out.dq_u(j, k) -= E * workspace.by_u(l, k);
      out.dq_input(j, k) -= E * workspace.by_tau(l, k);
    }
  };
  for (int k = 0; k < n; ++k)
    for (int p = 0; p < pattern.length(k); ++p) {
      const int j = pattern.columns(k)[p];
      subtract(j, k);
      if (j != k) subtract(k, j);
    }
}

#define SARRUS_INSTANTIATE(T)                                                                               \
  template struct ForwardSecondDerivatives<T>;                                                              \
  template void set_state<T>(const Tree<T>&, const ForwardDynamicsInput<T>&, ForwardSecondDerivatives<T>&); \
  template void calc_forward_dynamics_hessian<T>(const Tree<T>&, In<T>, ForwardSecondDerivatives<T>&,       \
                                                 DynamicsHessian<T>&);
SARRUS_FOR_EACH_SCALAR(SARRUS_INSTANTIATE)
#undef SARRUS_INSTANTIATE

}  // namespace sarrus
