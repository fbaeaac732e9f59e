#pragma once
/// @file
#include <algorithm>
#include <vector>

namespace sarrus {

/// Position of a value in an ascending list, or −1.
inline int find_sorted(const std::vector<int>& ascending, int value) {
  const auto at = std::lower_bound(ascending.begin(), ascending.end(), value);
  return at != ascending.end() && *at == value ? static_cast<int>(at - ascending.begin()) : -1;
}

}  // namespace sarrus
