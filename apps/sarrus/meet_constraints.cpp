#include "apps/sarrus/meet_constraints.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sarrus/study/assembly.h"
#include "sarrus/system/constraint_projection.h"
#include "sarrus/system/mobility.h"

namespace sarrus {

namespace {

/// Errors and motions that are worth no word, as in a Diagnosis.
constexpr double negligible = 1e-6;

/// What assembly calls the coordinate, or the joint if that can be held as a whole only, of each value of a
/// kind.
std::vector<std::string> names_to_hold(const StateWithValues& given, ValueKind kind) {
  const Model& model = given.state.model();
  std::vector<std::string> names;
  for (const NamedValue& value : given.set) {
    if (value.kind != kind) continue;
    const auto k = static_cast<std::size_t>(value.number);
    const Body& body =
        model.body(kind == ValueKind::speed ? model.speeds()[k].body : model.coordinates()[k].body);
    const int own = value.number - (kind == ValueKind::speed ? body.u0 : body.q0);
    names.push_back(speeds_are_rates(body.joint)
                        ? model.coordinates()[static_cast<std::size_t>(body.q0 + own)].name
                        : body.joint_name);
  }
  return names;
}

/// The limits of all coordinates that are within them.
std::vector<CoordinateRange> limits_of(const State& state) {
  std::vector<CoordinateRange> ranges;
  for (int i = 0; i < state.nq(); ++i) {
    const Coordinate& coordinate = state.model().coordinates()[static_cast<std::size_t>(i)];
    const auto [lower, upper, speed, effort] = coordinate.limits;
    const bool is_limited = std::isfinite(lower) || std::isfinite(upper);
    if (is_limited && lower <= state.q(i) && state.q(i) <= upper)
      ranges.push_back({coordinate.name, lower, upper});
  }
  return ranges;
}

/// A result, and whether all that was set and all limits are kept in it.
struct Attempt {
  AssemblyResult result;
  bool held = true, within_limits = true;
};

/// Positions at rest, with less and less asked for; the last attempt asks for nothing but the constraints.
Attempt assemble_positions(const StateWithValues& given) {
  State start = given.state;
  start.set_u(std::vector<double>(static_cast<std::size_t>(start.nu()), 0.0));
  const std::vector<std::string> set = names_to_hold(given, ValueKind::coordinate);
  const std::vector<CoordinateRange> limits = limits_of(start);
  Attempt attempt{{start}};
  for (const bool held : {true, false}) {
    if (!held && set.empty()) break;
    for (const bool within_limits : {true, false}) {
      if (!within_limits && limits.empty()) break;
      AssemblyOptions options;
      if (held) options.hold = set;
      if (within_limits) options.ranges = limits;
      attempt = {assemble(start, options), held, within_limits};
      if (attempt.result.succeeded) return attempt;
    }
  }
  return attempt;
}

/// The speeds nearest to those given; `state` is one in which the constraints of positions are met.
Attempt assemble_speeds(State state, const StateWithValues& given) {
  state.set_u(given.state.u());
  Attempt attempt{assemble(state, {.hold = names_to_hold(given, ValueKind::speed)})};
  if (!attempt.result.succeeded) attempt = {assemble(state), false};
  return attempt;
}

/// The line about coordinates that moved; empty if none did.
std::string describe(const State& from, const Attempt& to, double position_error) {
  int farthest = 0;
  const auto change = [&](int i) { return std::abs(to.result.state.q(i) - from.q(i)); };
  for (int i = 1; i < from.nq(); ++i)
    if (change(i) > change(farthest)) farthest = i;
  if (from.nq() == 0 || change(farthest) <= negligible) return "";
  const Coordinate& coordinate = from.model().coordinates()[static_cast<std::size_t>(farthest)];
  return fmt::format(
      "note: the constraints were off by {:.3g}; coordinates moved to meet them, most of all '{}', by {:.4g} "
      "{}{}{}\n",
      position_error, coordinate.name, change(farthest), coordinate.unit,
      to.held ? "" : "; they cannot be met with what --set gives",
      to.within_limits ? "" : "; they cannot be met within the limits");
}

}  // namespace

MetConstraints meet_constraints(const StateWithValues& given) {
  MetConstraints met{given.state};
  if (given.state.layout().constraints.empty()) return met;
  met.position_error = largest_position_error(given.state).size;
  if (met.position_error <= negligible && largest_velocity_error(given.state).size <= negligible) return met;
  const Attempt positions = assemble_positions(given);
  const Attempt speeds =
      positions.result.succeeded ? assemble_speeds(positions.result.state, given) : positions;
  if (!speeds.result.succeeded) {
    met.failure = fmt::format("'{}' {}", given.state.model().name(), speeds.result.text());
    return met;
  }
  met.note = describe(given.state, positions, met.position_error);
  if (!speeds.held)
    met.note +=
        "note: the constraints cannot be met with the speeds that --set gives; the nearest were taken\n";
  met.state = speeds.result.state;
  return met;
}

}  // namespace sarrus
