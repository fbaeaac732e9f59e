#pragma once
/// @file
/// Things that happen at instants: what they are triggered by and what is done about them. A System declares
/// them; a simulation finds the instants.

#include <functional>
#include <string>

#include "sarrus/system/state.h"

namespace sarrus {

/// What triggers an event.
enum class Trigger {
  crossing,   ///< A quantity passes through zero.
  scheduled,  ///< Known times.
  start,      ///< Before the first step.
  step,       ///< After every step.
  before,     ///< Just before handlers of other events are called.
  end,        ///< When the simulation as a whole ends: Simulation::finish().
};

/// Which way a quantity has to pass through zero.
enum class Crossing { rising, falling, both };

/// What a handler is told, and what it can ask for.
class EventCall {
 public:
  explicit EventCall(const std::string& name) : name_(name) {}
  const std::string& name() const { return name_; }
  /// Ends the run here, with a reason. The simulation is at the event and can go on with another run.
  void stop(std::string reason) { reason_ = std::move(reason), stops_ = true; }
  bool stops() const { return stops_; }
  const std::string& reason() const { return reason_; }

 private:
  const std::string& name_;
  std::string reason_;
  bool stops_ = false;
};

/// Changes the state as the event demands.
using EventHandler = std::function<void(State& state, EventCall& call)>;
/// Looks at the state and leaves it alone.
using EventReporter = std::function<void(const State& state)>;

/// An event. One of `handle` and `report` is set.
struct Event {
  std::string name;
  Trigger trigger = Trigger::crossing;
  EventHandler handle{};
  EventReporter report{};
  // Of a crossing:
  Quantity<double> witness{};
  Crossing direction = Crossing::both;
  double window = 0;  ///< The instant is found to within so many seconds; zero: as nearly as numbers allow.
  // Of a scheduled event: the first time after `t`, or infinity. Asked again whenever a handler has changed
  // the state.
  std::function<double(const State& state, double t)> next_time{};
};

/// An event when `witness` passes through zero: in the course of the motion, or because the handler of
/// another event makes it jump there.
Event on_crossing(std::string name, Quantity<double> witness, Crossing direction, EventHandler handle,
                  double window = 0);
Event report_on_crossing(std::string name, Quantity<double> witness, Crossing direction, EventReporter report,
                         double window = 0);
/// An event at the times first, first + period, first + 2·period, …, also at the time at which a simulation
/// starts if it is one of them.
Event periodically(const std::string& name, double period, EventHandler handle, double first = 0);
Event report_periodically(const std::string& name, double period, EventReporter report, double first = 0);
/// An event at times that the state tells.
Event on_schedule(std::string name, std::function<double(const State&, double)> next_time,
                  EventHandler handle);
/// Before the first step, after every step, at the end of the simulation as a whole.
Event at_start(std::string name, EventHandler handle);
Event after_each_step(std::string name, EventHandler handle);
Event at_end(std::string name, EventHandler handle);
/// Just before handlers of other events are called at an instant, whatever triggers those: for what has to be
/// known of the state that they find.
Event before_handlers(std::string name, EventHandler handle);

}  // namespace sarrus
