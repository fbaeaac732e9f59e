#include "sarrus/simulate/impulse.h"

#include <algorithm>
#include <cmath>

#include "sarrus/base/array.h"
#include "sarrus/dynamics/jacobian.h"
#include "sarrus/loops/constraint_jacobian.h"
#include "sarrus/simulate/internal/speed_jump.h"
#include "sarrus/system/constraint_responses.h"
#include "sarrus/system/internal/layout.h"
#include "sarrus/system/responses.h"
#include "sarrus/system/rigid_element.h"

namespace sarrus {

using namespace internal;

namespace {

/// The jump of the speeds that are locked or prescribed; empty: none.
Array<double> find_given_jump(const State& state, In<double> u_before) {
  Array<double> jump;
  for (const Prescription::Part& part : state[state.layout().system.prescription].parts) {
    if (part.level == MotionLevel::acceleration) continue;
    for (int k = part.first_speed; k < part.first_speed + part.speeds; ++k) {
      if (state.u(k) == u_before[k]) continue;
      jump.resize(state.nu(), 0.0);
      jump[k] = state.u(k) - u_before[k];
    }
  }
  return jump;
}

void add_to_speeds(State& state, Array<double> jump) {
  for (int k = 0; k < state.nu(); ++k) jump[k] += state.u(k);
  state.set_u(jump);
}

/// The jump v of the prescribed speeds is given; x of the others follows from M·(v + x) = Gᵀ·Λ and
/// G·(v + x) = 0.
void follow_given_jump(State& state, In<double> u_before) {
  const Array<double> jump = find_given_jump(state, u_before);
  if (jump.empty()) return;
  Array<double> f(state.nu(), 0.0), b(constraint_row_count(state), 0.0);
  calc_mass_times(state, jump, Out<double>(f));
  for (double& force : f) force = -force;
  if (!b.empty()) constraint_jacobian(state).calc_times(jump, Out<double>(b));
  for (double& rate : b) rate = -rate;
  add_to_speeds(state, solve_for_jump(state, std::move(f), b));
}

}  // namespace

void apply_impulse(State& state, const Place& at, const Vec3<double>& impulse, const Vec3<double>& angular) {
  for (const double x : {angular.x, angular.y, angular.z, impulse.x, impulse.y, impulse.z})
    require(std::isfinite(x), "an impulse cannot have the element {}; give finite numbers", x);
  const FrameOn<double> point = at.find(state.model(), "the impulse");
  strike_yielding(state, [&] {
    Array<double> f(state.nu(), 0.0), none(constraint_row_count(state), 0.0);
    add_frame_jacobian_transpose_times(state.tree(), position(state), point, Force<double>{angular, impulse},
                                       Out<double>(f));
    add_to_speeds(state, solve_for_jump(state, std::move(f), none));
  });
}

void stop_by_impulse(State& state, In<double> u_before) {
  require_size(u_before, state.nu(), "u_before", "speeds of the state");
  if (!find_given_jump(state, u_before).empty())
    strike_yielding(state, [&] { follow_given_jump(state, u_before); });
}

}  // namespace sarrus
