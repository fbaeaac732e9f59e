#include "sarrus/force/linear_bushing.h"

#include <vector>

#include "sarrus/joint/orientation.h"
#include "sarrus/system/responses.h"

namespace sarrus {

namespace {

/// The smallest cosine c₁ of the second angle. Torques grow with 1/c₁, and those of the dampers with 1/c₁²:
/// an explicit method would take ever smaller steps and never reach the singular angle itself.
constexpr double least_cosine = 1e-3;

/// The sines and cosines of the angles among the deflections.
BodyXyz<double> angles(const LinearBushing::Vector6& e, const std::string& name) {
  const BodyXyz<double> r(e.data());
  require(
      std::abs(r.c1) > least_cosine,
      "the bushing '{}' is turned by {} rad about y; its angles are undefined at 90° there, and its torques "
      "grow without bound; turn its frames so that the large turn is about x or z",
      name, e[1]);
  return r;
}

/// The torque with the power τ·ȧ at all angular velocities: E⁻ᵀ·τ, where ω = E·ȧ.
Vec3<double> torque(const BodyXyz<double>& r, const Vec3<double>& tau) {
  const double across = (tau.z - r.s1 * tau.x) / r.c1;
  return {tau.x, r.c0 * tau.y - r.s0 * across, r.s0 * tau.y + r.c0 * across};
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
  const Pose<double> X_FM = calc_pose(state.tree(), position(state), frames_.A, frames_.B);
  const Vec3<double> a = euler_angles(Orientation::body_xyz(), X_FM.R);
  return {a.x, a.y, a.z, X_FM.p.x, X_FM.p.y, X_FM.p.z};
}

LinearBushing::Vector6 LinearBushing::deflection_rate(const State& state) const {
  const Rotation<double> R_WF = pose(state, frames_.A).R;
  const Motion<double> V_FM =
      calc_velocity(state.tree(), position(state), velocity(state), frames_.A, frames_.B);
  const Vec3<double> a = angles(deflection(state), name_).rates(R_WF.inverse_times(V_FM.w));
  const Vec3<double> p = R_WF.inverse_times(V_FM.v);
  return {a.x, a.y, a.z, p.x, p.y, p.z};
}

void LinearBushing::add_forces(const State& state, AppliedForces& forces) const {
  const Vector6 e = deflection(state), rate = deflection_rate(state);
  Vector6 g;
  for (std::size_t i = 0; i < 6; ++i) g[i] = -(state[stiffness_[i]] * e[i] + state[damping_[i]] * rate[i]);
  const Rotation<double> R_WF = pose(state, frames_.A).R;
  const Force<double> F_M{R_WF * torque(angles(e, name_), {g[0], g[1], g[2]}),
                          R_WF * Vec3<double>{g[3], g[4], g[5]}};
  const Vec3<double> M = pose(state, frames_.B).p;
  const int body_F = frames_.A.body, body_M = frames_.B.body;
  forces.add(body_M, shift(F_M, pose(state, body_M).p - M));
  forces.add(body_F, -shift(F_M, pose(state, body_F).p - M));
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
