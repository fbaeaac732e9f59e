#include "sarrus/contact/exponential_spring.h"

#include <algorithm>
#include <cmath>

#include "sarrus/contact/internal/bristle.h"
#include "sarrus/system/declaration.h"

namespace sarrus {

ExponentialSpring::ExponentialSpring(Place point, Place plane, const ExponentialSpringOptions& options)
    : at_{std::move(point), std::move(plane)},
      most_(options.most),
      d0_(options.d0),
      d1_(options.d1),
      d2_(options.d2),
      dissipation_(options.dissipation),
      friction_(options.friction),
      stiffness_(options.stiffness),
      damping_(options.damping) {}

std::vector<Dependency> ExponentialSpring::declare(Declaration& declaration) {
  at_.find(declaration);
  d0_.declare(declaration, "d0", "m");
  d1_.declare(declaration, "d1", "N", ParameterRange::above(0));
  d2_.declare(declaration, "d2", "1/m", ParameterRange::above(0));
  dissipation_.declare(declaration, "dissipation", "s/m", ParameterRange::at_least(0));
  friction_.declare(declaration, "friction", "", ParameterRange::at_least(0));
  stiffness_.declare(declaration, "stiffness", "N/m", ParameterRange::above(0));
  damping_.declare(declaration, "damping", "N·s/m", ParameterRange::above(0));
  std::vector<Dependency> reads{declaration.quantities().position, declaration.quantities().velocity};
  std::vector<Dependency> rates = reads;
  rates.insert(rates.end(), declaration.own().begin(), declaration.own().end());
  rates.push_back(Source::z);
  bristle_ = declaration.auxiliary(
      "bristle", {0.0, 0.0}, rates,
      [this](const State& state, Out<double> zdot) {
        const PointOnPlane::Motion motion = at_.motion(state);
        const auto bristle =
            internal::calc_bristle_force(state[bristle_], {motion.v.x, motion.v.y}, state[stiffness_],
                                         state[damping_], state[friction_] * normal(state, motion));
        zdot[0] = bristle.xdot[0], zdot[1] = bristle.xdot[1];
      },
      1e-3);
  reads.push_back(Source::z);
  return reads;
}

double ExponentialSpring::normal_at_rest(const State& state, double height) const {
  return state[d1_] * std::exp(-state[d2_] * (height - state[d0_]));
}

double ExponentialSpring::normal(const State& state, const PointOnPlane::Motion& motion) const {
  return std::clamp(normal_at_rest(state, motion.p.z) * (1 - state[dissipation_] * motion.v.z), 0.0, most_);
}

Vec3<double> ExponentialSpring::force(const State& state) const {
  const PointOnPlane::Motion motion = at_.motion(state);
  const double f_n = normal(state, motion);
  const auto bristle = internal::calc_bristle_force(
      state[bristle_], {motion.v.x, motion.v.y}, state[stiffness_], state[damping_], state[friction_] * f_n);
  return {bristle.f[0], bristle.f[1], f_n};
}

void ExponentialSpring::add_forces(const State& state, AppliedForces& forces) const {
  at_.add(state, at_.motion(state).p, force(state), forces);
}

double ExponentialSpring::potential_energy(const State& state) const {
  const In<double> x = state[bristle_];
  return normal_at_rest(state, at_.height(state)) / state[d2_] +
         0.5 * state[stiffness_] * (x[0] * x[0] + x[1] * x[1]);
}

double ExponentialSpring::dissipation(const State& state) const {
  const PointOnPlane::Motion motion = at_.motion(state);
  const double f_n = normal(state, motion);
  const auto bristle = internal::calc_bristle_force(
      state[bristle_], {motion.v.x, motion.v.y}, state[stiffness_], state[damping_], state[friction_] * f_n);
  return (normal_at_rest(state, motion.p.z) - f_n) * motion.v.z + bristle.dissipation;
}

}  // namespace sarrus
