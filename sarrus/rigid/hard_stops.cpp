#include "sarrus/rigid/hard_stops.h"

#include <algorithm>
#include <cmath>

#include "sarrus/rigid/rigid_rows.h"

namespace sarrus {

HardStops HardStops::of_model(const Model& model, double restitution) {
  Array<HardStop> stops;
  for (const Body& body : model.bodies()) {
    if (body.nu == 0 || body.nq != body.nu || !speeds_are_rates(body.joint)) continue;
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
  return {Source::q, Source::model};
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
