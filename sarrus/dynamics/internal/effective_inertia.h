#pragma once
/// @file
#include "sarrus/dynamics/tree.h"

namespace sarrus::internal {

/// Throws an Error that names the speed unless its effective inertia, the pivot of the mass matrix, is
/// positive.
inline void require_effective_inertia(const Tree<double>& tree, int speed, double D) {
  if (!(D > 0)) [[unlikely]]
    fail(
        "speed '{}' has nothing to move: its effective inertia is {}. Give the bodies beyond its joint mass "
        "and moments of inertia",
        tree.model().speeds()[speed].name, D);
}

}  // namespace sarrus::internal
