#pragma once
/// @file
/// x ← M⁻¹·x for the columns of a panel, in O(n) for each: with the factors M = LᵀDL of a tree, an entry of L
/// is a product of two six-vectors, L_kj = W_k·S_j, where W_k = A·S_k/D_k belongs to the articulated inertia
/// A of everything beyond speed k. Instead of the entries of all pairs, sweeps carry one force inward and one
/// acceleration outward, about a reference point that all nodes of a tree share:
///   inward   x_k ← x_k − S_k·p,            p ← p + W_k·x_k
///   outward  x_k ← ±x_k/D_k − W_k·a,        a ← a + S_k·x_k

#include <algorithm>

#include "sarrus/base/aligned_array.h"
#include "sarrus/derivatives/internal/panel.h"
#include "sarrus/derivatives/internal/panel_plan.h"

namespace sarrus::internal {

/// Registers of a row that are swept together: six times as many are carried.
constexpr int swept_registers = has_wide_registers ? 3 : 2;
template <class T>
constexpr int swept_columns = swept_registers* register_size<T>;
template <class T>
using SweptRow = PanelRow<T, swept_registers>;

/// A force or an acceleration for each column that is swept.
template <class T>
struct Carried {
  SweptRow<T> x[6];

  /// Calls f(c) for the six numbers, unrolled.
  template <class F>
  static SARRUS_ALWAYS_INLINE void for_six(F f) {
    f(0), f(1), f(2), f(3), f(4), f(5);
  }
  SARRUS_ALWAYS_INLINE void set_zero() {
    for_six([&](int c) SARRUS_INLINE_LAMBDA { x[c].set_zero(); });
  }
  SARRUS_ALWAYS_INLINE void load(const T* from) {
    for_six([&](int c) SARRUS_INLINE_LAMBDA { x[c] = SweptRow<T>::load(from + c * swept_columns<T>); });
  }
  SARRUS_ALWAYS_INLINE void store(T* to) const {
    for_six([&](int c) SARRUS_INLINE_LAMBDA { x[c].store(to + c * swept_columns<T>); });
  }
  SARRUS_ALWAYS_INLINE void add(const T* from) {
    for_six([&](int c) SARRUS_INLINE_LAMBDA { x[c].add(from + c * swept_columns<T>); });
  }
  /// Subtracts the products with six numbers.
  SARRUS_ALWAYS_INLINE void subtract_products(const T* with, SweptRow<T>& from) const {
    for_registers<swept_registers>([&](int r) SARRUS_INLINE_LAMBDA {
      from.x[r] = (from.x[r] - with[0] * x[0].x[r] - with[1] * x[1].x[r]) -
                  (with[2] * x[2].x[r] + with[3] * x[3].x[r]) - (with[4] * x[4].x[r] + with[5] * x[5].x[r]);
    });
  }
  SARRUS_ALWAYS_INLINE void add_multiples(const T* by, const SweptRow<T>& of) {
    for_six([&](int c) SARRUS_INLINE_LAMBDA {
      for_registers<swept_registers>([&](int r) SARRUS_INLINE_LAMBDA { x[c].x[r] += by[c] * of.x[r]; });
    });
  }
};
template <class T>
constexpr int carried_size = 6 * swept_columns<T>;

/// A speed in the sweeps.
template <class T>
struct SweptSpeed {
  T S[6], W[6];
  T inverse_D;
  int depth;          // number of speeds on its path before it
  bool follows;       // its parent is the speed before it
  bool has_branches;  // another speed than the next one has it as parent
};

/// Memory of the sweeps, per depth.
template <class T>
struct SweepMemory {
  AlignedArray<T> waiting;  ///< Forces that wait for the parent; zero between sweeps.
  AlignedArray<T> kept;     ///< Accelerations that are kept for other children.
};

/// Sweeps over some columns, which begin at `panel`.
template <class T>
void sweep_inward(const Array<SweptSpeed<T>>& speeds, const PanelPlan& plan, SweepMemory<T>& memory,
                  T* panel) {
  Carried<T> p;
  p.set_zero();
  for (int i = static_cast<int>(plan.active.size()) - 1; i >= 0; --i) {
    const int k = plan.active[i].speed;
    const SweptSpeed<T>& speed = speeds[k];
    T* at = panel + k * panel_width<T>;
    T* waiting = memory.waiting.data() + static_cast<std::ptrdiff_t>(speed.depth) * carried_size<T>;
    if (speed.has_branches) {
      p.add(waiting);
      std::fill_n(waiting, carried_size<T>, T(0));
    }
    SweptRow<T> x = SweptRow<T>::load(at);
    p.subtract_products(speed.S, x);
    x.store(at);
    p.add_multiples(speed.W, x);
    if (speed.follows) continue;
    if (speed.depth > 0) {  // left for the parent, which comes later
      T* parent = waiting - carried_size<T>;
      p.add(parent);
      p.store(parent);
    }
    p.set_zero();
  }
}

/// The results are written to the panel and to the rows, which are `stride` numbers apart.
template <class T>
void sweep_outward(const Array<SweptSpeed<T>>& speeds, const PanelPlan& plan, SweepMemory<T>& memory,
                   T* panel, T* rows, std::ptrdiff_t stride) {
  Carried<T> a;
  for (int k = 0; k < plan.row_end; ++k) {
    const SweptSpeed<T>& speed = speeds[k];
    T* at = panel + k * panel_width<T>;
    T* kept = memory.kept.data() + static_cast<std::ptrdiff_t>(speed.depth) * carried_size<T>;
    if (speed.depth == 0)
      a.set_zero();
    else if (!speed.follows)
      a.load(kept - carried_size<T>);
    SweptRow<T> x = SweptRow<T>::load(at);
    x.scale(T(plan.sign) * speed.inverse_D);
    a.subtract_products(speed.W, x);
    x.store(at);
    x.store(rows + k * stride);
    a.add_multiples(speed.S, x);
    if (speed.has_branches) a.store(kept);
  }
}

}  // namespace sarrus::internal
