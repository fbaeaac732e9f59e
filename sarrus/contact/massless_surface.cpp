#include "sarrus/contact/massless_surface.h"

#include <algorithm>
#include <cmath>

#include "sarrus/contact/internal/bristle.h"
#include "sarrus/system/declaration.h"

namespace sarrus {

MasslessSurface::MasslessSurface(Place point, Place plane, const MasslessSurfaceOptions& options)
    : at_{std::move(point), std::move(plane)},
      stiffness_(options.stiffness),
      damping_(options.damping),
      tangential_stiffness_(options.tangential_stiffness),
      tangential_damping_(options.tangential_damping),
      friction_(options.friction) {}

std::vector<Dependency> MasslessSurface::declare(Declaration& declaration) {
  at_.find(declaration);
  stiffness_.declare(declaration, "stiffness", "N/m", ParameterRange::above(0));
  damping_.declare(declaration, "damping", "N·s/m", ParameterRange::above(0));
  tangential_stiffness_.declare(declaration, "tangential_stiffness", "N/m", ParameterRange::above(0));
  tangential_damping_.declare(declaration, "tangential_damping", "N·s/m", ParameterRange::above(0));
  friction_.declare(declaration, "friction", "", ParameterRange::at_least(0));
  touching_ = declaration.discrete("touching", false);
  left_at_ = declaration.discrete("left_at", 0.0);
  left_height_ = declaration.discrete("left_height", 0.0);
  std::vector<Dependency> reads{declaration.quantities().position, declaration.quantities().velocity,
                                Source::time, Source::z};
  std::vector<Dependency> all = reads;
  all.insert(all.end(), declaration.own().begin(), declaration.own().end());
  declare_bristle(declaration, all);
  declare_events(declaration, all);
  return reads;
}

void MasslessSurface::declare_bristle(Declaration& declaration, const std::vector<Dependency>& reads) {
  bristle_ = declaration.auxiliary(
      "bristle", {0.0, 0.0}, reads,
      [this](const State& state, Out<double> zdot) {
        const PointOnPlane::Motion motion = at_.motion(state);
        const auto bristle = internal::calc_bristle_force(
            state[bristle_], {motion.v.x, motion.v.y}, state[tangential_stiffness_],
            state[tangential_damping_], state[friction_] * normal(state, motion));
        zdot[0] = bristle.xdot[0], zdot[1] = bristle.xdot[1];
      },
      1e-3);
}

void MasslessSurface::declare_events(Declaration& declaration, const std::vector<Dependency>& reads) {
  // The force while touching, the depth below the free surface while apart: positive in contact, negative
  // beyond.
  const Quantity<double> grip =
      declaration.quantity<double>("grip", reads, 0.0, [this](const State& state, double& value) {
        value = state[touching_] ? spring_force(state, at_.motion(state))
                                 : free_height(state) - at_.height(state);
      });
  // A surface that is left stays behind by a hair, so that a point which returns at once is seen to cross.
  const auto switch_to = [this](State& state, bool touching) {
    const PointOnPlane::Motion motion = at_.motion(state);
    const double size = std::abs(motion.p.z) + state[damping_] / state[stiffness_] * std::abs(motion.v.z);
    state.set(left_at_, state.time());
    state.set(left_height_, motion.p.z - 1e-10 * size);
    state.set(touching_, touching);
  };
  // Two events: hard surfaces touch and part in turn within a short time, which is no chattering.
  const auto decide = [this, switch_to](State& state, EventCall&) {
    switch_to(state, spring_force(state, at_.motion(state)) > 0);
  };
  declaration.event(on_crossing("touch", grip, Crossing::rising, decide));
  declaration.event(on_crossing("part", grip, Crossing::falling, decide));
  declaration.event(at_start("touch at the start", [this, switch_to](State& state, EventCall&) {
    if (state[touching_] || at_.height(state) > free_height(state)) return;
    if (spring_force(state, at_.motion(state)) >= 0) switch_to(state, true);
  }));
}

/// The solution of K·z + D·ż = 0 since the point has left.
double MasslessSurface::free_height(const State& state) const {
  return state[left_height_] *
         std::exp(-state[stiffness_] / state[damping_] * (state.time() - state[left_at_]));
}

double MasslessSurface::spring_force(const State& state, const PointOnPlane::Motion& motion) const {
  return -state[stiffness_] * motion.p.z - state[damping_] * motion.v.z;
}

double MasslessSurface::normal(const State& state, const PointOnPlane::Motion& motion) const {
  return state[touching_] ? std::max(0.0, spring_force(state, motion)) : 0.0;
}

Vec3<double> MasslessSurface::force(const State& state) const {
  const PointOnPlane::Motion motion = at_.motion(state);
  const double f_n = normal(state, motion);
  const auto bristle =
      internal::calc_bristle_force(state[bristle_], {motion.v.x, motion.v.y}, state[tangential_stiffness_],
                                   state[tangential_damping_], state[friction_] * f_n);
  return {bristle.f[0], bristle.f[1], f_n};
}

void MasslessSurface::add_forces(const State& state, AppliedForces& forces) const {
  at_.add(state, at_.motion(state).p, force(state), forces);
}

double MasslessSurface::potential_energy(const State& state) const {
  const double z = state[touching_] ? at_.height(state) : free_height(state);
  const In<double> x = state[bristle_];
  return 0.5 * state[stiffness_] * z * z + 0.5 * state[tangential_stiffness_] * (x[0] * x[0] + x[1] * x[1]);
}

double MasslessSurface::dissipation(const State& state) const {
  const PointOnPlane::Motion motion = at_.motion(state);
  const auto bristle =
      internal::calc_bristle_force(state[bristle_], {motion.v.x, motion.v.y}, state[tangential_stiffness_],
                                   state[tangential_damping_], state[friction_] * normal(state, motion));
  const double rate =
      state[touching_] ? motion.v.z : -state[stiffness_] / state[damping_] * free_height(state);
  return state[damping_] * rate * rate + bristle.dissipation;
}

}  // namespace sarrus
