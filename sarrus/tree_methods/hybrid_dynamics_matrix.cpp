#include "sarrus/tree_methods/hybrid_dynamics_matrix.h"

#include <algorithm>

#include "sarrus/base/array.h"
#include "sarrus/dynamics/internal/require_no_locks.h"
#include "sarrus/dynamics/port_inertia.h"
#include "sarrus/scalar/eigen.h"
#include "sarrus/scalar/scalar_types.h"
#include "sarrus/sparse/tree_factorization.h"

namespace sarrus {

namespace {

/// The speeds that are not prescribed.
Array<int> free_speeds(const IndexSet& prescribed) {
  Array<int> free;
  for (int k = 0; k < prescribed.size(); ++k)
    if (!prescribed.contains(k)) free.push_back(k);
  return free;
}

/// The tree of the free speeds: the parent of each is its nearest free ancestor.
std::shared_ptr<const TreePattern> free_pattern(const TreePattern& all, const Array<int>& free) {
  Array<int> nearest(all.size(), -1);  // number of the nearest among the free ones
  Array<int> parents;
  auto next = free.begin();
  for (int k = 0; k < all.size(); ++k) {
    const int inward = all.parent(k) < 0 ? -1 : nearest[all.parent(k)];
    nearest[k] = inward;
    if (next == free.end() || *next != k) continue;
    nearest[k] = static_cast<int>(parents.size());
    parents.push_back(inward);
    ++next;
  }
  return std::make_shared<const TreePattern>(std::move(parents));
}

/// Copies the rows and columns of the free speeds.
template <class T>
void gather(const TreeMatrix<T>& M, const Array<int>& free, const Array<int>& places, TreeMatrix<T>& M_ff) {
  for (int i = 0; i < M_ff.size(); ++i) {
    const T* from = M.row(free[i]);
    const int* columns = M_ff.pattern().columns(i);
    T* to = M_ff.row(i);
    for (int k = 0; k < M_ff.pattern().length(i); ++k) to[k] = from[places[columns[k]]];
  }
}

}  // namespace

template <class T>
HybridDynamicsMatrix<T>::HybridDynamicsMatrix(const Tree<T>& tree, const IndexSet& choice)
    : position(tree),
      inverse(tree),
      mass(tree),
      free_mass(tree.pattern()),
      forces(tree.nu(), T(0)),
      udot(forces),
      M_udot_f(forces) {
  set_prescribed(tree, choice);
}

template <class T>
void HybridDynamicsMatrix<T>::set_prescribed(const Tree<T>& tree, const IndexSet& choice) {
  require_stage(tree, mass);
  require_speeds(choice, tree.nu());
  prescribed = choice;
  free = free_speeds(prescribed);
  free_mass = TreeMatrix<T>(free_pattern(*tree.pattern(), free));
  places.clear();
  for (int k : free) places.push_back(tree.pattern()->length(k) - 1);
  unknown.assign(free.size(), T(0));
}

template <class T>
void calc_hybrid_dynamics_by_matrix(const Tree<T>& tree, In<T> q, In<T> u, In<T> tau, In<T> udot,
                                    In<Force<T>> F_B_W, HybridDynamicsMatrix<T>& work, Out<T> tau_out,
                                    Out<T> udot_out,
                                    const ForwardDynamicsOptions<std::type_identity_t<T>>& options) {
  internal::require_no_locks(options, "hybrid dynamics by the mass matrix");
  const int nu = tree.nu();
  if (!tau.empty()) require_size(tau, nu, "tau", "the model has nu");
  if (!udot.empty()) require_size(udot, nu, "udot", "the model has nu");
  require_size(tau_out, nu, "tau_out", "the model has nu");
  require_size(udot_out, nu, "udot_out", "the model has nu");
  require_stage(tree, work.mass);
  for (int k = 0; k < nu; ++k) work.udot[k] = work.prescribed.contains(k) && !udot.empty() ? udot[k] : T(0);
  calc_inverse_dynamics(tree, q, u, work.udot, F_B_W, work.inverse, work.forces,
                        {.gravity = options.gravity});
  calc_position_kinematics(tree, q, work.position);
  calc_mass_matrix(tree, work.position, work.mass);
  if (!options.port_inertia.empty()) {
    add_port_inertia(work.mass.matrix, options.port_inertia);
    for (int k = 0; k < nu; ++k) work.forces[k] += options.port_inertia[k] * work.udot[k];
  }
  gather(work.mass.matrix, work.free, work.places, work.free_mass);
  factor_LTDL(work.free_mass);
  for (std::size_t i = 0; i < work.free.size(); ++i) {
    const int k = work.free[i];
    work.unknown[i] = (tau.empty() ? T(0) : tau[k]) - work.forces[k];
  }
  solve_LTDL(work.free_mass, work.unknown);
  std::copy(work.udot.begin(), work.udot.end(), udot_out.begin());
  for (std::size_t i = 0; i < work.free.size(); ++i) udot_out[work.free[i]] = work.unknown[i];
  for (int k : work.free) tau_out[k] = tau.empty() ? T(0) : tau[k];
  if (work.prescribed.count() == 0) return;
  // Contributions of the free accelerations to the forces of the prescribed speeds.
  std::fill(work.udot.begin(), work.udot.end(), T(0));
  for (std::size_t i = 0; i < work.free.size(); ++i) work.udot[work.free[i]] = work.unknown[i];
  calc_symmetric_times(work.mass.matrix, work.udot, work.M_udot_f);
  for (int k = 0; k < nu; ++k)
    if (work.prescribed.contains(k)) tau_out[k] = work.forces[k] + work.M_udot_f[k];
}

#define SARRUS_INSTANTIATE(T)                                                                               \
  template struct HybridDynamicsMatrix<T>;                                                                  \
  template void calc_hybrid_dynamics_by_matrix<T>(const Tree<T>&, In<T>, In<T>, In<T>, In<T>, In<Force<T>>, \
                                                  HybridDynamicsMatrix<T>&, Out<T>, Out<T>,                 \
                                                  const ForwardDynamicsOptions<T>&);
SARRUS_FOR_EACH_SCALAR(SARRUS_INSTANTIATE)
#undef SARRUS_INSTANTIATE

}  // namespace sarrus
