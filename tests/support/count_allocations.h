#pragma once
/// @file
/// Counts memory allocations of the program.

namespace sarrus::testing {

/// The number of calls of operator new so far.
long allocations();

}  // namespace sarrus::testing
