#include "sarrus/derivatives/internal/panel_solver.h"

#include <algorithm>
#include <utility>

#include "sarrus/derivatives/internal/panel_factors.h"
#include "sarrus/scalar/scalar_types.h"

namespace sarrus::internal {

namespace {

/// Sweeps take 24 multiplications for each number, factors as many as a path has speeds, inward and outward,
/// and the factorization.
bool are_paths_long(const TreePattern& pattern) {
  constexpr long limit = 18;
  long entries = 0;
  for (int k = 0; k < pattern.size(); ++k) entries += pattern.length(k);
  return entries > limit * pattern.size();
}

/// Calls f with the number of registers, as a constant, that so many columns need, at most `most` registers.
template <class T, int most, class F>
SARRUS_ALWAYS_INLINE void with_registers(int columns, F f) {
  [&]<int... i>(std::integer_sequence<int, i...>) {
    const auto call = [&]<int count>(std::integral_constant<int, count> registers) {
      const bool fits = columns <= count * register_size<T> && columns > (count - 1) * register_size<T>;
      if (fits) f(registers);
    };
    (call(std::integral_constant<int, i + 1>()), ...);
  }
  (std::make_integer_sequence<int, most>());
}

/// Σ a_p·b_k over the speeds k of a path, in four sums that do not wait for each other.
template <class T>
T sum_of_products(const T* a, const T* b, const int* path, int count) {
  T sums[4] = {T(0), T(0), T(0), T(0)};
  int p = 0;
  for (; p + 4 <= count; p += 4)
    for_registers<4>([&](int s) SARRUS_INLINE_LAMBDA { sums[s] += a[p + s] * b[path[p + s]]; });
  for (; p < count; ++p) sums[0] += a[p] * b[path[p]];
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

template <class T>
Array<SweptSpeed<T>> make_swept_speeds(const TreePattern& pattern) {
  Array<SweptSpeed<T>> speeds(pattern.size());
  for (int k = 0; k < pattern.size(); ++k) {
    SweptSpeed<T>& speed = speeds[k];
    speed.depth = pattern.length(k) - 1;
    speed.follows = k > 0 && pattern.parent(k) == k - 1;
    speed.has_branches = false;
    if (pattern.parent(k) >= 0 && !speed.follows) speeds[pattern.parent(k)].has_branches = true;
  }
  return speeds;
}

}  // namespace

template <class T>
PanelSolver<T>::PanelSolver(const TreePattern& pattern)
    : sweeps_(are_paths_long(pattern)),
      speeds_(make_swept_speeds<T>(pattern)),
      inverse_D_(pattern.size(), T(1)),
      derivative_panels_(plan_derivative_panels(pattern, {panel_width<T>, rows_at_once})),
      inverse_panels_(plan_inverse_panels(pattern, {panel_width<T>, rows_at_once})),
      panel_(pattern.size() * panel_width<T>, T(0)) {
  if (!sweeps_) return;
  inertias_.resize(pattern.size() + 1);
  int longest = 0;
  for (int k = 0; k < pattern.size(); ++k) longest = std::max(longest, pattern.length(k));
  memory_.waiting.assign(longest * carried_size<T>, T(0));
  memory_.kept = memory_.waiting;
}

template <class T>
int PanelSolver<T>::row_room(int nu) {
  const int room = 2 * nu + (nu + swept_columns<T> - 1) / swept_columns<T> * swept_columns<T>;
  return (room + register_size<T> - 1) / register_size<T> * register_size<T>;
}

template <class T>
void PanelSolver<T>::set_motion(const Tree<T>& tree, const InverseDynamicsDerivatives<T>& inverse,
                                In<T> port_inertia) {
  for (int k = 0; k < tree.nu(); ++k) std::copy_n(&inverse.columns[k * inverse.column_size], 6, speeds_[k].S);
  calc_articulated_forces(tree, inverse.motion, port_inertia, inertias_, speeds_);
}

template <class T>
void PanelSolver<T>::set_factors(const TreeMatrix<T>& factors) {
  factors_ = &factors;
  for (int k = 0; k < factors.size(); ++k) inverse_D_[k] = T(1) / factors.diagonal(k);
}

/// The right-hand sides of a panel: rows of the lower triangles, and columns of the upper ones.
template <class T>
void PanelSolver<T>::read(const TwoSidedTreeMatrix<T>& A, const TwoSidedTreeMatrix<T>& B,
                          const PanelPlan& plan) {
  T* panel = panel_.data();
  for (const PanelPlan::Run& zeros : plan.zeros) std::fill_n(panel + zeros.first, zeros.count, T(0));
  const TreePattern& pattern = A.lower.pattern();
  for (const PanelPlan::Segment& segment : plan.segments) {
    const TreeMatrix<T>& upper = segment.matrix == 0 ? A.upper : B.upper;
    for (int c = segment.first; c < segment.end; ++c) {
      const T* from = upper.row(c);
      for (const TreePattern::Run& run : pattern.runs(c)) {
        T* to = panel + run.first * panel_width<T> + segment.place + c - segment.first;
        for (int i = 0; i < run.count; ++i, to += panel_width<T>) *to = *from++;
      }
    }
  }
  const T* lower[] = {A.lower.row(0), B.lower.row(0)};
  for (const PanelPlan::Copy& copy : plan.copies) {
    const T* from = lower[copy.matrix] + copy.from;
    for (int i = 0; i < copy.count; ++i) panel[copy.to + i] = from[i];
  }
}

template <class T>
void PanelSolver<T>::solve_panel(const PanelPlan& plan, T* rows, std::ptrdiff_t stride) {
  T* panel = panel_.data();
  if (sweeps_) {
    for (int c = 0; c < plan.columns; c += swept_columns<T>) {
      sweep_inward(speeds_, plan, memory_, panel + c);
      sweep_outward(speeds_, plan, memory_, panel + c, rows + plan.first_column + c, stride);
    }
    return;
  }
  with_registers<T, panel_registers>(plan.columns, [&]<int count>(std::integral_constant<int, count>) {
    solve_panel_by_factors<count>(*factors_, inverse_D_.data(), plan, panel, rows + plan.first_column,
                                  stride);
  });
}

template <class T>
void PanelSolver<T>::solve(const TwoSidedTreeMatrix<T>& A, const TwoSidedTreeMatrix<T>& B, T* rows,
                           std::ptrdiff_t stride) {
  for (const PanelPlan& plan : derivative_panels_) {
    read(A, B, plan);
    solve_panel(plan, rows, stride);
  }
}

template <class T>
void PanelSolver<T>::invert(T* rows, std::ptrdiff_t stride) {
  T* inverse = rows + 2 * static_cast<std::ptrdiff_t>(speeds_.size());
  if (sweeps_)
    invert_by_sweeps(inverse, stride);
  else
    invert_by_factors(inverse, stride);
}

/// Row i follows from those of its ancestors k, which have its part before the diagonal since M⁻¹ is
/// symmetric:
///   M⁻¹_ij = −Σ L_ik·M⁻¹_kj  for j < i,   M⁻¹_ii = 1/D_i − Σ L_ik·M⁻¹_ik
template <class T>
void PanelSolver<T>::invert_by_factors(T* inverse, std::ptrdiff_t stride) {
  constexpr int most = 8, width = most * register_size<T>;
  const TreePattern& pattern = factors_->pattern();
  for (int i = 0; i < factors_->size(); ++i) {
    const T* L = factors_->row(i);
    const int *path = pattern.columns(i), ancestors = pattern.length(i) - 1;
    T* own = inverse + i * stride;
    for (int c = 0; c < i; c += width)
      with_registers<T, most>(std::min(i - c, width), [&]<int count>(std::integral_constant<int, count>) {
        const auto row = [&](int p) SARRUS_INLINE_LAMBDA {
          return PanelRow<T, count>::load(inverse + path[p] * stride + c);
        };
        PanelRow<T, count> even, odd;  // two sums that do not wait for each other
        even.set_zero(), odd.set_zero();
        int p = 0;
        for (; p + 2 <= ancestors; p += 2) even.subtract(L[p], row(p)), odd.subtract(L[p + 1], row(p + 1));
        if (p < ancestors) even.subtract(L[p], row(p));
        for_registers<count>([&](int r) SARRUS_INLINE_LAMBDA { even.x[r] += odd.x[r]; });
        even.store(own + c);
      });
    own[i] = inverse_D_[i] - sum_of_products(L, own, path, ancestors);
    for (int j = 0; j < i; ++j) inverse[j * stride + i] = own[j];
  }
}

template <class T>
void PanelSolver<T>::invert_by_sweeps(T* inverse, std::ptrdiff_t stride) {
  for (const PanelPlan& plan : inverse_panels_) {
    const auto [matrix, first, end, place] = plan.segments.front();
    std::fill_n(panel_.begin(), end * panel_width<T>, T(0));
    for (int c = first; c < end; ++c) panel_[c * panel_width<T> + c - first] = T(1);
    solve_panel(plan, inverse, stride);
    for (int c = first; c < end; ++c)  // the other triangle
      for (int k = 0; k < first; ++k) inverse[c * stride + k] = panel_[k * panel_width<T> + c - first];
  }
}

template class PanelSolver<double>;

}  // namespace sarrus::internal
