#include "sarrus/force/drag_spring.h"

#include <limits>

#include "sarrus/dynamics/jacobian.h"
#include "sarrus/system/applied_forces.h"
#include "sarrus/system/declaration.h"
#include "sarrus/system/force_derivatives.h"
#include "sarrus/system/responses.h"

namespace sarrus {

struct DragSpring::Grip {
  int body;
  Vec3<double> p_B, target;
  double stiffness, damping;
};

std::vector<Dependency> DragSpring::declare(Declaration& declaration) {
  grip_ = declaration.discrete("grip", Array<double>{});
  return {declaration.quantities().position, declaration.quantities().velocity};
}

DragSpring::Grip DragSpring::grip(const State& state) const {
  const Array<double>& g = state[grip_];
  require(g.size() == 9 && g[0] >= 0 && g[0] < state.model().body_count(),
          "a grip has 9 numbers: body, point, target, stiffness and damping");
  return {static_cast<int>(g[0]), {g[1], g[2], g[3]}, {g[4], g[5], g[6]}, g[7], g[8]};
}

void DragSpring::add_forces(const State& state, AppliedForces& forces) const {
  if (!is_holding(state)) return;
  const Grip g = grip(state);
  const FrameOn<double> P(g.body, g.p_B);
  const Vec3<double> p = pose(state, P).p;
  forces.add_at(g.body, p - pose(state, g.body).p,
                g.stiffness * (g.target - p) - g.damping * velocity(state, P).v);
}

bool DragSpring::add_derivatives(const State& state, ForceDerivatives& out) const {
  if (!is_holding(state)) return true;
  const Grip g = grip(state);
  out.add(state, FrameOn<double>(0), FrameOn<double>(g.body, g.p_B),
          [&](const auto& P) { return force_alone(g.stiffness * (g.target - P.X.p) - g.damping * P.V.v); });
  return true;
}

double DragSpring::potential_energy(const State& state) const {
  if (!is_holding(state)) return 0;
  const Grip g = grip(state);
  const Vec3<double> stretch = g.target - pose(state, FrameOn<double>(g.body, g.p_B)).p;
  return 0.5 * g.stiffness * dot(stretch, stretch);
}

double DragSpring::dissipation(const State& state) const {
  if (!is_holding(state)) return 0;
  const Grip g = grip(state);
  const Vec3<double> v = velocity(state, FrameOn<double>(g.body, g.p_B)).v;
  return g.damping * dot(v, v);
}

bool DragSpring::hold(State& state, int body, const Vec3<double>& p_B, const Vec3<double>& target,
                      double omega) const {
  require(body >= 0 && body < state.model().body_count(),
          "there is no body {} to hold; the model has {}, from 0", body, state.model().body_count());
  Array<double> numbers = state[grip_];
  const bool same = !numbers.empty() && numbers[0] == body && numbers[1] == p_B.x && numbers[2] == p_B.y &&
                    numbers[3] == p_B.z;
  if (!same) {
    const double mass = mean_mass_at(state, body, p_B);
    if (!std::isfinite(mass)) return false;
    numbers = {static_cast<double>(body), p_B.x,           p_B.y, p_B.z, 0, 0, 0,
               mass * omega * omega,      2 * mass * omega};
  }
  numbers[4] = target.x, numbers[5] = target.y, numbers[6] = target.z;
  for (const double x : numbers) require(std::isfinite(x), "a body cannot be dragged to {}", x);
  state.set(grip_, std::move(numbers));
  return true;
}

void DragSpring::release(State& state) const { state.set(grip_, Array<double>{}); }

double mean_mass_at(const State& state, int body, const Vec3<double>& p_B) {
  double trace = 0;
  for (const Vec3<double>& direction :
       {Vec3<double>{1, 0, 0}, Vec3<double>{0, 1, 0}, Vec3<double>{0, 0, 1}}) {
    Array<double> tau(state.nu(), 0.0), rates(state.nu(), 0.0);
    add_frame_jacobian_transpose_times(state.tree(), position(state), {body, p_B},
                                       Force<double>{{0, 0, 0}, direction}, Out<double>(tau));
    calc_inverse_mass_times(state, tau, rates);
    for (int i = 0; i < state.nu(); ++i) trace += tau[i] * rates[i];
  }
  return trace > 0 ? 3 / trace : std::numeric_limits<double>::infinity();
}

}  // namespace sarrus
