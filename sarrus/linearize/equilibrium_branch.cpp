#include "sarrus/linearize/equilibrium_branch.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <optional>

#include "sarrus/linearize/internal/branch_step.h"
#include "sarrus/system/named_values.h"

namespace sarrus {

using namespace internal;

namespace {

/// A change of sign between two places, and the function whose zero it is.
struct Change {
  SpecialPointKind kind;
  double (*value)(const BranchPlace&);
};

/// Oscillations whose real parts are rounding errors, as those of conservative systems, do not count.
bool grows_or_decays(const BranchPlace& place) {
  double largest = 0;
  for (const LinearMode& mode : place.point.modes) largest = std::max(largest, std::abs(mode.eigenvalue));
  return std::abs(place.growth) > 1e-7 * largest;
}

std::optional<Change> find_change(const BranchPlace& a, const BranchPlace& b) {
  const auto slope = [](const BranchPlace& place) { return place.parameter_slope; };
  const auto determinant = [](const BranchPlace& place) { return place.determinant_sign; };
  const auto growth = [](const BranchPlace& place) { return place.growth; };
  if (slope(a) * slope(b) < 0) return Change{SpecialPointKind::fold, slope};
  if (determinant(a) * determinant(b) < 0) return Change{SpecialPointKind::branch, determinant};
  if (growth(a) * growth(b) < 0 && grows_or_decays(a) && grows_or_decays(b))
    return Change{SpecialPointKind::hopf, growth};
  return {};
}

/// Bisects the step from a place to that at the length `length`, where the sign has changed.
BranchPlace locate(const BranchStepper& stepper, const BranchPlace& from, double length, const Change& change,
                   double tolerance, const BranchPlace& end) {
  double low = 0, high = length;
  BranchPlace found = end, middle = end;
  const double sign = change.value(from);
  while (high - low > tolerance) {
    const double at = 0.5 * (low + high);
    if (!stepper.step(from, at, middle)) break;
    if (change.value(middle) * sign > 0) {
      low = at;
    } else {
      high = at;
      found = middle;
    }
  }
  return found;
}

/// Shortens a step that has gone beyond the end of the parameter's way until it ends there. `way` is the
/// share of the way that a place has gone.
template <class Way>
void land(const BranchStepper& stepper, const BranchPlace& from, const Way& way, double& length,
          BranchPlace& end) {
  constexpr int most = 20;
  BranchPlace trial = end;
  double low = 0, high = length;
  for (int i = 0; i < most && std::abs(way(end) - 1) > 1e-12; ++i) {
    const double guess = length * (1 - way(from)) / (way(end) - way(from));
    const double at = guess > low && guess < high ? guess : 0.5 * (low + high);
    if (!stepper.step(from, at, trial)) return;
    (way(trial) < 1 ? low : high) = at;
    length = at;
    end = trial;
  }
}

double frequency_of_growth(const BranchPlace& place) {
  double frequency = 0, growth = -std::numeric_limits<double>::infinity();
  for (const LinearMode& mode : place.point.modes)
    if (mode.is_oscillation() && mode.eigenvalue.real() > growth)
      growth = mode.eigenvalue.real(), frequency = mode.frequency();
  return frequency;
}

}  // namespace

std::string to_string(SpecialPointKind kind) {
  switch (kind) {
    case SpecialPointKind::fold:
      return "fold";
    case SpecialPointKind::branch:
      return "branch point";
    case SpecialPointKind::hopf:
      return "Hopf point";
  }
  return {};
}

std::string SpecialPoint::text() const {
  const char* meaning = kind == SpecialPointKind::fold     ? "two equilibria meet and vanish beyond"
                        : kind == SpecialPointKind::branch ? "another branch of equilibria crosses"
                                                           : "an oscillation begins or ceases to grow";
  return fmt::format("{} at {:.9g}: {}{}", to_string(kind), point.parameter, meaning,
                     kind == SpecialPointKind::hopf ? fmt::format(", {:.6g} rad/s", frequency) : "");
}

EquilibriumBranch follow_equilibria(const State& state, const std::string& parameter,
                                    const EquilibriumBranchOptions& options) {
  const double from = value(state, parameter), range = options.to - from;
  require(std::isfinite(options.to) && range != 0,
          "the parameter '{}' is {}, and cannot be followed to {}: give another value", parameter, from,
          options.to);
  require(options.step > 0 && options.longest_step >= options.step && options.unit_change > 0 &&
              options.tolerance > 0 && options.points > 0,
          "steps, unit change, tolerance and number of points of a branch must be positive, and the longest "
          "step not shorter than the first");
  const BranchStepper stepper(parameter, range, options);
  EquilibriumBranch branch{.parameter = parameter};
  BranchPlace place = stepper.start(state), next = place;
  branch.points.push_back(place.point);

  const auto way = [&](const BranchPlace& at) { return (at.point.parameter - from) / range; };
  double length = options.step;
  while (static_cast<int>(branch.points.size()) < options.points) {
    if (!stepper.step(place, length, next)) {
      length *= 0.5;
      if (length > 1e-3 * options.step) continue;
      branch.obstacle =
          fmt::format("no equilibrium was found beyond {} = {}", parameter, place.point.parameter);
      return branch;
    }
    if (way(next) > 1) land(stepper, place, way, length, next);
    if (const std::optional<Change> change = find_change(place, next)) {
      const BranchPlace found = locate(stepper, place, length, *change, options.tolerance, next);
      branch.special.push_back(
          {.kind = change->kind,
           .after = static_cast<int>(branch.points.size()) - 1,
           .point = found.point,
           .frequency = change->kind == SpecialPointKind::hopf ? frequency_of_growth(found) : 0});
    }
    place = next;
    branch.points.push_back(place.point);
    branch.reached = way(place) >= 1 - 1e-9;
    if (branch.reached) return branch;
    if (way(place) < 0) {
      branch.obstacle = fmt::format("the branch turned back and came to {} again", from);
      return branch;
    }
    length = std::min(1.5 * length, options.longest_step);
  }
  branch.obstacle = fmt::format("{} points did not reach {} = {}", options.points, parameter, options.to);
  return branch;
}

}  // namespace sarrus
