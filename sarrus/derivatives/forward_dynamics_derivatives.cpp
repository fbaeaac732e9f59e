#include "sarrus/derivatives/forward_dynamics_derivatives.h"

#include "sarrus/derivatives/internal/forward_derivative_solver.h"
#include "sarrus/scalar/eigen.h"
#include "sarrus/scalar/scalar_types.h"

namespace sarrus {

using namespace internal;

template <class T>
ForwardDynamicsDerivatives<T>::ForwardDynamicsDerivatives(const Tree<T>& tree)
    : nu_(tree.nu()),
      forward_(tree),
      udot_(tree.nu(), T(0)),
      solver_(std::make_unique<ForwardDerivativeSolver<T>>(tree)),
      row_stride_(ForwardDerivativeSolver<T>::row_room(tree.nu())) {
  rows_.assign(std::ptrdiff_t{tree.nu()} * row_stride_, T(0));
}
template <class T>
ForwardDynamicsDerivatives<T>::~ForwardDynamicsDerivatives() = default;
template <class T>
ForwardDynamicsDerivatives<T>::ForwardDynamicsDerivatives(ForwardDynamicsDerivatives&&) noexcept = default;
template <class T>
ForwardDynamicsDerivatives<T>& ForwardDynamicsDerivatives<T>::operator=(
    ForwardDynamicsDerivatives&&) noexcept = default;

template <class T>
void ForwardDynamicsDerivatives<T>::dense(MatrixX<T>& dq, MatrixX<T>& u) const {
  dq.resize(nu(), nu()), u.resize(nu(), nu());
  for (int k = 0; k < nu(); ++k)
    for (int i = 0; i < nu(); ++i) dq(i, k) = by_dq(i, k), u(i, k) = by_u(i, k);
}

/// calc_forward_dynamics_derivatives(), with access to the workspace.
template <class T>
struct ForwardDerivativeKernel {
  static void calc(const Tree<T>& tree, const ForwardDynamicsInput<T>& at, ForwardDynamicsDerivatives<T>& out,
                   In<T> port_inertia) {
    calc_forward_dynamics<T>(tree, at.q, at.u, at.tau, at.forces, out.forward_, out.udot_,
                             {.gravity = at.gravity, .port_inertia = port_inertia});
    out.solver_->calc(tree,
                      {.q = at.q, .u = at.u, .udot = out.udot_, .forces = at.forces, .gravity = at.gravity},
                      port_inertia, out.rows_.data(), out.row_stride_);
  }
};

template <class T>
void calc_forward_dynamics_derivatives(const Tree<T>& tree,
                                       const ForwardDynamicsInput<std::type_identity_t<T>>& at,
                                       ForwardDynamicsDerivatives<T>& out,
                                       const ForwardDerivativeOptions<std::type_identity_t<T>>& options) {
  ForwardDerivativeKernel<T>::calc(tree, at, out, options.port_inertia);
}

#define SARRUS_INSTANTIATE(T)                                                                        \
  template class ForwardDynamicsDerivatives<T>;                                                      \
  template void calc_forward_dynamics_derivatives<T>(const Tree<T>&, const ForwardDynamicsInput<T>&, \
                                                     ForwardDynamicsDerivatives<T>&,                 \
                                                     const ForwardDerivativeOptions<T>&);
SARRUS_FOR_EACH_SCALAR(SARRUS_INSTANTIATE)
#undef SARRUS_INSTANTIATE

}  // namespace sarrus
