#include "sarrus/sensitivity/internal/motion_events.h"

#include <algorithm>
#include <limits>

#include "sarrus/system/internal/layout.h"

namespace sarrus::internal {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

void require_known_effects(const Array<Event>& events) {
  for (const Event& event : events)
    require(!event.handle || (event.trigger != Trigger::step && event.trigger != Trigger::before),
            "the motion cannot be differentiated: the event '{}' happens with every step, or before other "
            "events, and "
            "what its handler does is not differentiated; build a System without it",
            event.name);
}

bool is_handled(const Event& event, Trigger trigger) { return event.trigger == trigger && event.handle; }

}  // namespace

MotionEvents::MotionEvents(SystemProblem& problem, const Array<NamedValue>& parameters, double accuracy)
    : problem_(problem), parameters_(parameters), finder_(problem), chattering_(accuracy) {
  require_known_effects(events());
  require_given_times();
  const double now = problem.state().time();
  schedule(std::nextafter(now, -infinity));
}

/// Changes of the state must not change the times of scheduled events.
void MotionEvents::require_given_times() const {
  const State& state = problem_.state();
  State moved = state;
  Array<double> y(state.y().begin(), state.y().end());
  for (double& value : y) value += 1e-3;
  moved.set_y(y);
  for (const Event& event : events())
    require(!is_handled(event, Trigger::scheduled) ||
                event.next_time(state, state.time()) == event.next_time(moved, state.time()),
            "the motion cannot be differentiated: the times of event '{}' depend on the state; make it an "
            "event at "
            "zero crossings of a quantity",
            event.name);
}

void MotionEvents::schedule(double after) {
  next_time_ = infinity;
  for (const Event& event : events())
    if (is_handled(event, Trigger::scheduled))
      next_time_ = std::min(next_time_, event.next_time(problem_.state(), after));
}

void MotionEvents::look() {
  if (finder_.has_crossings()) finder_.look();
}

std::optional<MotionEvents::Crossing> MotionEvents::find(const Integrator& integrator) {
  if (!finder_.has_crossings()) return {};
  FoundCrossings found;
  for (finder_.find(integrator, integrator.time(), found); !found.events.empty();
       finder_.find(integrator, integrator.time(), found)) {
    Array<int> handled;
    for (const int number : found.events)
      if (events()[number].handle) handled.push_back(number);
    require(handled.size() < 2,
            "the motion cannot be differentiated: the events '{}' and '{}' happen together at t = {:.9g} s, "
            "and which "
            "of them comes first depends on the direction of a change",
            handled.empty() ? "" : events()[handled.front()].name,
            handled.empty() ? "" : events()[handled.back()].name, found.after);
    if (!handled.empty()) return Crossing{handled.front(), found.before, found.after};
    Array<double> y(integrator.y().size());  // only reports: the search goes on behind them
    integrator.interpolate(found.after, Out<double>(y));
    problem_.set(found.after, y);
    finder_.look();
  }
  return {};
}

EventJump MotionEvents::call(const State& before, const Array<int>& first, int crossing) {
  State& state = problem_.state();
  look();
  Array<int> calls, round = first;
  for (std::size_t rounds = 0; !round.empty(); ++rounds) {
    require(rounds < 2 * events().size() + 10,
            "the event '{}' and others trigger each other without end at t = {} s",
            events()[round.front()].name, state.time());
    call_handlers(state, round);
    problem_.settle("after an event");
    calls.insert(calls.end(), round.begin(), round.end());
    Array<int> triggered;
    if (finder_.has_crossings()) finder_.find_jumps(round, triggered);
    round.clear();
    for (const int number : triggered)
      if (events()[number].handle) round.push_back(number);
  }
  const State after = state;
  return calc_event_jump(before, after, calls, crossing, parameters_);
}

std::optional<EventJump> MotionEvents::handle_start(const State& given) {
  Array<int> numbers;
  for (int i = 0; i < static_cast<int>(events().size()); ++i)
    if (is_handled(events()[i], Trigger::start)) numbers.push_back(i);
  look();
  if (finder_.has_crossings()) finder_.find_due(numbers);
  if (numbers.empty() && !problem_.projects()) return {};
  return call(given, numbers, -1);
}

EventJump MotionEvents::handle(const Crossing& crossing) {
  chattering_.add(events(), {crossing.event}, {crossing.after, crossing.after - crossing.before, true});
  return call(State(problem_.state()), {crossing.event}, crossing.event);
}

std::optional<EventJump> MotionEvents::handle_scheduled() {
  const double now = problem_.state().time();
  if (now < next_time_) return {};
  Array<int> due;
  for (int i = 0; i < static_cast<int>(events().size()); ++i)
    if (is_handled(events()[i], Trigger::scheduled) &&
        events()[i].next_time(problem_.state(), std::nextafter(now, -infinity)) <= now)
      due.push_back(i);
  const EventJump jump = call(State(problem_.state()), due, -1);
  schedule(now);
  return jump;
}

}  // namespace sarrus::internal
