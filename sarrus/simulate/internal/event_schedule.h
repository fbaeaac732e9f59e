#pragma once
/// @file
#include <limits>

#include "sarrus/base/array.h"
#include "sarrus/system/state.h"

namespace sarrus::internal {

/// The next times of the scheduled events of a System. They follow what handlers set in the state.
class EventSchedule {
 public:
  /// Begins at the time of a state; events that are due at this very time have not happened yet.
  void begin(const State& state);
  /// Finds the next times from a state; events that are due at this instant and have not happened yet are due
  /// now. A time in the past is an Error that names the event.
  void update(const State& state);
  /// The first of the next times; infinity: there is none.
  double next_time() const { return first_; }
  /// Sets `due` to the numbers of the events that are due at a time. They count as having happened.
  void take_due(double now, Array<int>& due);

 private:
  Array<int> numbers_;  // of the scheduled events
  Array<double> next_times_, handled_until_;
  double first_ = std::numeric_limits<double>::infinity();
};

}  // namespace sarrus::internal
