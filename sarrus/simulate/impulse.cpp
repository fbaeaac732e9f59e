#include "sarrus/simulate/impulse.h"

#include <algorithm>
#include <cmath>

#include "sarrus/base/array.h"
#include "sarrus/dynamics/forward_dynamics.h"
#include "sarrus/dynamics/jacobian.h"
#include "sarrus/system/constraint_responses.h"
#include "sarrus/system/internal/constraint_set.h"
#include "sarrus/system/internal/layout.h"
#include "sarrus/system/responses.h"

namespace sarrus {

using namespace internal;

namespace {

/// Solves M·x = f + Gᵀ·Λ, G·x = b with x = 0 at prescribed speeds.
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

int row_count(const State& state) {
  return state.layout().constraints.empty() ? 0 : state[state.layout().system.constraint_set].rows;
}

}  // namespace

void apply_impulse(State& state, const Place& at, const Vec3<double>& impulse) {
  apply_impulse(state, at, Force<double>{{0, 0, 0}, impulse});
}

void apply_impulse(State& state, const Place& at, const Force<double>& impulse) {
  for (const double x : {impulse.t.x, impulse.t.y, impulse.t.z, impulse.f.x, impulse.f.y, impulse.f.z})
    require(std::isfinite(x), "an impulse cannot have the element {}; give finite numbers", x);
  const FrameOn<double> point = at.find(state.model(), "the impulse");
  Array<double> f(state.nu(), 0.0), none(row_count(state), 0.0);
  add_frame_jacobian_transpose_times(state.tree(), position(state), point, impulse, Out<double>(f));
  Array<double> u = solve_for_jump(state, std::move(f), none);
  for (int k = 0; k < state.nu(); ++k) u[k] += state.u(k);
  state.set_u(u);
}

void stop_by_impulse(State& state, In<double> u_before) {
  require_size(u_before, state.nu(), "u_before", "speeds of the state");
  Array<double> jump;  // of the prescribed speeds; empty: none
  for (const Prescription::Part& part : state[state.layout().system.prescription].parts) {
    if (part.level == MotionLevel::acceleration) continue;
    for (int k = part.first_speed; k < part.first_speed + part.speeds; ++k) {
      if (state.u(k) == u_before[k]) continue;
      jump.resize(state.nu(), 0.0);
      jump[k] = state.u(k) - u_before[k];
    }
  }
  if (jump.empty()) return;
  // The jump v of the prescribed speeds is given; x of the others follows from M·(v + x) = Gᵀ·Λ and
  // G·(v + x) = 0.
  Array<double> f(state.nu(), 0.0), b(row_count(state), 0.0);
  calc_mass_times(state, jump, Out<double>(f));
  for (double& force : f) force = -force;
  if (!b.empty()) constraint_jacobian(state).calc_times(jump, Out<double>(b));
  for (double& rate : b) rate = -rate;
  Array<double> u = solve_for_jump(state, std::move(f), b);
  for (int k = 0; k < state.nu(); ++k) u[k] += state.u(k);
  state.set_u(u);
}

}  // namespace sarrus
