#pragma once
/// @file
#include <cstddef>

namespace sarrus::internal {

/// A number of a body, joint or row as an index.
constexpr std::size_t index(int i) { return static_cast<std::size_t>(i); }

}  // namespace sarrus::internal
