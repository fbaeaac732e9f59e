#include "sarrus/simulate/internal/event_schedule.h"

#include <algorithm>
#include <cmath>

#include "sarrus/system/internal/layout.h"

namespace sarrus::internal {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace

void EventSchedule::begin(const State& state) {
  const Array<Event>& events = state.layout().events;
  numbers_.clear();
  for (int i = 0; i < static_cast<int>(events.size()); ++i)
    if (events[i].trigger == Trigger::scheduled) numbers_.push_back(i);
  handled_until_.assign(numbers_.size(), std::nextafter(state.time(), -infinity));
  update(state);
}

void EventSchedule::update(const State& state) {
  const double now = state.time();
  next_times_.assign(numbers_.size(), infinity);
  first_ = infinity;
  for (std::size_t i = 0; i < numbers_.size(); ++i) {
    const Event& event = state.layout().events[numbers_[i]];
    const double after = std::max(handled_until_[i], std::nextafter(now, -infinity));
    next_times_[i] = event.next_time(state, after);
    require(next_times_[i] > after, "the event '{}' wants to happen at t = {} s, which is not after t = {} s",
            event.name, next_times_[i], after);
    first_ = std::min(first_, next_times_[i]);
  }
}

void EventSchedule::take_due(double now, Array<int>& due) {
  due.clear();
  for (std::size_t i = 0; i < numbers_.size(); ++i) {
    if (next_times_[i] > now) continue;
    due.push_back(numbers_[i]);
    handled_until_[i] = now;
  }
}

}  // namespace sarrus::internal
