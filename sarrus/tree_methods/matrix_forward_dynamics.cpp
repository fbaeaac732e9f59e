#include "sarrus/tree_methods/matrix_forward_dynamics.h"

#include "sarrus/dynamics/internal/require_no_locks.h"
#include "sarrus/dynamics/port_inertia.h"
#include "sarrus/scalar/eigen.h"
#include "sarrus/scalar/scalar_types.h"
#include "sarrus/sparse/tree_factorization.h"

namespace sarrus {

template <class T>
MatrixForwardDynamics<T>::MatrixForwardDynamics(const Tree<T>& tree)
    : inverse(tree), position(tree), mass(tree), nu(tree.nu()) {}

template <class T>
void calc_forward_dynamics(const Tree<T>& tree, In<T> q, In<T> u, In<T> tau, In<Force<T>> F_B_W,
                           MatrixForwardDynamics<T>& out, Out<T> udot,
                           const ForwardDynamicsOptions<std::type_identity_t<T>>& options) {
  internal::require_no_locks(options, "forward dynamics by the mass matrix");
  if (!tau.empty()) require_size(tau, tree.nu(), "tau", "the model has nu");
  calc_inverse_dynamics(tree, q, u, {}, F_B_W, out.inverse, udot, {.gravity = options.gravity});
  for (int k = 0; k < tree.nu(); ++k) udot[k] = (tau.empty() ? T(0) : tau[k]) - udot[k];
  calc_position_kinematics(tree, q, out.position);
  calc_mass_matrix(tree, out.position, out.mass);
  if (!options.port_inertia.empty()) add_port_inertia(out.mass.matrix, options.port_inertia);
  factor_LTDL(out.mass.matrix);
  solve_LTDL(out.mass.matrix, udot);
}

template <class T>
AnyForwardDynamics<T>::AnyForwardDynamics(const Tree<T>& tree, ForwardDynamicsMethod method_)
    : method(method_) {
  if (method == ForwardDynamicsMethod::articulated_body)
    articulated.emplace(tree);
  else
    matrix.emplace(tree);
}

template <class T>
void calc_forward_dynamics(const Tree<T>& tree, In<T> q, In<T> u, In<T> tau, In<Force<T>> F_B_W,
                           AnyForwardDynamics<T>& out, Out<T> udot,
                           const ForwardDynamicsOptions<std::type_identity_t<T>>& options) {
  if (out.articulated)
    calc_forward_dynamics(tree, q, u, tau, F_B_W, *out.articulated, udot, options);
  else
    calc_forward_dynamics(tree, q, u, tau, F_B_W, *out.matrix, udot, options);
}

#define SARRUS_INSTANTIATE(T)                                                               \
  template struct MatrixForwardDynamics<T>;                                                 \
  template struct AnyForwardDynamics<T>;                                                    \
  template void calc_forward_dynamics<T>(const Tree<T>&, In<T>, In<T>, In<T>, In<Force<T>>, \
                                         MatrixForwardDynamics<T>&, Out<T>,                 \
                                         const ForwardDynamicsOptions<T>&);                 \
  template void calc_forward_dynamics<T>(const Tree<T>&, In<T>, In<T>, In<T>, In<Force<T>>, \
                                         AnyForwardDynamics<T>&, Out<T>, const ForwardDynamicsOptions<T>&);
SARRUS_FOR_EACH_SCALAR(SARRUS_INSTANTIATE)
#undef SARRUS_INSTANTIATE

}  // namespace sarrus
