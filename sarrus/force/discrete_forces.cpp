#include "sarrus/force/discrete_forces.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "sarrus/base/array.h"
#include "sarrus/system/applied_forces.h"
#include "sarrus/system/declaration.h"

namespace sarrus {

namespace {

/// Throws an Error unless there is a body or speed of this number.
void require_index(const std::string& name, int index, std::size_t count, const char* what) {
  require(is_index(index, count), "'{}' cannot act on {} {}; the model has {} of them, from 0", name, what,
          index, count);
}

/// True if all forces on bodies are zero. Combines the bits of all numbers in a loop without a branch.
bool all_zero(const Array<std::array<double, 6>>& wrenches) {
  std::uint64_t bits = 0;
  for (const std::array<double, 6>& wrench : wrenches)
    for (const double x : wrench) bits |= std::bit_cast<std::uint64_t>(x);
  return bits << 1 == 0;  // ignores the sign bits
}

void require_finite(const std::string& name, double value) {
  require(std::isfinite(value), "a force of '{}' cannot be {}; give finite numbers", name, value);
}

}  // namespace

std::vector<Dependency> DiscreteForces::declare(Declaration& declaration) {
  name_ = declaration.name();
  const Model& model = declaration.model();
  bodies_ = declaration.discrete("on_bodies", Array<Wrench>(model.body_count(), Wrench{}));
  speeds_ = declaration.discrete("on_speeds", Array<double>(model.nu(), 0.0));
  return {};
}

void DiscreteForces::add_forces(const State& state, AppliedForces& forces) const {
  const Array<Wrench>& bodies = state[bodies_];
  for (std::size_t b = all_zero(bodies) ? bodies.size() : 0; b < bodies.size(); ++b)
    if (bodies[b] != Wrench{}) forces.add(static_cast<int>(b), on_body(state, static_cast<int>(b)));
  const Array<double>& speeds = state[speeds_];
  for (std::size_t k = 0; k < speeds.size(); ++k)
    if (speeds[k] != 0) forces.add_to_speed(static_cast<int>(k), speeds[k]);
}

void DiscreteForces::set_body(State& state, int body, const Force<double>& F_B_W) const {
  Array<Wrench> bodies = state[bodies_];
  require_index(name_, body, bodies.size(), "body");
  const Wrench wrench{F_B_W.t.x, F_B_W.t.y, F_B_W.t.z, F_B_W.f.x, F_B_W.f.y, F_B_W.f.z};
  for (const double x : wrench) require_finite(name_, x);
  bodies[body] = wrench;
  state.set(bodies_, std::move(bodies));
}

Force<double> DiscreteForces::on_body(const State& state, int body) const {
  require_index(name_, body, state[bodies_].size(), "body");
  const Wrench& w = state[bodies_][body];
  return {{w[0], w[1], w[2]}, {w[3], w[4], w[5]}};
}

void DiscreteForces::set_speed(State& state, int speed, double force) const {
  Array<double> speeds = state[speeds_];
  require_index(name_, speed, speeds.size(), "speed");
  require_finite(name_, force);
  speeds[speed] = force;
  state.set(speeds_, std::move(speeds));
}

double DiscreteForces::on_speed(const State& state, int speed) const {
  require_index(name_, speed, state[speeds_].size(), "speed");
  return state[speeds_][speed];
}

void DiscreteForces::clear(State& state) const {
  state.set(bodies_, Array<Wrench>(state[bodies_].size(), Wrench{}));
  state.set(speeds_, Array<double>(state[speeds_].size(), 0.0));
}

}  // namespace sarrus
