#include "sarrus/assemble/start_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sarrus/assemble/assembly.h"
#include "sarrus/base/array.h"
#include "sarrus/system/internal/constraint_projection.h"
#include "sarrus/system/mobility.h"
#include "sarrus/system/named_values.h"

namespace sarrus {

using namespace internal;

namespace {

/// Errors and motions that are not reported, as in a Diagnosis.
constexpr double negligible = 1e-6;

/// A given state, and the values to hold.
struct Given {
  Given(const State& as_given, const Array<std::string>& hold) : state(as_given) {
    for (const std::string& name : hold) held.push_back(find_value(state, name));
  }
  const State& state;
  Array<NamedValue> held;
};

/// For each value of a kind, the name by which assembly holds it: of the coordinate, or of the joint if it
/// can only be held as a whole.
Array<std::string> names_to_hold(const Given& given, ValueKind kind) {
  const Model& model = given.state.model();
  Array<std::string> names;
  for (const NamedValue& value : given.held) {
    if (value.kind != kind) continue;
    const int k = value.number;
    const Body& body =
        model.body(kind == ValueKind::speed ? model.speeds()[k].body : model.coordinates()[k].body);
    const int own = value.number - (kind == ValueKind::speed ? body.u0 : body.q0);
    names.push_back(speeds_are_rates(body.joint) ? model.coordinates()[body.q0 + own].name : body.joint_name);
  }
  return names;
}

/// The limits of all coordinates that are within them.
Array<CoordinateRange> limits_of(const State& state) {
  Array<CoordinateRange> ranges;
  for (int i = 0; i < state.nq(); ++i) {
    const Coordinate& coordinate = state.model().coordinates()[i];
    const auto [lower, upper, speed, effort] = coordinate.limits;
    const bool is_limited = std::isfinite(lower) || std::isfinite(upper);
    if (is_limited && lower <= state.q(i) && state.q(i) <= upper)
      ranges.push_back({coordinate.name, lower, upper});
  }
  return ranges;
}

/// A result; `held` and `within_limits` are true if it keeps all held values and all limits.
struct Attempt {
  AssemblyResult result;
  bool held = true, within_limits = true;
};

/// Assembles positions at rest, with fewer and fewer conditions; the last attempt requires only the
/// constraints.
Attempt assemble_positions(const Given& given) {
  State start = given.state;
  start.set_u(Array<double>(start.nu(), 0.0));
  const Array<std::string> set = names_to_hold(given, ValueKind::coordinate);
  const Array<CoordinateRange> limits = limits_of(start);
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

/// Finds the speeds closest to those given; `state` meets the position constraints.
Attempt assemble_speeds(State state, const Given& given) {
  state.set_u(given.state.u());
  Attempt attempt{assemble(state, {.hold = names_to_hold(given, ValueKind::speed)})};
  if (!attempt.result.succeeded) attempt = {assemble(state), false};
  return attempt;
}

/// The sentence about coordinates that moved; empty if none did.
std::string describe(const State& from, const Attempt& to, double position_error) {
  int farthest = 0;
  const auto change = [&](int i) { return std::abs(to.result.state.q(i) - from.q(i)); };
  for (int i = 1; i < from.nq(); ++i)
    if (change(i) > change(farthest)) farthest = i;
  if (from.nq() == 0 || change(farthest) <= negligible) return "";
  const Coordinate& coordinate = from.model().coordinates()[farthest];
  return fmt::format(
      "the constraints were off by {:.3g}; coordinates moved to meet them, most of all '{}', by {:.4g} "
      "{}{}{}",
      position_error, coordinate.name, change(farthest), coordinate.unit,
      to.held ? "" : "; they cannot be met with the values that were set",
      to.within_limits ? "" : "; they cannot be met within the limits");
}

}  // namespace

StartState find_start_state(const State& as_given, const Array<std::string>& hold) {
  const Given given(as_given, hold);
  StartState start{as_given};
  if (as_given.layout().constraints.empty()) return start;
  start.position_error = largest_position_error(as_given).size;
  if (start.position_error <= negligible && largest_velocity_error(as_given).size <= negligible) return start;
  const Attempt positions = assemble_positions(given);
  const Attempt speeds =
      positions.result.succeeded ? assemble_speeds(positions.result.state, given) : positions;
  start.holds_coordinates = positions.held, start.within_limits = positions.within_limits;
  start.holds_speeds = speeds.held;
  if (!speeds.result.succeeded) {
    start.succeeded = false;
    start.remarks.push_back(fmt::format("'{}' {}", as_given.model().name(), speeds.result.text()));
    return start;
  }
  if (const std::string moved = describe(as_given, positions, start.position_error); !moved.empty())
    start.remarks.push_back(moved);
  if (!speeds.held)
    start.remarks.push_back(
        "the constraints cannot be met with the speeds that were set; the nearest were taken");
  start.state = speeds.result.state;
  return start;
}

}  // namespace sarrus
