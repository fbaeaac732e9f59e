#pragma once
/// @file
#include "bench/case.h"
#include "sarrus/system/responses.h"
#include "sarrus/system/system.h"

namespace sarrus::bench {

/// The states of a Case as a user of a System meets them.
struct SystemCase {
  System system;
  State state{system.default_state()};
  std::vector<std::vector<double>> q;

  explicit SystemCase(const BenchModel& of) : system(of.model) {
    Case<double> states(of);
    state.set_u(states.u.front());
    q = std::move(states.q);
  }
  /// All accelerations after new coordinates.
  void accelerations(int i) {
    state.set_q(q[static_cast<std::size_t>(i)]);
    udot(state);
  }
};

}  // namespace sarrus::bench
