#pragma once
/// @file

#include "sarrus/base/array.h"
#include "sarrus/system/event.h"

namespace sarrus {

/// An instant at which handlers have changed something.
struct EventInstant {
  double time = 0;
  double window = 0;       ///< It was found to within that.
  bool is_motion = false;  ///< Whether the motion goes on differently.
};

/// Sees that events never settle: one that happens again and again, or several in turn, while time hardly
/// moves. Events that change nothing do not count, and those that leave the motion as it is only where time
/// stands still.
class ChatteringWatch {
 public:
  explicit ChatteringWatch(double accuracy) : accuracy_(accuracy) {}

  /// Takes note of events that happened. An Error names those that chatter.
  void add(const Array<Event>& events, const Array<int>& happened, const EventInstant& at);

 private:
  /// A run of instants that follow each other closely.
  struct Row {
    double last = 0;
    int repetitions = 0;
    Array<int> events;  // in the order in which they happened first
  };
  bool goes_on(Row& row, const Array<int>& happened, double time, double close, bool same_only) const;
  [[noreturn]] void complain(const Array<Event>& events, const Row& row, double close) const;

  double accuracy_;
  Row one_, several_;
};

}  // namespace sarrus
