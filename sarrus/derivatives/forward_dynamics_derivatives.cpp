#include "sarrus/derivatives/forward_dynamics_derivatives.h"

#include "sarrus/derivatives/internal/panel_solver.h"
#include "sarrus/scalar/eigen.h"
#include "sarrus/scalar/scalars.h"
#include "sarrus/sparse/tree_factorization.h"

namespace sarrus {

using namespace internal;

template <class T>
ForwardDynamicsDerivatives<T>::ForwardDynamicsDerivatives(const Tree<T>& tree)
    : inverse(tree),
      forward_(tree),
      udot_(tree.nu(), T(0)),
      factors_(tree.pattern()),
      solver_(std::make_unique<PanelSolver<T>>(*tree.pattern())),
      row_stride_(PanelSolver<T>::row_room(tree.nu())) {
  rows_.assign(static_cast<std::size_t>(tree.nu()) * static_cast<std::size_t>(row_stride_), T(0));
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

/// The steps of calc_forward_dynamics_derivatives(), with access to the workspace.
template <class T>
struct ForwardDerivativeKernel {
  using Out = ForwardDynamicsDerivatives<T>;

  static void accelerate(const Tree<T>& tree, const ForwardDynamicsInput<T>& at, Out& out,
                         const ForwardDerivativeOptions<T>& options) {
    calc_forward_dynamics<T>(tree, at.q, at.u, at.tau, at.forces, out.forward_, out.udot_,
                             {.gravity = at.gravity, .port_inertia = options.port_inertia});
    calc_inverse_dynamics_derivatives<T>(
        tree, {.q = at.q, .u = at.u, .udot = out.udot_, .forces = at.forces, .gravity = at.gravity},
        out.inverse);
  }

  /// The factors of M, with inertias of ports.
  static void factor(Out& out, const ForwardDerivativeOptions<T>& options) {
    out.factors_.set_entries(out.inverse.by_udot);
    for (int k = 0; k < out.nu() && !options.port_inertia.empty(); ++k)
      out.factors_.diagonal(k) += options.port_inertia[k];
    factor_LTDL(out.factors_);
  }

  static void solve(const Tree<T>& tree, Out& out, const ForwardDerivativeOptions<T>& options) {
    const InverseDynamicsDerivatives<T>& inverse = out.inverse;
    PanelSolver<T>& solver = *out.solver_;
    if (solver.sweeps()) {
      solver.set_motion(tree, inverse, options.port_inertia);
    } else {
      factor(out, options);
      solver.set_factors(out.factors_);
    }
    solver.solve(inverse.by_dq, inverse.by_u, out.rows_.data(), out.row_stride_);
    if (options.by_tau) solver.invert(out.rows_.data(), out.row_stride_);
  }
};

template <class T>
void calc_forward_dynamics_derivatives(const Tree<T>& tree,
                                       const ForwardDynamicsInput<std::type_identity_t<T>>& at,
                                       ForwardDynamicsDerivatives<T>& out,
                                       const ForwardDerivativeOptions<std::type_identity_t<T>>& options) {
  using Kernel = ForwardDerivativeKernel<T>;
  Kernel::accelerate(tree, at, out, options);
  Kernel::solve(tree, out, options);
}

#define SARRUS_INSTANTIATE(T)                                                                        \
  template class ForwardDynamicsDerivatives<T>;                                                      \
  template void calc_forward_dynamics_derivatives<T>(const Tree<T>&, const ForwardDynamicsInput<T>&, \
                                                     ForwardDynamicsDerivatives<T>&,                 \
                                                     const ForwardDerivativeOptions<T>&);
SARRUS_FOR_EACH_SCALAR(SARRUS_INSTANTIATE)
#undef SARRUS_INSTANTIATE

}  // namespace sarrus
