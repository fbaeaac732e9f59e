#include "sarrus/system/gravity.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "sarrus/base/array.h"
#include "sarrus/dynamics/mass_properties.h"
#include "sarrus/system/declaration.h"
#include "sarrus/system/force_derivatives.h"
#include "sarrus/system/responses.h"

namespace sarrus {

std::vector<Dependency> Gravity::declare(Declaration& declaration) {
  zero_height_ = declaration.declare_parameter("zero_height", 0.0, "m");
  excluded_ = declaration.discrete<Array<int>>("excluded", {});
  return {declaration.quantities().position};
}

void Gravity::add_forces(const State& state, AppliedForces& forces) const {
  for (const int body : state[excluded_]) {
    const RigidInertia<double>& M_B = state.model_parameters().inertia[body];
    const Vec3<double> lift = -state.model_parameters().gravity;
    forces.add(body, {cross(pose(state, body).R * M_B.h, lift), M_B.m * lift});
  }
}

/// The recursions know gravity itself; bodies that it spares are lifted at their centers of mass.
bool Gravity::add_derivatives(const State& state, ForceDerivatives& out) const {
  out.change_by(zero_height_);
  for (const int body : state[excluded_]) {
    const RigidInertia<double>& M_B = state.model_parameters().inertia[body];
    if (M_B.m > 0)
      out.add(RelativeForce{FrameOn<double>(0), FrameOn<double>(body, M_B.com()),
                            force_alone(-M_B.m * state.model_parameters().gravity)});
  }
  return true;
}

double Gravity::potential_energy(const State& state) const {
  const Vec3<double> g = state.model_parameters().gravity;
  double m = state.tree().total_mass();
  double energy = calc_potential_energy(state.tree(), position(state));
  for (const int body : state[excluded_]) {
    const RigidInertia<double>& M_B = state.model_parameters().inertia[body];
    const Pose<double> X_WB = pose(state, body);
    m -= M_B.m;
    energy += dot(g, M_B.m * X_WB.p + X_WB.R * M_B.h);
  }
  return energy - m * norm(g) * state[zero_height_];
}

void Gravity::set(State& state, double magnitude, const Vec3<double>& direction) const {
  const double length = norm(direction);
  require(std::isfinite(magnitude) && magnitude >= 0,
          "the magnitude of gravity cannot be {} m/s²; give zero or more and turn the direction", magnitude);
  require(std::isfinite(length) && length > 0,
          "({}, {}, {}) is no direction for gravity; give a vector that is not zero, such as (0, 0, -1)",
          direction.x, direction.y, direction.z);
  state.set_gravity((magnitude / length) * direction);
}

double Gravity::magnitude(const State& state) const { return norm(state.model_parameters().gravity); }

Vec3<double> Gravity::direction(const State& state) const {
  const double g = magnitude(state);
  return g > 0 ? (1 / g) * state.model_parameters().gravity : Vec3<double>::zero();
}

void Gravity::exclude(State& state, int body, bool excluded) const {
  require(body > 0 && body < state.model().body_count(),
          "there is no body {} that gravity could act on; the model has bodies 1 to {}", body,
          state.model().body_count() - 1);
  Array<int> bodies = state[excluded_];
  std::erase(bodies, body);
  if (excluded) bodies.push_back(body);
  std::sort(bodies.begin(), bodies.end());
  state.set(excluded_, std::move(bodies));
}

bool Gravity::is_excluded(const State& state, int body) const {
  const Array<int>& bodies = state[excluded_];
  return std::binary_search(bodies.begin(), bodies.end(), body);
}

}  // namespace sarrus
