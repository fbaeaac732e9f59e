#include "sarrus/assemble/assembly.h"

#include <fmt/format.h>

#include <cmath>
#include <random>

#include "sarrus/assemble/internal/assembly_conflict.h"
#include "sarrus/assemble/internal/assembly_restart.h"
#include "sarrus/assemble/internal/assembly_search.h"
#include "sarrus/system/internal/constraint_projection.h"

namespace sarrus {

using namespace internal;

namespace {

double position_error(const State& state) {
  return state.layout().constraints.empty() ? 0 : largest_position_error(state).size;
}
double velocity_error(const State& state) {
  return state.layout().constraints.empty() ? 0 : largest_velocity_error(state).size;
}

/// Tries one method after another and keeps the best result.
class Attempts {
 public:
  Attempts(const State& start, const AssemblyOptions& options)
      : options_(options),
        start_(start),
        space_(start, options),
        search_(space_, options.tolerance, options.iterations),
        best_{start} {}

  AssemblyResult run() {
    if (!try_all()) {
      best_.strategy = AssemblyStrategy::none;
      best_.opposing = find_opposition(space_, best_.state, options_.tolerance);
      best_.velocity_error = velocity_error(best_.state);
    } else {
      best_.succeeded = meet_velocities();
    }
    best_.iterations = search_.iterations();
    best_.distance = space_.calc_distance(best_.state);
    return best_;
  }

 private:
  bool try_all() {
    using enum AssemblyStrategy;
    const auto from_start = [&](AssemblyStrategy strategy, auto&& method) {
      State trial = start_;
      space_.confine(trial);
      return finish(trial, strategy, method(trial));
    };
    if (from_start(as_given, [&](State& s) { return position_error(s) <= options_.tolerance; })) return true;
    if (is_large() && from_start(projection, [&](State& s) { return project(s); })) return true;
    if (from_start(descent, [&](State& s) { return search_.meet(s); })) return true;
    if (from_start(continuation, [&](State& s) { return search_.continue_to_zero(s); })) return true;
    if (from_start(one_by_one, [&](State& s) { return search_.meet_one_by_one(s); })) return true;
    if (from_start(from_default, [&](State& s) { return move_to_default(space_, s), search_.meet(s); }))
      return true;
    std::mt19937 random(options_.seed);
    for (int i = 1; i <= options_.restarts; ++i) {
      const double part = static_cast<double>(i) / options_.restarts;
      if (from_start(restart, [&](State& s) {
            move_at_random(space_, s, part, options_.spread, random);
            return search_.meet(s);
          }))
        return true;
    }
    return false;
  }

  /// True if there are so many free speeds that dense matrices cost seconds.
  bool is_large() const { return space_.size() > 300; }
  bool project(State& state) {
    ConstraintProjection projection;
    projection.set_weights(space_.speed_weights());
    if (!projection.project_positions(state, options_.tolerance)) return false;
    space_.confine(state);
    return position_error(state) <= options_.tolerance;
  }

  /// Completes an attempt; `closed` is true if it has met the constraints. Moves it as close to the start as
  /// possible. Returns true if the result is acceptable.
  bool finish(State& trial, AssemblyStrategy strategy, bool closed) {
    if (closed) {
      State nearer = trial;
      space_.unwind(nearer);
      if (needs_approach(strategy)) search_.approach(nearer);
      if (!options_.accept || options_.accept(nearer)) return keep(nearer, strategy), true;
      if (options_.accept(trial)) return keep(trial, strategy), true;
    }
    if (space_.calc_errors(trial).norm() < gap_) keep(trial, strategy);
    return false;
  }
  bool needs_approach(AssemblyStrategy strategy) const {
    return space_.has_goals() ||
           (strategy != AssemblyStrategy::as_given && strategy != AssemblyStrategy::projection);
  }
  void keep(const State& state, AssemblyStrategy strategy) {
    best_.state = state;
    best_.strategy = strategy;
    best_.position_error = position_error(state);
    gap_ = space_.calc_errors(state).norm();
  }
  /// Projects onto the velocity constraints: finds the speeds closest to those given.
  bool meet_velocities() {
    if (best_.state.layout().constraints.empty()) return true;
    ConstraintProjection projection;
    projection.set_weights(space_.speed_weights());
    const bool met = projection.project_velocities(best_.state, options_.tolerance);
    best_.velocity_error = velocity_error(best_.state);
    if (!met)
      best_.opposing = name_open(best_.state, calc_open_velocities(best_.state, space_.held()),
                                 MotionLevel::velocity, options_.tolerance);
    return met;
  }

  const AssemblyOptions& options_;
  const State& start_;
  AssemblySpace space_;
  AssemblySearch search_;
  AssemblyResult best_;
  /// Norm of the errors of the best attempt, which attempts minimize.
  double gap_ = std::numeric_limits<double>::infinity();
};

}  // namespace

std::string to_string(AssemblyStrategy strategy) {
  switch (strategy) {
    case AssemblyStrategy::as_given:
      return "as given";
    case AssemblyStrategy::projection:
      return "by projection";
    case AssemblyStrategy::descent:
      return "straight from the start";
    case AssemblyStrategy::continuation:
      return "by continuation";
    case AssemblyStrategy::one_by_one:
      return "one constraint after another";
    case AssemblyStrategy::from_default:
      return "from the default configuration";
    case AssemblyStrategy::restart:
      return "from elsewhere at random";
    case AssemblyStrategy::none:
      break;
  }
  return "not at all";
}

std::string AssemblyResult::text() const {
  if (succeeded)
    return fmt::format("assembled {} in {} steps, {:.3g} from the start, errors at most {:.2g}",
                       to_string(strategy), iterations, distance, std::max(position_error, velocity_error));
  if (strategy != AssemblyStrategy::none)
    return "the positions are assembled, but no speeds satisfy the constraints: " +
           (opposing.empty() ? fmt::format("off by {:.3g}", velocity_error) : describe(opposing));
  if (opposing.empty())
    return fmt::format("assembled, but never in the way that was asked for, in {} steps", iterations);
  return "cannot be assembled: " + describe(opposing);
}

AssemblyResult assemble(const State& start, const AssemblyOptions& options) {
  State prescribed = start;
  prescribe(prescribed);
  return Attempts(prescribed, options).run();
}

State assembled(const State& start, const AssemblyOptions& options) {
  AssemblyResult result = assemble(start, options);
  require(result.succeeded, "'{}' {}", start.model().name(), result.text());
  return std::move(result.state);
}

}  // namespace sarrus
