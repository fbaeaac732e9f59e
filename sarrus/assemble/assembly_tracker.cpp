#include "sarrus/assemble/assembly_tracker.h"

#include "sarrus/assemble/assembly_space.h"
#include "sarrus/base/array.h"

namespace sarrus {

namespace {

Array<double> weights_of(const State& state, const TrackingOptions& options) {
  return AssemblySpace(state, {.hold = options.hold, .weights = options.weights}).speed_weights();
}

}  // namespace

AssemblyTracker::AssemblyTracker(const State& assembled, const TrackingOptions& options)
    : options_(options), state_(assembled), last_(assembled), rank_(weights_of(assembled, options)) {
  require(!state_.layout().constraints.empty(), "the system has no constraints to follow");
  projection_.set_weights(weights_of(assembled, options));
  const ConstraintError error = largest_position_error(state_);
  require(error.size <= 100 * options_.tolerance,
          "a tracker begins with a state that is assembled, but this one is off by {}; use assemble() first",
          error.size);
  rank_.update(state_);
  full_rank_ = rank_.rank();
}

/// Extrapolates the coordinates that are not driven, by means of their speeds.
void AssemblyTracker::predict() {
  const double dt = state_.time() - last_.time();
  if (dt == 0) return;
  const AssemblySpace space(state_, {.hold = options_.hold, .weights = options_.weights});
  VectorX<double> y(space.size());
  for (int i = 0; i < space.size(); ++i) {
    const AssemblySpace::Free& free = space.free()[i];
    y[i] = free.weight * last_.u(free.speed) * dt;
  }
  space.move(state_, y);
}

TrackingResult AssemblyTracker::follow() {
  TrackingResult result;
  prescribe(state_);
  predict();
  bool met = largest_position_error(state_).size <= options_.tolerance;
  for (; !met && result.steps < options_.steps; ++result.steps)
    met = projection_.project_positions(state_, options_.tolerance, 1);
  result.position_error = largest_position_error(state_).size;
  result.change =
      AssemblySpace(last_, {.hold = options_.hold, .weights = options_.weights}).calc_distance(state_);
  if (!met || result.change > options_.largest_change) {
    result.loss = met ? TrackingLoss::jumped : TrackingLoss::open;
    state_ = last_;
    return result;
  }
  met = projection_.project_velocities(state_, options_.tolerance);
  rank_.update(state_);
  result.independence = rank_.smallest_pivot();
  if (!met || rank_.rank() < full_rank_ || result.independence < options_.singular_below)
    result.loss = TrackingLoss::singular;
  last_ = state_;
  return result;
}

}  // namespace sarrus
