#include "sarrus/derivatives/forward_dynamics_products.h"

#include "sarrus/dynamics/inverse_mass_times.h"
#include "sarrus/scalar/scalar_types.h"

namespace sarrus {

template <class T>
ForwardDynamicsProducts<T>::ForwardDynamicsProducts(const Tree<T>& tree)
    : udot(tree.nu(), T(0)), forward(tree), inverse(tree), vector(tree.nu(), T(0)) {}

template <class T>
void set_state(const Tree<T>& tree, const ForwardDynamicsInput<std::type_identity_t<T>>& at,
               ForwardDynamicsProducts<T>& workspace, In<std::type_identity_t<T>> port_inertia) {
  calc_forward_dynamics<T>(tree, at.q, at.u, at.tau, at.forces, workspace.forward, workspace.udot,
                           {.gravity = at.gravity, .port_inertia = port_inertia});
  set_motion<T>(tree,
                {.q = at.q, .u = at.u, .udot = workspace.udot, .forces = at.forces, .gravity = at.gravity},
                workspace.inverse);
}

template <class T>
void calc_forward_dynamics_change(const Tree<T>& tree,
                                  const StateDirection<std::type_identity_t<T>>& direction,
                                  ForwardDynamicsProducts<T>& workspace,
                                  Out<std::type_identity_t<T>> udot_change) {
  if (!direction.tau.empty()) require_size(direction.tau, tree.nu(), "tau", "the model has nu");
  calc_inverse_dynamics_change<T>(tree, {.dq = direction.dq, .u = direction.u}, workspace.inverse,
                                  workspace.vector);
  for (int k = 0; k < tree.nu(); ++k)
    workspace.vector[k] = (direction.tau.empty() ? T(0) : direction.tau[k]) - workspace.vector[k];
  calc_inverse_mass_times<T>(tree, workspace.forward, workspace.vector, udot_change);
}

template <class T>
void calc_forward_dynamics_gradient(const Tree<T>& tree, In<std::type_identity_t<T>> mu,
                                    ForwardDynamicsProducts<T>& workspace,
                                    const StateGradient<std::type_identity_t<T>>& out) {
  if (!out.by_tau.empty()) require_size(out.by_tau, tree.nu(), "by_tau", "the model has nu");
  calc_inverse_mass_times<T>(tree, workspace.forward, mu, workspace.vector);
  calc_inverse_dynamics_gradient<T>(tree, workspace.vector, workspace.inverse,
                                    {.by_dq = out.by_dq, .by_u = out.by_u});
  for (const Out<T>& gradient : {out.by_dq, out.by_u})
    for (T& x : gradient) x = -x;
  for (int k = 0; k < tree.nu() && !out.by_tau.empty(); ++k) out.by_tau[k] = workspace.vector[k];
}

#define SARRUS_INSTANTIATE(T)                                                                             \
  template struct ForwardDynamicsProducts<T>;                                                             \
  template void set_state<T>(const Tree<T>&, const ForwardDynamicsInput<T>&, ForwardDynamicsProducts<T>&, \
                             In<T>);                                                                      \
  template void calc_forward_dynamics_change<T>(const Tree<T>&, const StateDirection<T>&,                 \
                                                ForwardDynamicsProducts<T>&, Out<T>);                     \
  template void calc_forward_dynamics_gradient<T>(const Tree<T>&, In<T>, ForwardDynamicsProducts<T>&,     \
                                                  const StateGradient<T>&);
SARRUS_FOR_EACH_SCALAR(SARRUS_INSTANTIATE)
#undef SARRUS_INSTANTIATE

}  // namespace sarrus
