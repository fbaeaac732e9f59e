#include "sarrus/rigid/internal/state_step.h"

#include "sarrus/dynamics/coordinates.h"
#include "sarrus/dynamics/normalize_quaternions.h"
#include "sarrus/system/internal/layout.h"
#include "sarrus/system/responses.h"

namespace sarrus::internal {

StepResult StateStep::advance(State& state, double h, double end) {
  const StepResult result = solver_.solve(state, h);
  if (state.nz() > 0) {
    z_.assign(state.z().begin(), state.z().end());
    const In<double> rates = zdot(state);
    for (std::size_t k = 0; k < z_.size(); ++k) z_[k] += h * rates[k];
    state.set_z(z_);
  }
  move(state, solver_.way());
  state.set_u(solver_.speeds());
  state.set_time(end);
  place(state);
  return result;
}

/// q ← q + N(q)·way, with quaternions of length one.
void StateStep::move(State& state, In<double> way) {
  q_.resize(state.nq());
  calc_qdot(state.tree(), state.q(), way, Out<double>(q_));
  for (int i = 0; i < state.nq(); ++i) q_[i] += state.q()[i];
  normalize_quaternions(state.model(), Out<double>(q_));
  state.set_q(q_);
}

void place(State& state) {
  prescribe(state);
  for (const FastEquilibrium& fast : state.layout().relaxations)
    require(fast.relax(state), "the fast variables '{}' found no equilibrium at t = {} s", fast.name,
            state.time());
}

}  // namespace sarrus::internal
