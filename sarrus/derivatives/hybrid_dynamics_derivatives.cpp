#include "sarrus/derivatives/hybrid_dynamics_derivatives.h"

#include "sarrus/scalar/scalar_types.h"
#include "sarrus/sparse/tree_factorization.h"

namespace sarrus {

namespace {

/// The factors of M_ff, with ones for the prescribed speeds.
template <class T>
void factor_free_block(HybridDynamicsDerivatives<T>& out) {
  out.factors.set_entries(out.inverse.by_udot);
  const TreePattern& pattern = out.factors.pattern();
  for (int k = 0; k < pattern.size(); ++k) {
    T* row = out.factors.row(k);
    for (int p = 0; p + 1 < pattern.length(k); ++p)
      if (out.prescribed.contains(k) || out.prescribed.contains(pattern.columns(k)[p])) row[p] = T(0);
    if (out.prescribed.contains(k)) out.factors.diagonal(k) = T(1);
  }
  factor_LTDL(out.factors);
}

/// Replaces a change of τ at given u̇, in place, by the change of the results.
template <class T>
void solve_column(HybridDynamicsDerivatives<T>& out, T* column) {
  const int n = out.factors.size();
  for (int k = 0; k < n; ++k) out.solution[k] = out.prescribed.contains(k) ? T(0) : -column[k];
  solve_LTDL<T>(out.factors, out.solution);
  calc_symmetric_times<T>(out.inverse.by_udot, out.solution, out.product);
  for (int k = 0; k < n; ++k)
    column[k] = out.prescribed.contains(k) ? column[k] + out.product[k] : out.solution[k];
}

}  // namespace

template <class T>
HybridDynamicsDerivatives<T>::HybridDynamicsDerivatives(const Tree<T>& tree, const IndexSet& prescribed_)
    : prescribed(prescribed_),
      udot(tree.nu(), T(0)),
      tau(tree.nu(), T(0)),
      by_dq(tree.nu(), tree.nu()),
      by_u(tree.nu(), tree.nu()),
      by_given(tree.nu(), tree.nu()),
      inverse(tree),
      forward(tree),
      factors(tree.pattern()),
      solution(tree.nu(), T(0)),
      product(tree.nu(), T(0)) {
  require(prescribed.size() <= tree.nu(),
          "a set of {} prescribed speeds was given for a model of {}; make it by IndexSet(tree.nu())",
          prescribed.size(), tree.nu());
}

template <class T>
void calc_hybrid_dynamics_derivatives(const Tree<T>& tree,
                                      const HybridDynamicsInput<std::type_identity_t<T>>& at,
                                      HybridDynamicsDerivatives<T>& out) {
  const int n = tree.nu();
  calc_hybrid_dynamics<T>(tree, at, out.prescribed, out.forward, out.tau, out.udot);
  calc_inverse_dynamics_derivatives<T>(
      tree, {.q = at.q, .u = at.u, .udot = out.udot, .forces = at.forces, .gravity = at.gravity},
      out.inverse);
  factor_free_block(out);
  out.inverse.by_dq.dense(out.by_dq), out.inverse.by_u.dense(out.by_u);
  out.inverse.by_udot.symmetric(out.by_given);
  for (int k = 0; k < n; ++k) {
    if (!out.prescribed.contains(k)) {  // a force of its own takes the place of the rate
      for (int i = 0; i < n; ++i) out.by_given(i, k) = T(0);
      out.by_given(k, k) = T(-1);
    }
    for (MatrixX<T>* matrix : {&out.by_dq, &out.by_u, &out.by_given}) solve_column(out, &(*matrix)(0, k));
  }
}

#define SARRUS_INSTANTIATE(T)                                                                      \
  template struct HybridDynamicsDerivatives<T>;                                                    \
  template void calc_hybrid_dynamics_derivatives<T>(const Tree<T>&, const HybridDynamicsInput<T>&, \
                                                    HybridDynamicsDerivatives<T>&);
SARRUS_FOR_EACH_SCALAR(SARRUS_INSTANTIATE)
#undef SARRUS_INSTANTIATE

}  // namespace sarrus
