#pragma once
/// @file

#include "sarrus/base/array.h"
#include "sarrus/system/event.h"

namespace sarrus::internal {

/// An instant at which event handlers have changed something.
struct EventInstant {
  double time = 0;
  double window = 0;       ///< Accuracy of the time.
  bool is_motion = false;  ///< True if the motion has changed.
};

/// Detects chattering (Zeno behavior): one event that happens again and again, or several in turn, while time
/// hardly advances. Events that change nothing do not count; those that do not change the motion count only
/// if time stands still.
class ChatteringWatch {
 public:
  explicit ChatteringWatch(double accuracy) : accuracy_(accuracy) {}

  /// Records events that happened. Throws an Error that names the events if they chatter.
  void add(const Array<Event>& events, const Array<int>& happened, const EventInstant& at);

 private:
  /// A sequence of instants that follow each other closely.
  struct Row {
    double last = 0;
    int repetitions = 0;
    Array<int> events;  // in the order of their first occurrence
  };
  bool goes_on(Row& row, const Array<int>& happened, double time, double close, bool same_only) const;
  [[noreturn]] void complain(const Array<Event>& events, const Row& row, double close) const;

  double accuracy_;
  Row one_, several_;
};

}  // namespace sarrus::internal
