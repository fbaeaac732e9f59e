#pragma once
/// @file
#include "bench/case.h"
#include "sarrus/base/array.h"
#include "sarrus/system/responses.h"
#include "sarrus/system/system.h"

namespace sarrus::bench {

/// The states of a Case as a user of a System meets them.
struct SystemCase {
  System system;
  State state{system.default_state()};
  Array<std::vector<double>> q, u;

  explicit SystemCase(const BenchModel& of) : SystemCase(of, System(of.model)) {}
  /// Of a System with the model.
  SystemCase(const BenchModel& of, System made) : system(std::move(made)) {
    Case<double> states(of);
    q = std::move(states.q), u = std::move(states.u);
    state.set_u(u.front());
  }
  /// All accelerations after new coordinates.
  void accelerations(int i) {
    state.set_q(q[i]);
    udot(state);
  }
  /// All accelerations after new coordinates and speeds.
  void accelerations_of_motion(int i) {
    state.set_u(u[i]);
    accelerations(i);
  }
};

}  // namespace sarrus::bench
