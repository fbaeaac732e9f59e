#pragma once
/// @file
#include <algorithm>

#include "sarrus/base/array.h"

namespace sarrus::internal {

/// Position of a value in an ascending list, or −1.
inline int find_sorted(const Array<int>& ascending, int value) {
  const auto at = std::lower_bound(ascending.begin(), ascending.end(), value);
  return at != ascending.end() && *at == value ? static_cast<int>(at - ascending.begin()) : -1;
}

}  // namespace sarrus::internal
