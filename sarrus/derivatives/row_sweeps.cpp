#include "sarrus/derivatives/internal/row_sweeps.h"

#include <algorithm>

#include "sarrus/scalar/internal/chunk.h"
#include "sarrus/scalar/scalars.h"

namespace sarrus::internal {

namespace {

template <class T>
using Register = Chunk<T, 4>;
template <class T>
constexpr int register_size = chunk_size<T, 4>;

/// Registers that are solved for together, so that one does not wait for the other. Those of a single state
/// hold four numbers, whose stores and loads are never split; three of them need more than sixteen registers.
#ifdef __AVX512VL__
constexpr bool has_many_registers = true;
#else
constexpr bool has_many_registers = false;
#endif
template <class T>
constexpr int registers = has_many_registers&& ScalarTraits<T>::lanes == 1 ? 3 : 2;

/// Calls f(0), f(1), … for all registers, unrolled, so that arrays of them stay in registers.
template <class T, class F>
SARRUS_ALWAYS_INLINE void for_registers(F f) {
  f(0), f(1);
  if constexpr (registers < T >> 2) f(2);
}
/// Calls f(c, r) for six numbers c and all registers r.
template <class T, class F>
SARRUS_ALWAYS_INLINE void for_all(F f) {
  for_registers<T>([&](int r) { f(0, r), f(1, r), f(2, r), f(3, r), f(4, r), f(5, r); });
}

/// A force or an acceleration for each column of a block: six numbers by register.
template <class T>
struct Carried {
  Register<T> x[6][registers<T>];

  static const T* place(const T* array, int c, int r) {
    return array + (c * registers<T> + r) * register_size<T>;
  }
  static T* place(T* array, int c, int r) { return array + (c * registers<T> + r) * register_size<T>; }

