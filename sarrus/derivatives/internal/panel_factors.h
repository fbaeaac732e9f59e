#pragma once
/// @file
/// x ← M⁻¹·x for the columns of a panel, from the entries of the factors M = LᵀDL: for trees whose paths are
/// so short that entries are fewer than the numbers that sweeps carry (panel_sweeps.h). Rows of a run, each
/// of which belongs to the child of the one before, are solved for together, `count` registers of each.

#include "sarrus/derivatives/internal/panel.h"
#include "sarrus/derivatives/internal/panel_plan.h"

namespace sarrus::internal {

/// x ← L⁻ᵀ·x:  x_k ← x_k − Σ L_dk·x_d over the speeds d beyond k that have entries. The nearest of them,
/// whose x_d was found just before, comes last, so that nothing else waits for it.
template <int rows, int count, class T>
void solve_run_LT(const TreeMatrix<T>& factors, const PanelPlan& plan, int first, T* panel) {
  const int k = plan.active[first].speed, place = factors.pattern().length(k) - 1;
  PanelRow<T, count> x[rows];
  for_registers<rows>(
      [&](int r) SARRUS_INLINE_LAMBDA { x[r] = PanelRow<T, count>::load(panel + (k + r) * panel_width<T>); });
  for (int j = plan.active[first + rows - 1].end - 1; j >= first + rows; --j) {
    const int d = plan.active[j].speed;
    const T* L = factors.row(d) + place;
    const auto beyond = PanelRow<T, count>::load(panel + d * panel_width<T>);
    for_registers<rows>([&](int r) SARRUS_INLINE_LAMBDA { x[r].subtract(L[r], beyond); });
  }
  for_registers<rows>([&](int beyond) SARRUS_INLINE_LAMBDA {
    const int s = rows - 1 - beyond;
    for_registers<rows>([&](int r) SARRUS_INLINE_LAMBDA {
      if (r < s) x[r].subtract(factors.row(k + s)[place + r], x[s]);
    });
  });
  for_registers<rows>([&](int r) SARRUS_INLINE_LAMBDA { x[r].store(panel + (k + r) * panel_width<T>); });
}

/// x ← ±L⁻¹·D⁻¹·x:  x_k ← ±x_k/D_k − Σ L_kj·x_j over the speeds j on the path to k. The results are written
/// to the panel and to `results`, whose rows are `stride` numbers apart.
template <int rows, int count, class T>
void solve_run_DL(const TreeMatrix<T>& factors, const T* inverse_D, const T& sign, int k, T* panel,
                  T* results, std::ptrdiff_t stride) {
  const int *path = factors.pattern().columns(k), ancestors = factors.pattern().length(k) - 1;
  const T* L[rows];
  PanelRow<T, count> x[rows];
  for_registers<rows>([&](int r) SARRUS_INLINE_LAMBDA {
    L[r] = factors.row(k + r);
    x[r] = PanelRow<T, count>::load(panel + (k + r) * panel_width<T>);
    x[r].scale(sign * inverse_D[k + r]);
  });
  for (int p = 0; p < ancestors; ++p) {
    const auto before = PanelRow<T, count>::load(panel + path[p] * panel_width<T>);
    for_registers<rows>([&](int r) SARRUS_INLINE_LAMBDA { x[r].subtract(L[r][p], before); });
  }
  for_registers<rows>([&](int s) SARRUS_INLINE_LAMBDA {
    for_registers<rows>([&](int r) SARRUS_INLINE_LAMBDA {
      if (r > s) x[r].subtract(L[r][ancestors + s], x[s]);
    });
  });
  for_registers<rows>([&](int r) SARRUS_INLINE_LAMBDA {
    x[r].store(panel + (k + r) * panel_width<T>);
    x[r].store(results + (k + r) * stride);
  });
}

/// Calls f with the number of rows of a run as a constant.
template <class T, class F>
SARRUS_ALWAYS_INLINE void with_rows(int count, F f) {
  if (count == 1) return f(std::integral_constant<int, 1>());
  if (count == 2) return f(std::integral_constant<int, 2>());
  if constexpr (rows_at_once == 4) {
    if (count == 3) return f(std::integral_constant<int, 3>());
    f(std::integral_constant<int, 4>());
  }
}

/// Both, for all rows of a panel.
template <int count, class T>
void solve_panel_by_factors(const TreeMatrix<T>& factors, const T* inverse_D, const PanelPlan& plan, T* panel,
                            T* results, std::ptrdiff_t stride) {
  for (auto run = plan.inward.rbegin(); run != plan.inward.rend(); ++run)
    with_rows<T>(run->count, [&]<int rows>(std::integral_constant<int, rows>) {
      solve_run_LT<rows, count>(factors, plan, run->first, panel);
    });
  for (const PanelPlan::Run& run : plan.outward)
    with_rows<T>(run.count, [&]<int rows>(std::integral_constant<int, rows>) {
      solve_run_DL<rows, count>(factors, inverse_D, T(plan.sign), run.first, panel, results, stride);
    });
}

}  // namespace sarrus::internal
