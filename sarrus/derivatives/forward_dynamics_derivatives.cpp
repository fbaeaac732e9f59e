#include "sarrus/derivatives/forward_dynamics_derivatives.h"

#include <algorithm>

#include "sarrus/scalar/eigen.h"
#include "sarrus/scalar/internal/chunk.h"
#include "sarrus/scalar/scalars.h"
#include "sarrus/sparse/tree_factorization.h"

namespace sarrus {

using namespace internal;

namespace {

/// Columns that are solved for at a time: a panel of all rows that stays in the nearest cache.
template <class T>
constexpr int panel_width = chunk_size<T, 32>;
template <class T>
constexpr int register_width = chunk_size<T, 8>;
template <class T>
constexpr int registers_per_panel = panel_width<T> / register_width<T>;
template <class T>
using Register = Chunk<T, 8>;

/// y ← y − a·x in columns [begin, end), multiples of a register.
template <class T>
SARRUS_ALWAYS_INLINE void subtract_multiple(T* y, const T* x, const T& a, int begin, int end) {
  for (int c = begin; c < end; c += register_width<T>)
    store_chunk(load_chunk<Register<T>>(y + c) - a * load_chunk<Register<T>>(x + c), y + c);
}

/// x ← L⁻ᵀ·x in a panel, from the tips to the root. A speed's row has no entries but for its ancestors and
/// for the speeds beyond it, and passes nothing else to its ancestors.
template <class T>
void solve_inward(const TreeMatrix<T>& L, T* rows, std::ptrdiff_t stride, int begin, int end) {
  const TreePattern& pattern = L.pattern();
  for (int k = L.size() - 1; k >= 0; --k) {
    const T *row = L.row(k), *from = rows + k * stride;
    const int* columns = pattern.columns(k);
    for (int p = 0; p + 1 < pattern.length(k); ++p)
      subtract_multiple(rows + columns[p] * stride, from, row[p], begin, end);
  }
}

/// x ← L⁻¹·D⁻¹·x in a panel, from the root to the tips.
template <int width, class T>
SARRUS_ALWAYS_INLINE void solve_row(const T* row, const int* columns, int length, const T& inverse, T* rows,
                                    std::ptrdiff_t stride, int k, int begin) {
  Register<T> sum[width];
  T* own = rows + k * stride + begin;
  for (int c = 0; c < width; ++c) sum[c] = inverse * load_chunk<Register<T>>(own + c * register_width<T>);
  for (int p = 0; p + 1 < length; ++p) {
    const T* x = rows + columns[p] * stride + begin;
    for (int c = 0; c < width; ++c) sum[c] -= row[p] * load_chunk<Register<T>>(x + c * register_width<T>);
  }
  for (int c = 0; c < width; ++c) store_chunk(sum[c], own + c * register_width<T>);
}
template <class T>
void solve_outward(const TreeMatrix<T>& L, T* rows, std::ptrdiff_t stride, int begin, int end) {
  const TreePattern& pattern = L.pattern();
  for (int k = 0; k < L.size(); ++k) {
    const T inverse = T(1) / L.diagonal(k);
    int c = begin;
    for (; c + panel_width<T> <= end; c += panel_width<T>)
      solve_row<registers_per_panel<T>>(L.row(k), pattern.columns(k), pattern.length(k), inverse, rows,
                                        stride, k, c);
    for (; c < end; c += register_width<T>)
      solve_row<1>(L.row(k), pattern.columns(k), pattern.length(k), inverse, rows, stride, k, c);
  }
}

/// x ← M⁻¹·x for all columns of the rows, from the factors LᵀDL.
template <class T>
void solve_rows(const TreeMatrix<T>& factors, T* rows, std::ptrdiff_t stride, int columns) {
  for (int begin = 0; begin < columns; begin += panel_width<T>) {
    const int end = std::min(begin + panel_width<T>, columns);
    solve_inward(factors, rows, stride, begin, end);
    solve_outward(factors, rows, stride, begin, end);
  }
}

int rounded_up(int n, int unit) { return (n + unit - 1) / unit * unit; }

}  // namespace

template <class T>
ForwardDynamicsDerivatives<T>::ForwardDynamicsDerivatives(const Tree<T>& tree)
    : udot(tree.nu(), T(0)),
      factors(tree.pattern()),
      inverse(tree),
      row_stride(rounded_up(3 * tree.nu(), register_width<T>)),
      forward(tree) {
  rows.assign(static_cast<std::size_t>(tree.nu()) * static_cast<std::size_t>(row_stride), T(0));
}

template <class T>
void ForwardDynamicsDerivatives<T>::dense(MatrixX<T>& dq, MatrixX<T>& u) const {
  dq.resize(nu(), nu()), u.resize(nu(), nu());
  for (int k = 0; k < nu(); ++k)
    for (int i = 0; i < nu(); ++i) dq(i, k) = by_dq(i, k), u(i, k) = by_u(i, k);
}

template <class T>
void calc_forward_dynamics_derivatives(const Tree<T>& tree,
                                       const ForwardDynamicsInput<std::type_identity_t<T>>& at,
                                       ForwardDynamicsDerivatives<T>& out,
                                       const ForwardDerivativeOptions<std::type_identity_t<T>>& options) {
  const int n = tree.nu();
  calc_forward_dynamics<T>(tree, at.q, at.u, at.tau, at.forces, out.forward, out.udot,
                           {.gravity = at.gravity, .port_inertia = options.port_inertia});
  calc_inverse_dynamics_derivatives<T>(
      tree, {.q = at.q, .u = at.u, .udot = out.udot, .forces = at.forces, .gravity = at.gravity},
      out.inverse);
  out.factors.set_entries(out.inverse.by_udot);
  for (int k = 0; k < n && !options.port_inertia.empty(); ++k)
    out.factors.diagonal(k) += options.port_inertia[k];
  factor_LTDL(out.factors);

  std::fill(out.rows.begin(), out.rows.end(), T(0));
  T* rows = out.rows.data();
  out.inverse.by_dq.write_rows(rows, out.row_stride);
  out.inverse.by_u.write_rows(rows + n, out.row_stride);
  for (int k = 0; k < n; ++k) {
    T* row = rows + static_cast<std::ptrdiff_t>(k) * out.row_stride;
    for (int c = 0; c < 2 * n; ++c) row[c] = -row[c];
    if (options.by_tau) row[2 * n + k] = T(1);
  }
  solve_rows(out.factors, rows, out.row_stride, rounded_up((options.by_tau ? 3 : 2) * n, register_width<T>));
}

#define SARRUS_INSTANTIATE(T)                                                                        \
  template struct ForwardDynamicsDerivatives<T>;                                                     \
  template void calc_forward_dynamics_derivatives<T>(const Tree<T>&, const ForwardDynamicsInput<T>&, \
                                                     ForwardDynamicsDerivatives<T>&,                 \
                                                     const ForwardDerivativeOptions<T>&);
SARRUS_FOR_EACH_SCALAR(SARRUS_INSTANTIATE)
#undef SARRUS_INSTANTIATE

}  // namespace sarrus