  SARRUS_ALWAYS_INLINE void set_zero() {
    for_all<T>([&](int c, int r) { x[c][r] = Register<T>(T(0)); });
  }
  SARRUS_ALWAYS_INLINE void load(const T* from) {
    for_all<T>([&](int c, int r) { x[c][r] = load_chunk<Register<T>>(place(from, c, r)); });
  }
  SARRUS_ALWAYS_INLINE void store(T* to) const {
    for_all<T>([&](int c, int r) { store_chunk(x[c][r], place(to, c, r)); });
  }
  SARRUS_ALWAYS_INLINE void add(const T* from) {
    for_all<T>([&](int c, int r) { x[c][r] += load_chunk<Register<T>>(place(from, c, r)); });
  }
  /// The product of register r with six numbers.
  SARRUS_ALWAYS_INLINE Register<T> dot(const T* with, int r) const {
    return (with[0] * x[0][r] + with[1] * x[1][r] + with[2] * x[2][r]) +
           (with[3] * x[3][r] + with[4] * x[4][r] + with[5] * x[5][r]);
  }
};
template <class T>
constexpr int carried_size = 6 * registers<T>* register_size<T>;

}  // namespace

template <class T>
RowSweeps<T>::RowSweeps(const TreePattern& pattern) : speeds_(pattern.size()) {
  int deepest = 0;
  for (int k = 0; k < pattern.size(); ++k) {
    Speed& speed = speeds_[k];
    std::fill(std::begin(speed.S), std::end(speed.S), T(0));
    std::fill(std::begin(speed.W), std::end(speed.W), T(0));
    speed.inverse_D = T(1);
    speed.depth = pattern.length(k) - 1;
    speed.follows = k > 0 && pattern.parent(k) == k - 1;
    speed.has_branches = false;
    if (pattern.parent(k) >= 0 && !speed.follows) speeds_[pattern.parent(k)].has_branches = true;
    deepest = std::max(deepest, speed.depth);
  }
  waiting_.assign(static_cast<std::size_t>(deepest + 1) * carried_size<T>, T(0));
  kept_ = waiting_;
  const int n = pattern.size();
  for (int first = 0; first < 3 * n; first += columns_at_once())
    for (int k = 0; k < n; ++k) {
      bool any = false;
      for (int c = first; c < std::min(first + columns_at_once(), 3 * n); ++c)
        any = any || pattern.is_ancestor(c % n, k) || pattern.is_ancestor(k, c % n);
      has_entries_.push_back(any ? 1 : 0);
    }
}

template <class T>
int RowSweeps<T>::columns_at_once() {
  return registers<T> * register_size<T>;
}

template <class T>
void RowSweeps<T>::set_factors(const TreeMatrix<T>& factors) {
  const TreePattern& pattern = factors.pattern();
  for (int d = factors.size() - 1; d >= 0; --d) {
    Speed& speed = speeds_[d];
    const T D = factors.diagonal(d);
    speed.inverse_D = T(1) / D;
    for (T& w : speed.W) w = w * speed.inverse_D;
    const T* L = factors.row(d);
    const int* ancestors = pattern.columns(d);
    for (int p = 0; p + 1 < pattern.length(d); ++p) {
      T* to = speeds_[ancestors[p]].W;
      const T factor = L[p] * D;
      for (int c = 0; c < 8; c += register_size<T>)
        store_chunk(load_chunk<Register<T>>(to + c) - factor * load_chunk<Register<T>>(speed.W + c), to + c);
    }
  }
}

template <class T>
void RowSweeps<T>::sweep_inward(const char* has_entries, T* rows, std::ptrdiff_t stride) {
  Carried<T> p;
  p.set_zero();
  for (int k = static_cast<int>(speeds_.size()) - 1; k >= 0; --k) {
    if (!has_entries[k]) continue;  // nor has anything beyond it: p is zero
    const Speed& speed = speeds_[k];
    T* x = rows + k * stride;
    T* waiting = waiting_.data() + static_cast<std::ptrdiff_t>(speed.depth) * carried_size<T>;
    if (speed.has_branches) {
      p.add(waiting);
      std::fill_n(waiting, carried_size<T>, T(0));
    }
    Register<T> rest[registers<T>];
    for_registers<T>([&](int r) {
      T* at = x + r * register_size<T>;
      rest[r] = load_chunk<Register<T>>(at) - p.dot(speed.S, r);
      store_chunk(rest[r], at);
    });
    for_all<T>([&](int c, int r) { p.x[c][r] += speed.W[c] * rest[r]; });
    if (speed.follows) continue;
    if (speed.depth > 0) {  // left for the parent, which comes later
      T* parent = waiting - carried_size<T>;
      p.add(parent);
      p.store(parent);
    }
    p.set_zero();
  }
}

template <class T>
void RowSweeps<T>::sweep_outward(T* rows, std::ptrdiff_t stride) {
  Carried<T> a;
  for (int k = 0; k < static_cast<int>(speeds_.size()); ++k) {
    const Speed& speed = speeds_[k];
    T* x = rows + k * stride;
    T* kept = kept_.data() + static_cast<std::ptrdiff_t>(speed.depth) * carried_size<T>;
    if (speed.depth == 0)
      a.set_zero();
    else if (!speed.follows)
      a.load(kept - carried_size<T>);
    Register<T> found[registers<T>];
    for_registers<T>([&](int r) {
      T* at = x + r * register_size<T>;
      found[r] = speed.inverse_D * load_chunk<Register<T>>(at) - a.dot(speed.W, r);
      store_chunk(found[r], at);
    });
    for_all<T>([&](int c, int r) { a.x[c][r] += speed.S[c] * found[r]; });
    if (speed.has_branches) a.store(kept);
  }
}

template <class T>
void RowSweeps<T>::solve(T* rows, std::ptrdiff_t stride, int columns) {
  const char* has_entries = has_entries_.data();
  for (int c = 0; c < columns; c += columns_at_once(), has_entries += speeds_.size()) {
    sweep_inward(has_entries, rows + c, stride);
    sweep_outward(rows + c, stride);
  }
}

#define SARRUS_INSTANTIATE(T) template class RowSweeps<T>;
SARRUS_FOR_EACH_SCALAR(SARRUS_INSTANTIATE)
#undef SARRUS_INSTANTIATE

}  // namespace sarrus::internal
