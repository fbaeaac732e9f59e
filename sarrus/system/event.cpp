#include "sarrus/system/event.h"

#include <cmath>

namespace sarrus {

namespace {

/// first + k·period for the smallest k ≥ 0 that lies after t; multiples, not sums, so that rounding errors do
/// not accumulate.
std::function<double(const State&, double)> multiples(const std::string& name, double period, double first) {
  require(std::isfinite(period) && period > 0, "the event '{}' cannot have a period of {} s", name, period);
  require(std::isfinite(first), "the event '{}' cannot begin at {} s", name, first);
  return [period, first](const State&, double t) {
    double k = std::max(0.0, std::floor((t - first) / period));
    while (first + k * period <= t) ++k;
    return first + k * period;
  };
}

Event simple(std::string name, Trigger trigger, EventHandler handle) {
  Event event;
  event.name = std::move(name);
  event.trigger = trigger;
  event.handle = std::move(handle);
  return event;
}

}  // namespace

Event on_crossing(std::string name, Quantity<double> witness, Crossing direction, EventHandler handle,
                  double window) {
  require(std::isfinite(window) && window >= 0, "the event '{}' cannot be located to within {} s", name,
          window);
  Event event = simple(std::move(name), Trigger::crossing, std::move(handle));
  event.witness = witness;
  event.direction = direction;
  event.window = window;
  return event;
}

Event report_on_crossing(std::string name, Quantity<double> witness, Crossing direction, EventReporter report,
                         double window) {
  Event event = on_crossing(std::move(name), witness, direction, {}, window);
  event.report = std::move(report);
  return event;
}

Event periodically(const std::string& name, double period, EventHandler handle, double first) {
  return on_schedule(name, multiples(name, period, first), std::move(handle));
}

Event report_periodically(const std::string& name, double period, EventReporter report, double first) {
  Event event = on_schedule(name, multiples(name, period, first), {});
  event.report = std::move(report);
  return event;
}

Event on_schedule(std::string name, std::function<double(const State&, double)> next_time,
                  EventHandler handle) {
  Event event = simple(std::move(name), Trigger::scheduled, std::move(handle));
  event.next_time = std::move(next_time);
  return event;
}

Event at_start(std::string name, EventHandler handle) {
  return simple(std::move(name), Trigger::start, std::move(handle));
}
Event after_each_step(std::string name, EventHandler handle) {
  return simple(std::move(name), Trigger::step, std::move(handle));
}
Event at_end(std::string name, EventHandler handle) {
  return simple(std::move(name), Trigger::end, std::move(handle));
}
Event before_handlers(std::string name, EventHandler handle) {
  return simple(std::move(name), Trigger::before, std::move(handle));
}

}  // namespace sarrus
