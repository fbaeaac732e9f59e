#pragma once
/// @file
/// Events: their triggers and their handlers. A System declares them; a simulation locates their times, by
/// root finding for zero crossings.

#include <functional>
#include <string>

#include "sarrus/system/state.h"

namespace sarrus {

/// The trigger of an event.
enum class Trigger {
  crossing,   ///< A zero crossing of a quantity.
  scheduled,  ///< Times known in advance.
  start,      ///< Before the first step.
  step,       ///< After every step.
  before,     ///< Just before handlers of other events are called.
  end,        ///< At the end of the simulation as a whole: Simulation::finish().
};

/// The direction of a zero crossing.
enum class Crossing { rising, falling, both };

/// A call of an event handler: its information and its requests.
class EventCall {
 public:
  explicit EventCall(const std::string& name) : name_(name) {}
  const std::string& name() const { return name_; }
  /// Ends the run here, with a reason. The simulation is at the event and can be continued by another run.
  void stop(std::string reason) { reason_ = std::move(reason), stops_ = true; }
  bool stops() const { return stops_; }
  const std::string& reason() const { return reason_; }

 private:
  const std::string& name_;
  std::string reason_;
  bool stops_ = false;
};

/// Handles an event; may change the state.
using EventHandler = std::function<void(State& state, EventCall& call)>;
/// Reports an event; reads the state only.
using EventReporter = std::function<void(const State& state)>;

/// An event. Either `handle` or `report` is set.
struct Event {
  std::string name;
  Trigger trigger = Trigger::crossing;
  EventHandler handle{};
  EventReporter report{};
  // For zero crossings:
  Quantity<double> witness{};
  Crossing direction = Crossing::both;
  double window = 0;  ///< Accuracy of the event time in seconds; zero: as close as rounding allows.
  // For scheduled events: the first time after `t`, or infinity. Called again whenever a handler has changed
  // the state.
  std::function<double(const State& state, double t)> next_time{};
  /// True for an event by which a rigid element acts in a Simulation. Its witness falls through zero; if it
  /// is negative at the start, the event happens there. Time stepping, whose steps solve for the same forces,
  /// passes over it.
  bool is_of_rigid_element = false;
};

/// An event at zero crossings of `witness`, in the course of the motion or because the handler of another
/// event makes it jump there.
Event on_crossing(std::string name, Quantity<double> witness, Crossing direction, EventHandler handle,
                  double window = 0);
Event report_on_crossing(std::string name, Quantity<double> witness, Crossing direction, EventReporter report,
                         double window = 0);
/// A periodic event at the times first, first + period, first + 2·period, …, including the start of the
/// simulation if it is one of them.
Event periodically(const std::string& name, double period, EventHandler handle, double first = 0);
Event report_periodically(const std::string& name, double period, EventReporter report, double first = 0);
/// An event at times that are computed from the state.
Event on_schedule(std::string name, std::function<double(const State&, double)> next_time,
                  EventHandler handle);
/// Events before the first step, after every step, and at the end of the simulation as a whole.
Event at_start(std::string name, EventHandler handle);
Event after_each_step(std::string name, EventHandler handle);
Event at_end(std::string name, EventHandler handle);
/// An event just before the handlers of other events are called, whatever their triggers: to record the state
/// that they find.
Event before_handlers(std::string name, EventHandler handle);

}  // namespace sarrus
