#include "sarrus/derivatives/internal/row_sweeps.h"

#include <algorithm>

#include "sarrus/scalar/internal/chunk.h"
#include "sarrus/scalar/scalars.h"

namespace sarrus::internal {

namespace {

/// Registers that are solved for together: two, so that one does not wait for the other.
constexpr int registers = 2;
template <class T>
using Register = Chunk<T, 8>;
template <class T>
constexpr int register_size = chunk_size<T, 8>;

/// A force or an acceleration for each column of a block: six numbers by register.
template <class T>
struct Carried {
  Register<T> x[6][registers];

  void set_zero() {
    for (auto& c : x)
      for (auto& r : c) r = Register<T>(T(0));
  }
  static Carried load(const T* from) {
    Carried out;
    for (auto& c : out.x)
      for (auto& r : c) r = load_chunk<Register<T>>(from), from += register_size<T>;
    return out;
  }
  void store(T* to) const {
    for (const auto& c : x)
      for (const auto& r : c) store_chunk(r, to), to += register_size<T>;
  }
  void add(const T* from) {
    for (auto& c : x)
      for (auto& r : c) r += load_chunk<Register<T>>(from), from += register_size<T>;
  }
  /// The product of register r with six numbers.
  SARRUS_ALWAYS_INLINE Register<T> dot(const T* with, int r) const {
    return (with[0] * x[0][r] + with[1] * x[1][r] + with[2] * x[2][r]) +
           (with[3] * x[3][r] + with[4] * x[4][r] + with[5] * x[5][r]);
  }
  SARRUS_ALWAYS_INLINE void add_multiple(const T* of, const Register<T>& by, int r) {
    for (int c = 0; c < 6; ++c) x[c][r] += of[c] * by;
  }
};
template <class T>
constexpr int carried_size = 6 * registers* register_size<T>;

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
  carried_.assign(static_cast<std::size_t>(deepest + 1) * carried_size<T>, T(0));
}

template <class T>
int RowSweeps<T>::columns_at_once() {
  return registers * register_size<T>;
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
void RowSweeps<T>::sweep_inward(T* rows, std::ptrdiff_t stride) {
  Carried<T> p;
  p.set_zero();
  for (int k = static_cast<int>(speeds_.size()) - 1; k >= 0; --k) {
    const Speed& speed = speeds_[k];
    T* x = rows + k * stride;
    T* waiting = carried_.data() + static_cast<std::ptrdiff_t>(speed.depth) * carried_size<T>;
    if (speed.has_branches) {
      p.add(waiting);
      std::fill_n(waiting, carried_size<T>, T(0));
    }
    for (int r = 0; r < registers; ++r) {
      T* at = x + r * register_size<T>;
      const Register<T> rest = load_chunk<Register<T>>(at) - p.dot(speed.S, r);
      store_chunk(rest, at);
      p.add_multiple(speed.W, rest, r);
    }
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
    T* kept = carried_.data() + static_cast<std::ptrdiff_t>(speed.depth) * carried_size<T>;
    if (speed.depth == 0)
      a.set_zero();
    else if (!speed.follows)
      a = Carried<T>::load(kept - carried_size<T>);
    for (int r = 0; r < registers; ++r) {
      T* at = x + r * register_size<T>;
      const Register<T> found = speed.inverse_D * load_chunk<Register<T>>(at) - a.dot(speed.W, r);
      store_chunk(found, at);
      a.add_multiple(speed.S, found, r);
    }
    if (speed.has_branches) a.store(kept);
  }
}

template <class T>
void RowSweeps<T>::solve(T* rows, std::ptrdiff_t stride, int columns) {
  for (int c = 0; c < columns; c += columns_at_once()) {
    std::fill(carried_.begin(), carried_.end(), T(0));
    sweep_inward(rows + c, stride);
    sweep_outward(rows + c, stride);
  }
}

#define SARRUS_INSTANTIATE(T) template class RowSweeps<T>;
SARRUS_FOR_EACH_SCALAR(SARRUS_INSTANTIATE)
#undef SARRUS_INSTANTIATE

}  // namespace sarrus::internal
