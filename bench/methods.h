#pragma once
/// @file
#include <string>
#include <vector>

namespace sarrus::bench {

/// All methods of integration that there are, the best first.
std::vector<std::string> all_methods();

}  // namespace sarrus::bench
