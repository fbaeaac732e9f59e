#include "sarrus/derivatives/forward_dynamics_derivatives.h"

#include <algorithm>

#include "sarrus/derivatives/internal/factor_rows.h"
#include "sarrus/derivatives/internal/row_sweeps.h"
#include "sarrus/scalar/eigen.h"
#include "sarrus/scalar/scalars.h"
#include "sarrus/sparse/tree_factorization.h"

namespace sarrus {

using namespace internal;

namespace {

int rounded_up(int n, int unit) { return (n + unit - 1) / unit * unit; }

/// True if the paths from the root are so short that the entries of the factors are fewer than the numbers
/// that sweeps carry. Sweeps of a single state use whole registers either way.
template <class T>
bool are_factors_shorter(const TreePattern& pattern) {
  long entries = 0;
  for (int k = 0; k < pattern.size(); ++k) entries += pattern.length(k);
  return ScalarTraits<T>::lanes > 1 && entries < 12l * pattern.size();
}

Array<int> find_subtree_ends(const TreePattern& pattern) {
  Array<int> ends(pattern.size());
  for (int k = pattern.size() - 1; k >= 0; --k) {
    ends[k] = std::max(ends[k], k + 1);
    if (pattern.parent(k) >= 0) ends[pattern.parent(k)] = std::max(ends[pattern.parent(k)], ends[k]);
  }
  return ends;
}

}  // namespace

template <class T>
ForwardDynamicsDerivatives<T>::ForwardDynamicsDerivatives(const Tree<T>& tree)
    : inverse(tree),
      forward_(tree),
      udot_(tree.nu(), T(0)),
      factors_(tree.pattern()),
      sweeps_(std::make_unique<RowSweeps<T>>(*tree.pattern())),
      by_factors_(are_factors_shorter<T>(*tree.pattern())),
      subtree_end_(find_subtree_ends(*tree.pattern())),
      row_stride_(rounded_up(3 * tree.nu(), RowSweeps<T>::columns_at_once())) {
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

  /// The right-hand sides −∂τ/∂δ, −∂τ/∂u and 1.
  static void write_right_hand_sides(Out& out, bool by_tau) {
    const int n = out.nu();
    std::fill(out.rows_.begin(), out.rows_.end(), T(0));
    T* rows = out.rows_.data();
    out.inverse.by_dq.subtract_from_rows(rows, out.row_stride_);
    out.inverse.by_u.subtract_from_rows(rows + n, out.row_stride_);
    for (int k = 0; k < n && by_tau; ++k)
      rows[static_cast<std::ptrdiff_t>(k) * out.row_stride_ + 2 * n + k] = T(1);
  }

  static void solve(Out& out, bool by_tau) {
    const int n = out.nu();
    T* rows = out.rows_.data();
    if (out.by_factors_) {
      if (by_tau)
        solve_rows_by_factors(out.factors_, out.subtree_end_, {{0, true}, {n, true}, {2 * n, false}}, rows,
                              out.row_stride_);
      else
        solve_rows_by_factors(out.factors_, out.subtree_end_, {{0, true}, {n, true}}, rows, out.row_stride_);
      return;
    }
    const InverseDynamicsDerivatives<T>& inverse = out.inverse;
    for (int k = 0; k < n; ++k) {
      T *S = out.sweeps_->column(k), *force = out.sweeps_->unit_force(k);
      for (int c = 0; c < 6; ++c) {
        S[c] = inverse.columns[static_cast<std::size_t>(c * inverse.column_stride + k)];
        force[c] = inverse.unit_forces[k][static_cast<std::size_t>(c)];
      }
    }
    out.sweeps_->set_factors(out.factors_);
    out.sweeps_->solve(rows, out.row_stride_, (by_tau ? 3 : 2) * n);
  }
};

template <class T>
void calc_forward_dynamics_derivatives(const Tree<T>& tree,
                                       const ForwardDynamicsInput<std::type_identity_t<T>>& at,
                                       ForwardDynamicsDerivatives<T>& out,
                                       const ForwardDerivativeOptions<std::type_identity_t<T>>& options) {
  using Kernel = ForwardDerivativeKernel<T>;
  Kernel::accelerate(tree, at, out, options);
  Kernel::factor(out, options);
  Kernel::write_right_hand_sides(out, options.by_tau);
  Kernel::solve(out, options.by_tau);
}

#define SARRUS_INSTANTIATE(T)                                                                        \
  template class ForwardDynamicsDerivatives<T>;                                                      \
  template void calc_forward_dynamics_derivatives<T>(const Tree<T>&, const ForwardDynamicsInput<T>&, \
                                                     ForwardDynamicsDerivatives<T>&,                 \
                                                     const ForwardDerivativeOptions<T>&);
SARRUS_FOR_EACH_SCALAR(SARRUS_INSTANTIATE)
#undef SARRUS_INSTANTIATE

}  // namespace sarrus
