#pragma once
/// @file
#include <functional>
#include <map>
#include <string>

#include "sarrus/simulate/internal/event_schedule.h"
#include "sarrus/simulate/internal/simulation_record.h"
#include "sarrus/system/event.h"

namespace sarrus::internal {

/// Events of a System in time stepping, but for those by which rigid elements act in a Simulation. A step in
/// which a witness crosses zero is taken anew, shorter, until it ends at the crossing; steps end where an
/// event is scheduled.
class SteppingEvents {
 public:
  explicit SteppingEvents(const State& state);

  bool has_crossings() const { return !watched_.empty(); }
  /// Events of a trigger.
  const Array<int>& of(Trigger trigger) { return numbers_[trigger]; }
  /// Reads the witnesses at the beginning of a step.
  void look(const State& state) { read(state, at_begin_); }
  /// Finds the first crossing in a step of length h from the last look, which has ended in `after`. Returns
  /// the length of the step that ends there, or h if there is none. `attempt` takes the step anew with
  /// another length and returns its end; the length that it was called with last is the one returned.
  double locate(double h, const State& after, const std::function<const State&(double)>& attempt);
  /// Those that locate() has found.
  const Array<int>& found() const { return found_; }

  void begin_schedule(const State& state) { schedule_.begin(state); }
  void update_schedule(const State& state) { schedule_.update(state); }
  double next_time() const { return schedule_.next_time(); }
  const Array<int>& take_due(double now);

  /// Calls handlers and reporters, then those of events whose witnesses the handlers have made jump through
  /// zero, until there are no more.
  void call(State& state, const Array<int>& numbers, SimulationRecord& record);
  bool has_handler(const Array<int>& numbers) const;
  /// Adds to `jumped` those whose witnesses have passed zero since the last look, and looks.
  void find_jumps(const State& state, const Array<int>& called, Array<int>& jumped);

  /// True if a handler has asked to end the run since the last call.
  bool take_stop() { return std::exchange(stops_, false); }
  bool stops() const { return stops_; }
  const std::string& stop_reason() const { return stop_reason_; }
  void forget_reason() { stop_reason_.clear(); }
  const std::map<std::string, long>& counts() const { return counts_; }
  const std::map<std::string, double>& last_times() const { return last_times_; }

 private:
  struct Watched {
    int event;
    Crossing direction;
    double window;
  };
  static bool crosses(const Watched& watched, double before, double after);
  bool any_crosses(const Array<double>& before, const Array<double>& after) const;
  void read(const State& state, Array<double>& values) const;
  double first_root() const;
  double window(double h) const;
  void call_one(State& state, const Event& event, SimulationRecord& record);

  const Array<Event>& events_;
  std::map<Trigger, Array<int>> numbers_;
  Array<Watched> watched_;
  Array<double> at_begin_, at_end_, probe_;
  EventSchedule schedule_;
  Array<int> found_, due_;
  std::map<std::string, long> counts_;
  std::map<std::string, double> last_times_;
  bool stops_ = false;
  std::string stop_reason_;
};

}  // namespace sarrus::internal
