#pragma once
/// @file
/// A simulation from its first step to its last: simulation.cpp takes the steps, simulation_events.cpp
/// handles what happens in between.

#include <chrono>
#include <map>
#include <optional>
#include <string>

#include "sarrus/base/array.h"
#include "sarrus/simulate/internal/chattering.h"
#include "sarrus/simulate/internal/energy_ledger.h"
#include "sarrus/simulate/internal/event_finder.h"
#include "sarrus/simulate/internal/event_schedule.h"
#include "sarrus/simulate/internal/simulation_record.h"
#include "sarrus/simulate/internal/step_guards.h"
#include "sarrus/simulate/internal/system_problem.h"
#include "sarrus/simulate/simulation.h"
#include "sarrus/system/internal/layout.h"

namespace sarrus {

/// One simulation from its first step to its last.
class Simulation::Run {
 public:
  Run(const State& initial, const SimulationOptions& options);

  Outcome run_until(double end);

  void change_state(const std::function<void(State&)>& make_changes);

  bool stops_at_events() const { return stops_at_events_; }
  void stop_at_events(bool on) { stops_at_events_ = on; }

  void finish();

  const SimulationOptions& options() const { return options_; }
  const State& state() const { return problem_.state(); }
  Trajectory& trajectory() { return record_.trajectory(); }
  NumberTable& outputs() { return record_.table(); }
  const IntegratorStatistics& statistics() const { return integrator_->statistics(); }
  const std::map<std::string, long>& event_counts() const { return event_counts_; }
  const std::map<std::string, double>& last_event_times() const { return last_event_times_; }
  const std::string& stop_reason() const { return stop_reason_; }
  double wall_seconds() const { return wall_seconds_; }
  EnergyBalance energy_balance() const {
    require(options_.energy_balance,
            "no account was kept of energies; set energy_balance in the options of the simulation");
    return ledger_.balance(state(), problem_.integrals_of_power());
  }

 private:
  /// Adds the wall-clock time of its scope, also on an exception.
  struct Closing {
    Run& run;
    std::chrono::steady_clock::time_point began = std::chrono::steady_clock::now();
    double seconds() const {
      return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
    }
    ~Closing() {
      run.wall_seconds_ += seconds();
      run.trajectory().set_statistics(run.statistics());
    }
  };

  const Array<Event>& events() const { return problem_.state().layout().events; }
  const Event& event(int number) const { return events()[number]; }

  SimulationProgress progress(double from, double end, double wall) const {
    const double now = problem_.state().time(), fraction = (now - from) / (end - from);
    return {now, end, fraction, wall, fraction > 0 ? wall * (1 - fraction) / fraction : 0};
  }

  void start();

  /// What rigid elements have to settle before the motion begins; runs do not end there.
  void handle_due_at_start();

  /// Takes one step of the integrator and handles its events.
  void step(double end);

  /// The first of the things that the last step has passed over.
  std::optional<StepGuard::Missed> find_missed();
  /// Discards the rest of the last step.
  void end_step_at(const StepGuard::Missed& missed);

  /// If the mechanism is at a singular position, rethrows the Error of a step with a message that explains
  /// this first.
  void explain(const Error& error) const;

  /// Restarts the integrator from the problem's state.
  void restart(Restart depth);
  /// Brings the problem back to the integrator's time, after evaluations elsewhere.
  void return_to_integrator() { problem_.set(integrator_->time(), integrator_->y()); }
  /// Brings the problem to a time within the last step, by dense output.
  void go_to(double t);

  /// Handles the zero crossings within the last step, up to `end`, one after the other. Returns false if the
  /// rest of the step is discarded, because one of them changed the motion or the schedule, or stopped the
  /// run.
  bool handle_crossings(double end);

  /// True if the events found are those of rigid elements, such as stops. A joint may hit its stop as often
  /// as what shakes it: that is chattering only where time stands still.
  bool are_impacts() const;

  /// The kind of a change of the state, in increasing order of its effect.
  enum class Change { none, others, rates, variables };

  /// Calls handlers and reporters at the problem's present state, then those of events that these trigger at
  /// once, until there are no more. Then the constraints are met again, and integrator, schedule and record
  /// are updated.
  Change handle(const Array<int>& numbers);

  /// Calls `make_changes`, which changes the problem's state instantaneously; then restores the constraints
  /// and restarts the integrator.
  template <class F>
  Change change(internal::SimulationRecord::Cause cause, const F& make_changes);

  /// Calls handlers in rounds. The handlers of one round change the state, and the constraints are met again;
  /// the events whose witnesses have jumped through zero are handled in the next round.
  void call_in_rounds(const Array<int>& first);

  /// Changes the state, meets the constraints again and finds the events that this triggers.
  template <class F>
  void change_once(std::string_view occasion, const F& make_changes);

  [[noreturn]] void complain_of_endless_rounds() const;

  /// "'latch' and 'catch'"
  std::string names_of(const Array<int>& numbers) const;
  /// "after the event 'latch'"; the text is kept in a member.
  std::string_view occasion(const Array<int>& numbers);

  /// Keeps the time of an event of the motion: not of those that come with every step, nor of periodic
  /// reports.
  void note_event(const Event& event);

  void call(const Event& event);

  /// Completes a step: handles events that are due and those after each step, updates variables, and records
  /// the state.
  void complete_step();

  void handle_scheduled();

  /// Records the states of the grid before a time within the last step.
  void report_before(double t);

  SimulationOptions options_;
  internal::SystemProblem problem_;
  std::unique_ptr<Integrator> integrator_;
  internal::EventFinder finder_;
  internal::EventSchedule schedule_;
  internal::StepGuards guards_;
  internal::ChatteringWatch chattering_;
  internal::EnergyLedger ledger_;
  internal::SimulationRecord record_;
  std::map<Trigger, Array<int>> numbers_;  // numbers of the events
  bool has_updates_ = false, started_ = false, stopped_ = false, finished_ = false;
  bool stops_at_events_ = false, is_at_event_ = false;
  State before_;            // the state before handlers were called
  Array<double> u_before_;  // the speeds before the handlers of a round
  internal::FoundCrossings found_;
  Array<int> due_, calling_, called_;
  Array<double> y_;
  std::map<std::string, long> event_counts_;
  std::map<std::string, double> last_event_times_;
  std::string stop_reason_, occasion_;
  double wall_seconds_ = 0;
};

}  // namespace sarrus
