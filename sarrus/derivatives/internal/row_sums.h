#pragma once
/// @file
/// Sums of rows of numbers, in registers. Rows have room for whole registers.

#include <span>

#include "sarrus/derivatives/internal/panel.h"

namespace sarrus::internal {

/// Room of a row with n numbers.
constexpr int rounded_up_row(int n) {
  return (n + register_size<double> - 1) / register_size<double> * register_size<double>;
}

/// y ← y + Σ a·x over rows x: calls visit(add), which is to call add(a, x) for each of them.
template <class Visit>
SARRUS_ALWAYS_INLINE void add_rows(std::ptrdiff_t length, double* y, Visit visit) {
  constexpr int size = register_size<double>;
  const auto add_registers = [&]<int count>(std::integral_constant<int, count>, std::ptrdiff_t c) {
    auto sum = PanelRow<double, count>::load(y + c);
    visit([&](double a, const double* x) { sum.subtract(-a, PanelRow<double, count>::load(x + c)); });
    sum.store(y + c);
  };
  std::ptrdiff_t c = 0;
  for (; c + 4 * size <= length; c += 4 * size) add_registers(std::integral_constant<int, 4>(), c);
  for (; c < length; c += size) add_registers(std::integral_constant<int, 1>(), c);
}

/// y ← y + a·x for rows with room for n numbers.
inline void add_multiple(double a, const double* x, double* y, int n) {
  add_rows(n, y, [&](auto add) { add(a, x); });
}
/// y ← y + Σ a_r·x_r over `count` rows that are `stride` numbers apart and as long.
inline void add_sum(int count, const double* a, const double* x, std::ptrdiff_t stride, double* y) {
  add_rows(stride, y, [&](auto add) {
    for (int r = 0; r < count; ++r) add(a[r], x + r * stride);
  });
}
/// y ← y − Σ a_k·x_k over the rows `which`; numbers a are `distance` apart.
inline void subtract_sum(std::span<const int> which, const double* a, std::ptrdiff_t distance,
                         const double* x, std::ptrdiff_t stride, double* y) {
  add_rows(stride, y, [&](auto add) {
    for (const int k : which) add(-a[k * distance], x + k * stride);
  });
}

}  // namespace sarrus::internal
