#include "sarrus/assemble/assembly_tracker.h"

#include "sarrus/assemble/internal/assembly_space.h"
#include "sarrus/base/array.h"
#include "sarrus/system/internal/constraint_projection.h"

namespace sarrus {

using namespace internal;

namespace {

Array<double> weights_of(const State& state, const TrackingOptions& options) {
  return AssemblySpace(state, {.hold = options.hold, .weights = options.weights}).speed_weights();
}

}  // namespace

struct AssemblyTracker::Memory {
  ConstraintProjection projection;
  FactoredRows rows;
};

AssemblyTracker::AssemblyTracker(const State& assembled, const TrackingOptions& options)
    : options_(options),
      state_(assembled),
      last_(assembled),
      memory_(std::make_unique<Memory>(
          Memory{{}, FactoredRows(MotionLevel::velocity, weights_of(assembled, options))})) {
  require(!state_.layout().constraints.empty(), "the system has no constraints to follow");
  memory_->projection.set_weights(weights_of(assembled, options));
  const ConstraintError error = largest_position_error(state_);
  require(error.size <= 100 * options_.tolerance,
          "a tracker begins with a state that is assembled, but this one is off by {}; use assemble() first",
          error.size);
  memory_->rows.update(state_);
  full_rank_ = memory_->rows.rank();
}

AssemblyTracker::~AssemblyTracker() = default;
AssemblyTracker::AssemblyTracker(AssemblyTracker&&) noexcept = default;

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
    met = memory_->projection.project_positions(state_, options_.tolerance, 1);
  result.position_error = largest_position_error(state_).size;
  result.change =
      AssemblySpace(last_, {.hold = options_.hold, .weights = options_.weights}).calc_distance(state_);
  if (!met || result.change > options_.largest_change) {
    result.loss = met ? TrackingLoss::jumped : TrackingLoss::open;
    state_ = last_;
    return result;
  }
  met = memory_->projection.project_velocities(state_, options_.tolerance);
  memory_->rows.update(state_);
  result.independence = memory_->rows.independence();
  if (!met || memory_->rows.rank() < full_rank_ || result.independence < options_.singular_below)
    result.loss = TrackingLoss::singular;
  last_ = state_;
  return result;
}

}  // namespace sarrus
