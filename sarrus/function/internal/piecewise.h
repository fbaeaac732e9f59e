#pragma once
/// @file
/// Table lookup: the row of a table that belongs to x. The one place where a scalar's value selects data
/// instead of entering a formula: formulas then use the row's numbers, in the scalar's own type, without a
/// branch.

#include <algorithm>
#include <array>
#include <cstddef>

#include "sarrus/base/array.h"
#include "sarrus/scalar/real.h"

namespace sarrus::internal {

/// Index of the row for x. Row i covers breaks[i − 1] ≤ x < breaks[i]; the first and the last row are
/// unbounded. A NaN gets the last row.
inline std::size_t row_index(const Array<double>& breaks, double x) {
  return std::upper_bound(breaks.begin(), breaks.end(), x) - breaks.begin();
}

/// The row for x; rows.size() = breaks.size() + 1.
template <class T, std::size_t columns>
std::array<T, columns> row_at(const Array<double>& breaks, const Array<std::array<double, columns>>& rows,
                              const T& x) {
  std::array<T, columns> row;
  if constexpr (requires { primal(x); }) {
    // A single number: one search.
    const std::array<double, columns>& found = rows[row_index(breaks, primal(x))];
    for (std::size_t j = 0; j < columns; ++j) row[j] = T(found[j]);
  } else if constexpr (requires { row[0].set(0, x[0]); }) {
    // A pack: one search per lane, and a gather.
    for (int lane = 0; lane < ScalarTraits<T>::lanes; ++lane) {
      const std::array<double, columns>& found = rows[row_index(breaks, static_cast<double>(x[lane]))];
      for (std::size_t j = 0; j < columns; ++j) row[j].set(lane, static_cast<ValueOf<T>>(found[j]));
    }
  } else {
    // Values that cannot be read, alone or lane by lane: compare with every break.
    for (std::size_t j = 0; j < columns; ++j) row[j] = T(rows[0][j]);
    for (std::size_t i = 0; i < breaks.size(); ++i) {
      const auto before = x < T(breaks[i]);
      for (std::size_t j = 0; j < columns; ++j) row[j] = select(before, row[j], T(rows[i + 1][j]));
    }
  }
  return row;
}

}  // namespace sarrus::internal
