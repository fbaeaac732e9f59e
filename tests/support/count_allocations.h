#pragma once
/// @file
/// How often this program has asked for memory.

namespace sarrus::testing {

/// The number of calls of operator new so far.
long allocations();

}  // namespace sarrus::testing
