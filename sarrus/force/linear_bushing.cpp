#include "sarrus/force/linear_bushing.h"

#include <cmath>
#include <span>
#include <vector>

#include "sarrus/joint/orientation.h"
#include "sarrus/system/declaration.h"
#include "sarrus/system/force_derivatives.h"
#include "sarrus/system/responses.h"

namespace sarrus {

namespace {

/// The smallest cosine c₁ of the second angle. Torques grow with 1/c₁, and those of the dampers with 1/c₁²:
/// an explicit method would take ever smaller steps and never reach the singular angle itself.
constexpr double least_cosine = 1e-3;

template <class T>
using Six = std::array<T, 6>;

/// The body-fixed x-y-z angles and the position.
template <class T>
Six<T> deflections(const Pose<T>& X) {
  const Rotation<T>& R = X.R;
  const T c1 = sqrt(R(0, 0) * R(0, 0) + R(0, 1) * R(0, 1));
  return {atan2(-R(1, 2), R(2, 2)), atan2(R(0, 2), c1), atan2(-R(0, 1), R(0, 0)), X.p.x, X.p.y, X.p.z};
}

template <class T>
Six<T> deflection_rates(const BodyXyz<T>& r, const Motion<T>& V) {
  const Vec3<T> a = r.rates(V.w);
  return {a.x, a.y, a.z, V.v.x, V.v.y, V.v.z};
}

/// The torque with the power τ·ȧ at all angular velocities: E⁻ᵀ·τ, where ω = E·ȧ.
template <class T>
Vec3<T> torque(const BodyXyz<T>& r, const Vec3<T>& tau) {
  const T across = (tau.z - r.s1 * tau.x) / r.c1;
  return {tau.x, r.c0 * tau.y - r.s0 * across, r.s0 * tau.y + r.c0 * across};
}

/// The wrench on M about its origin, in F's axes.
template <class T>
Force<T> wrench(const RelativeMotion<T>& M, std::span<const T, 6> k, std::span<const T, 6> c) {
  const Six<T> e = deflections(M.X);
  const BodyXyz<T> r(e.data());
  const Six<T> rate = deflection_rates(r, M.V);
  Six<T> g;
  for (std::size_t i = 0; i < 6; ++i) g[i] = -(k[i] * e[i] + c[i] * rate[i]);
  return {torque(r, Vec3<T>{g[0], g[1], g[2]}), {g[3], g[4], g[5]}};
}

}  // namespace

LinearBushing::LinearBushing(Place F, Place M, const Vector6& stiffness, const Vector6& damping)
    : frames_{std::move(F), std::move(M)},
      stiffness_(stiffness.begin(), stiffness.end()),
      damping_(damping.begin(), damping.end()) {}

std::vector<Dependency> LinearBushing::declare(Declaration& declaration) {
  frames_.find(declaration);
  name_ = declaration.name();
  const std::array<const char*, 6> names{"rotation_x",    "rotation_y",    "rotation_z",
                                         "translation_x", "translation_y", "translation_z"};
  for (std::size_t i = 0; i < 6; ++i) {
    const std::string along = names[i];
    stiffness_[i].declare(declaration, "stiffness_" + along, i < 3 ? "N·m/rad" : "N/m",
                          ParameterRange::at_least(0));
    damping_[i].declare(declaration, "damping_" + along, i < 3 ? "N·m·s/rad" : "N·s/m",
                        ParameterRange::at_least(0));
  }
  return {declaration.quantities().position, declaration.quantities().velocity};
}

LinearBushing::Vector6 LinearBushing::deflection(const State& state) const {
  return deflections(calc_pose(state.tree(), position(state), frames_.A, frames_.B));
}

LinearBushing::Vector6 LinearBushing::deflection_rate(const State& state) const {
  const RelativeMotion<double> M = regular_motion(state);
  const Vector6 e = deflections(M.X);
  return deflection_rates(BodyXyz<double>(e.data()), M.V);
}

RelativeMotion<double> LinearBushing::regular_motion(const State& state) const {
  const RelativeMotion<double> M = calc_relative_motion(state, frames_.A, frames_.B);
  const double turn = deflections(M.X)[1];
  require(
      std::abs(std::cos(turn)) > least_cosine,
      "the bushing '{}' is turned by {} rad about y; its angles are undefined at 90° there, and its torques "
      "grow without bound; turn its frames so that the large turn is about x or z",
      name_, turn);
  return M;
}

LinearBushing::Vector6 LinearBushing::values(const State& state, const Array<OwnParameter>& of) {
  Vector6 numbers{};
  for (std::size_t i = 0; i < 6; ++i) numbers[i] = state[of[i]];
  return numbers;
}

void LinearBushing::add_forces(const State& state, AppliedForces& forces) const {
  forces.add_between(
      state, frames_.A, frames_.B,
      wrench<double>(regular_motion(state), values(state, stiffness_), values(state, damping_)));
}

bool LinearBushing::add_derivatives(const State& state, ForceDerivatives& out) const {
  (void)regular_motion(state);
  std::array<Parameter, 12> parameters;
  for (std::size_t i = 0; i < 6; ++i) parameters[i] = stiffness_[i], parameters[6 + i] = damping_[i];
  out.add(state, frames_.A, frames_.B, parameters, [](const auto& M, const auto& p) {
    return wrench(M, std::span(p).template first<6>(), std::span(p).template last<6>());
  });
  return true;
}

double LinearBushing::potential_energy(const State& state) const {
  const Vector6 e = deflection(state);
  double energy = 0;
  for (std::size_t i = 0; i < 6; ++i) energy += 0.5 * state[stiffness_[i]] * e[i] * e[i];
  return energy;
}

double LinearBushing::dissipation(const State& state) const {
  const Vector6 rate = deflection_rate(state);
  double power = 0;
  for (std::size_t i = 0; i < 6; ++i) power += state[damping_[i]] * rate[i] * rate[i];
  return power;
}

}  // namespace sarrus
