#pragma once
/// @file
#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace sarrus::internal {

/// `wanted`, followed by a number if one of the items already has that name.
template <class Items>
std::string unused_name(const std::string& wanted, const Items& items) {
  std::string name = wanted;
  const auto has_it = [&](const auto& item) { return item.name == name; };
  for (int i = 2; std::any_of(items.begin(), items.end(), has_it); ++i) name = fmt::format("{}{}", wanted, i);
  return name;
}

}  // namespace sarrus::internal
