#pragma once
/// @file
#include "sarrus/dynamics/forward_dynamics.h"

namespace sarrus::internal {

/// Refuses what only the articulated-body algorithm takes: ignored, it would give the accelerations of
/// another mechanism.
template <class T>
void require_no_locks(const ForwardDynamicsOptions<T>& options, const char* algorithm) {
  require(options.locked.empty() && options.couplings == nullptr,
          "{} takes no locked or coupled speeds; use calc_forward_dynamics() of a Tree with the workspace "
          "ForwardDynamics, or calc_hybrid_dynamics()",
          algorithm);
}

}  // namespace sarrus::internal
