#include "sarrus/rigid/hard_stops.h"

#include <algorithm>
#include <cmath>

#include "sarrus/rigid/internal/idle.h"
#include "sarrus/rigid/rigid_rows.h"
#include "sarrus/simulate/impulse.h"
#include "sarrus/system/declaration.h"
#include "sarrus/system/prescribed_motion.h"
#include "sarrus/system/responses.h"

namespace sarrus {

using namespace internal;

namespace {

/// Joints that hit a stop more slowly than this, in m/s or rad/s, stay there.
constexpr double capture_speed = 0.01;
/// A joint that rests on its stop is by this much within its range, so that it is seen to leave it.
double hair_of(double limit) { return 1e-10 * (1 + std::abs(limit)); }

}  // namespace

HardStops HardStops::of_model(const Model& model, double restitution, const Array<std::string>& without) {
  Array<HardStop> stops;
  for (const Body& body : model.bodies()) {
    if (body.nu == 0 || body.nq != body.nu || !speeds_are_rates(body.joint)) continue;
    if (std::find(without.begin(), without.end(), body.joint_name) != without.end()) continue;
    for (int k = 0; k < body.nu; ++k) {
      const CoordinateLimits& limits = model.coordinates()[body.q0 + k].limits;
      if (std::isfinite(limits.lower) || std::isfinite(limits.upper))
        stops.push_back({Mobility(body.joint_name, k), limits.lower, limits.upper, restitution});
    }
  }
  return HardStops(std::move(stops));
}

std::vector<Dependency> HardStops::declare(Declaration& declaration) {
  for (HardStop& stop : stops_) {
    stop.on.find(declaration);
    stop.on.require_coordinate(declaration);
    const std::string& joint = declaration.model().body(stop.on.body()).joint_name;
    require(stop.lower <= stop.upper,
            "the stops '{}': the range of joint '{}' cannot be from {} to {}; exchange the numbers",
            declaration.name(), joint, stop.lower, stop.upper);
    require(stop.restitution >= 0 && stop.restitution <= 1,
            "the stops '{}': the restitution of joint '{}' cannot be {}; give a number from 0 to 1",
            declaration.name(), joint, stop.restitution);
  }
  held_.clear();
  for (int i = 0; i < static_cast<int>(stops_.size()); ++i) declare_events(declaration, i);
  Event start = at_start("within the stops", [this](State& state, EventCall&) { require_within(state); });
  start.is_of_rigid_element = true;
  declaration.event(std::move(start));
  return {Source::q, Source::model};
}

/// Three events per stop: the joint arrives at either end, and the force that holds it there would pull.
void HardStops::declare_events(Declaration& declaration, int i) {
  const HardStop& stop = stops_[i];
  const int speed = stop.on.number();
  const Body& body = declaration.model().body(stop.on.body());
  const std::string& name = declaration.model().coordinates()[body.q0 + speed - body.u0].name;
  const Discrete<int> held = declaration.discrete(name + ".held", 0);
  held_.push_back(held);
  const ElementId self = declaration.self();
  const auto add = [&](const std::string& what, std::vector<Dependency> reads, const auto& witness,
                       const EventHandler& handle) {
    reads.push_back(held), reads.push_back(self);
    const Quantity<double> quantity =
        declaration.quantity<double>(name + what, reads, 0.0, [=](const State& state, double& value) {
          value = witness(state, state[held], state.is_enabled(self));
        });
    Event event = on_crossing(name + what, quantity, Crossing::falling, handle);
    event.is_of_rigid_element = true;
    declaration.event(std::move(event));
  };
  for (const int end : {-1, +1}) {
    const double at = end < 0 ? stop.lower : stop.upper;
    if (!std::isfinite(at)) continue;
    add(
        end < 0 ? ".lower stop" : ".upper stop", {Source::q, Source::model},
        [on = stop.on, at, end](const State& state, int holds, bool is_enabled) {
          return holds != 0 || !is_enabled ? idle : end * (at - on.q(state)) + hair_of(at);
        },
        [this, i, end](State& state, EventCall&) { hit(state, i, end); });
  }
  add(
      ".release", {declaration.quantities().motion_forces},
      [speed](const State& state, int holds, bool is_enabled) {
        if (holds == 0) return idle;
        return is_enabled ? -holds * motion_force(state, speed) : -idle;
      },
      [speed, held](State& state, EventCall&) {
        state.unlock_speed(speed);
        state.set(held, 0);
      });
}

/// Newton's law: the impulse that would stop the joint, times 1 + e. Slow joints stop, and are held.
void HardStops::hit(State& state, int i, int end) const {
  const HardStop& stop = stops_[i];
  const int speed = stop.on.number();
  state.set_q(stop.on.coordinate(state), end < 0 ? stop.lower : stop.upper);
  if (stop.restitution == 0 || end * state.u(speed) < capture_speed) {
    state.lock_speed(speed);
    state.set(held_[i], end);
    return;
  }
  const Array<double> before(state.u().begin(), state.u().end());
  State stopped = state;
  stopped.lock_speed(speed);
  prescribe(stopped);
  stop_by_impulse(stopped, before);
  Array<double> after = before;
  for (int k = 0; k < state.nu(); ++k) after[k] += (1 + stop.restitution) * (stopped.u(k) - before[k]);
  state.set_u(after);
}

void HardStops::require_within(const State& state) const {
  for (const HardStop& stop : stops_) {
    const double q = stop.on.q(state);
    require(q > stop.lower - hair_of(stop.lower) && q < stop.upper + hair_of(stop.upper),
            "the motion begins with coordinate '{}' at {}, beyond its stops at {} and {}; give a value "
            "between them",
            state.model().coordinates()[stop.on.coordinate(state)].name, q, stop.lower, stop.upper);
  }
}

void HardStops::release(State& state) const {
  for (std::size_t i = 0; i < stops_.size(); ++i) {
    if (state[held_[i]] == 0) continue;
    state.unlock_speed(stops_[i].on.number());
    state.set(held_[i], 0);
  }
}

double HardStops::force(const State& state, int i) const {
  return state[held_[i]] == 0 ? 0 : motion_force(state, stops_[i].on.number());
}

void HardStops::add_rows(const State& state, Memory*, RigidRows& rows) const {
  for (std::size_t i = 0; i < stops_.size(); ++i) {
    const HardStop& stop = stops_[i];
    const int speed = stop.on.number();
    const double q = stop.on.q(state);
    // Forces may well double the speed of a joint within the step; what they do beyond is corrected after it.
    const double reach =
        2 * rows.step() * std::max(std::abs(state.u(speed)), std::abs(rows.free_speeds()[speed])) +
        rows.margin();
    const auto add = [&](int end, double sign, double gap) {
      if (gap <= reach)
        rows.add_stop({.first = static_cast<int>(i), .second = end}, {speed}, {sign}, gap, stop.restitution);
    };
    add(0, +1, q - stop.lower);
    add(1, -1, stop.upper - q);
  }
}

ForceEnds HardStops::ends() const {
  ForceEnds ends;
  for (const HardStop& stop : stops_) ends.speeds.push_back(stop.on.number());
  return ends;
}

}  // namespace sarrus
