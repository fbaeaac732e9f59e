#include "sarrus/simulate/internal/speed_jump.h"

#include "sarrus/dynamics/forward_dynamics.h"
#include "sarrus/system/constraint_responses.h"
#include "sarrus/system/internal/constraint_set.h"
#include "sarrus/system/internal/layout.h"
#include "sarrus/system/responses.h"

namespace sarrus::internal {

int constraint_row_count(const State& state) {
  return state.layout().constraints.empty() ? 0 : state[state.layout().system.constraint_set].rows;
}

Array<double> solve_for_jump(const State& state, Array<double> f, In<double> b) {
  Array<double> x(state.nu(), 0.0), multipliers(b.size());
  if (!b.empty()) {
    solve_constrained(state, f, b, Out<double>(x), Out<double>(multipliers));
    return x;
  }
  IndexSet prescribed = state[state.layout().system.prescription].speeds;
  prescribed.resize(state.nu());
  ForwardDynamics<double> workspace(state.tree());
  calc_hybrid_dynamics<double>(
      state.tree(), state.q(), {}, prescribed, Out<double>(f), Out<double>(x), {}, workspace,
      {.gravity = false, .port_inertia = port_inertia(state), .prescribed_forces = false});
  return x;
}

}  // namespace sarrus::internal
