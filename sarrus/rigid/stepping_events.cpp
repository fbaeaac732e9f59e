#include "sarrus/rigid/internal/stepping_events.h"

#include <algorithm>
#include <cmath>

#include "sarrus/rigid/internal/state_step.h"
#include "sarrus/system/internal/layout.h"

namespace sarrus::internal {

namespace {

/// The time of a crossing is located to this part of a step.
constexpr double window_in_steps = 1e-6;

}  // namespace

SteppingEvents::SteppingEvents(const State& state) : events_(state.layout().events) {
  for (int i = 0; i < static_cast<int>(events_.size()); ++i) {
    const Event& event = events_[i];
    if (event.is_of_rigid_element) continue;
    numbers_[event.trigger].push_back(i);
    if (event.trigger == Trigger::crossing) watched_.push_back({i, event.direction, event.window});
  }
}

void SteppingEvents::read(const State& state, Array<double>& values) const {
  values.clear();
  for (const Watched& watched : watched_) {
    values.push_back(state[events_[watched.event].witness]);
    require(!std::isnan(values.back()), "the witness of event '{}' is not a number at t = {} s",
            events_[watched.event].name, state.time());
  }
}

bool SteppingEvents::crosses(const Watched& watched, double before, double after) {
  const bool rises = before < 0 && after >= 0, falls = before > 0 && after <= 0;
  return (rises && watched.direction != Crossing::falling) ||
         (falls && watched.direction != Crossing::rising);
}

bool SteppingEvents::any_crosses(const Array<double>& before, const Array<double>& after) const {
  for (std::size_t i = 0; i < watched_.size(); ++i)
    if (crosses(watched_[i], before[i], after[i])) return true;
  return false;
}

/// The first root of the secants of witnesses that cross zero, as a part of the interval.
double SteppingEvents::first_root() const {
  double first = 1;
  for (std::size_t i = 0; i < watched_.size(); ++i)
    if (const double a = at_begin_[i], b = at_end_[i]; crosses(watched_[i], a, b))
      first = std::min(first, a / (a - b));
  return first;
}

double SteppingEvents::window(double h) const {
  double smallest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < watched_.size(); ++i)
    if (crosses(watched_[i], at_begin_[i], at_end_[i])) smallest = std::min(smallest, watched_[i].window);
  return std::max(smallest, window_in_steps * h);
}

/// Probes both sides of the secant's root, closer together than the window if the root is good; then the
/// middle.
double SteppingEvents::locate(double h, const State& after,
                              const std::function<const State&(double)>& attempt) {
  found_.clear();
  read(after, at_end_);
  if (!any_crosses(at_begin_, at_end_)) return h;
  double begin = 0, end = h, last = h;
  const auto probe = [&](double length) {
    if (length <= begin || length >= end) return;
    last = length;
    read(attempt(length), probe_);
    const bool happened = any_crosses(at_begin_, probe_);
    (happened ? end : begin) = length;
    std::swap(happened ? at_end_ : at_begin_, probe_);
  };
  for (double window = this->window(h); end - begin > window; window = this->window(h)) {
    const double width = end - begin, root = begin + width * first_root();
    probe(root - window / 3);
    probe(root + window / 3);
    if (end - begin > width / 2) probe(begin + (end - begin) / 2);
  }
  if (last != end) attempt(end);
  Array<std::pair<double, int>> order;
  for (std::size_t i = 0; i < watched_.size(); ++i)
    if (const double a = at_begin_[i], b = at_end_[i]; crosses(watched_[i], a, b))
      order.emplace_back(a / (a - b), watched_[i].event);
  std::sort(order.begin(), order.end());
  for (const auto& [root, event] : order) found_.push_back(event);
  at_begin_ = at_end_;
  return end;
}

const Array<int>& SteppingEvents::take_due(double now) {
  schedule_.take_due(now, due_);
  return due_;
}

bool SteppingEvents::has_handler(const Array<int>& numbers) const {
  return std::any_of(numbers.begin(), numbers.end(), [this](int i) { return events_[i].handle != nullptr; });
}

void SteppingEvents::find_jumps(const State& state, const Array<int>& called, Array<int>& jumped) {
  read(state, probe_);
  for (std::size_t i = 0; i < watched_.size(); ++i)
    if (crosses(watched_[i], at_begin_[i], probe_[i]) &&
        std::find(called.begin(), called.end(), watched_[i].event) == called.end())
      jumped.push_back(watched_[i].event);
  std::swap(at_begin_, probe_);
}

void SteppingEvents::call_one(State& state, const Event& event, SimulationRecord& record) {
  ++counts_[event.name];
  if (event.trigger == Trigger::crossing || (event.trigger == Trigger::scheduled && event.handle)) {
    last_times_[event.name] = state.time();
    record.note_event(state.time(), event.name);
  }
  if (event.report) return event.report(state);
  const int coordinates = state.nq();
  EventCall call(event.name);
  event.handle(state, call);
  require(state.nq() == coordinates,
          "a handler of the event '{}' has changed the orientation coordinates, which cannot be done during "
          "time stepping; start anew from that state",
          event.name);
  if (call.stops()) stops_ = true, stop_reason_ = call.reason();
}

void SteppingEvents::call(State& state, const Array<int>& numbers, SimulationRecord& record) {
  if (has_handler(numbers))
    for (const int i : of(Trigger::before)) call_one(state, events_[i], record);
  if (has_crossings()) look(state);
  Array<int> calling = numbers, jumped;
  const std::size_t most = 2 * events_.size() + 10;
  for (std::size_t round = 0; !calling.empty(); ++round) {
    require(
        round < most,
        "the event '{}' and others trigger each other without end at t = {:.9g} s; let a handler leave the "
        "witnesses of the others alone, or make one event of them",
        events_[calling[0]].name, state.time());
    for (const int i : calling) call_one(state, events_[i], record);
    if (!has_handler(calling)) return;
    release_rigid_elements(state);
    place(state);
    jumped.clear();
    if (has_crossings()) find_jumps(state, calling, jumped);
    std::swap(calling, jumped);
  }
}

}  // namespace sarrus::internal
