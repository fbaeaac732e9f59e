#pragma once
/// @file
#include <optional>

#include "sarrus/sensitivity/internal/event_jump.h"
#include "sarrus/simulate/internal/chattering.h"
#include "sarrus/simulate/internal/event_finder.h"

namespace sarrus::internal {

/// The events of a motion that is differentiated: those at zero crossings, at given times and at the start.
/// Events that only report are passed over.
class MotionEvents {
 public:
  /// Refuses events whose effect cannot be differentiated. The problem must outlive it.
  MotionEvents(SystemProblem& problem, const Array<NamedValue>& parameters, double accuracy);

  /// The time of the next scheduled event.
  double next_time() const { return next_time_; }
  /// Begins the next search at the problem's state.
  void look();

  struct Crossing {
    int event = -1;
    double before = 0, after = 0;  ///< Times that bracket it.
  };
  /// The first crossing with a handler within the integrator's last step.
  std::optional<Crossing> find(const Integrator& integrator);

  /// Handles events at the problem's state, which it changes: those at the start, a crossing, or those that
  /// are scheduled for this time. Empty: there are none. The start is `given`, and constraints are met there
  /// by a jump, which the derivative includes.
  std::optional<EventJump> handle_start(const State& given);
  EventJump handle(const Crossing& crossing);
  std::optional<EventJump> handle_scheduled();

 private:
  const Array<Event>& events() const { return problem_.state().layout().events; }
  EventJump call(const State& before, const Array<int>& first, int crossing);
  void require_given_times() const;
  void schedule(double after);

  SystemProblem& problem_;
  const Array<NamedValue>& parameters_;
  EventFinder finder_;
  ChatteringWatch chattering_;
  double next_time_ = 0;
};

}  // namespace sarrus::internal
