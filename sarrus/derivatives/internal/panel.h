#pragma once
/// @file
/// Panels: a few columns of a matrix that has a row for each speed, kept together, so that a solver works in
/// registers and in the nearest cache.

#include "sarrus/scalar/internal/chunk.h"
#include "sarrus/scalar/scalars.h"

namespace sarrus::internal {

#ifdef __AVX512F__
constexpr bool has_wide_registers = true;
#else
constexpr bool has_wide_registers = false;
#endif

/// Numbers of a single state fill registers of eight, or of four; a pack is a register by itself.
template <class T>
using Register = Chunk<T, has_wide_registers ? 8 : 4>;
template <class T>
constexpr int register_size = chunk_size<T, has_wide_registers ? 8 : 4>;

/// Registers of a row of a panel, none of which waits for another.
constexpr int panel_registers = has_wide_registers ? 6 : 4;
/// Rows that are solved for together, so that what they share is read once.
constexpr int rows_at_once = has_wide_registers ? 4 : 2;
/// Columns of a panel.
template <class T>
constexpr int panel_width = panel_registers* register_size<T>;

/// For the lambdas below: one that is not inlined takes registers through memory.
#define SARRUS_INLINE_LAMBDA __attribute__((always_inline))

/// Calls f(0), f(1), … unrolled, so that arrays of registers stay in registers.
template <int count, class F>
SARRUS_ALWAYS_INLINE void for_registers(const F& f) {
  if constexpr (count > 1) for_registers<count - 1>(f);
  f(count - 1);
}

/// A row of a panel, or `count` registers of it.
template <class T, int count = panel_registers>
struct PanelRow {
  Register<T> x[count];

  static SARRUS_ALWAYS_INLINE PanelRow load(const T* from) {
    PanelRow row;
    for_registers<count>(
        [&](int r) SARRUS_INLINE_LAMBDA { row.x[r] = load_chunk<Register<T>>(from + r * register_size<T>); });
    return row;
  }
  SARRUS_ALWAYS_INLINE void set_zero() {
    for_registers<count>([&](int r) SARRUS_INLINE_LAMBDA { x[r] = Register<T>(T(0)); });
  }
  SARRUS_ALWAYS_INLINE void store(T* to) const {
    for_registers<count>([&](int r) SARRUS_INLINE_LAMBDA { store_chunk(x[r], to + r * register_size<T>); });
  }
  SARRUS_ALWAYS_INLINE void scale(const T& a) {
    for_registers<count>([&](int r) SARRUS_INLINE_LAMBDA { x[r] = a * x[r]; });
  }
  /// Adds the row at `from`.
  SARRUS_ALWAYS_INLINE void add(const T* from) {
    for_registers<count>(
        [&](int r) SARRUS_INLINE_LAMBDA { x[r] += load_chunk<Register<T>>(from + r * register_size<T>); });
  }
  /// Subtracts a·other.
  SARRUS_ALWAYS_INLINE void subtract(const T& a, const PanelRow& other) {
    for_registers<count>([&](int r) SARRUS_INLINE_LAMBDA { x[r] -= a * other.x[r]; });
  }
};

}  // namespace sarrus::internal
