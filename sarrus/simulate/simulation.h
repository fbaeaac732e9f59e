#pragma once
/// @file
/// A simulation advances a State of a System in time: steps with error control, events, a record of the
/// motion.

#include <map>

#include "sarrus/base/array.h"
#include "sarrus/ode/integrator_options.h"
#include "sarrus/simulate/energy_balance.h"
#include "sarrus/simulate/tabulate.h"

namespace sarrus {

/// The progress of a simulation.
struct SimulationProgress {
  double time = 0, end = 0;  ///< Simulated seconds.
  double fraction = 0;       ///< Completed fraction of this run.
  double wall_seconds = 0;   ///< Wall-clock seconds since this run started.
  double wall_left = 0;      ///< Estimate of the remaining wall-clock seconds.
};

/// Options of a simulation and of its record. The options of IntegratorOptions are repeated here instead of
/// inherited, so that {.accuracy = 1e-6, .every = 0.01} can be written.
struct SimulationOptions {
  double accuracy = 1e-4;           ///< The largest error of a step, as a fraction of a unit change.
  std::string integrator = "auto";  ///< One of integrator_names().
  ErrorNorm norm = ErrorNorm::rms;
  double fixed_step = 0, initial_step = 0, smallest_step = 0, largest_step = 0;  ///< Zero: not set.
  double constraint_tolerance = 0;  ///< The largest error of a constraint; zero: a tenth of the accuracy.
  /// Seconds between the recorded states; the states before and after each jump of the variables and at the
  /// end of a run are recorded in addition. Zero: the end of every step, and the states before and after
  /// every change by event handlers.
  double every = 0;
  /// True if a trajectory with `every` also keeps the changes between its rows that handlers make without a
  /// jump, for Trajectory::at(). Without them at() knows of such changes only from the next row on.
  bool keep_changes = true;
  std::function<void(const State&)> report{};  ///< Called with every recorded state, kept or not.
  /// Called only at the multiples of `every`, after the events there, and at the end of a run.
  std::function<void(const State&)> frame{};
  bool record = true;               ///< True to keep a record.
  Array<RecordedOutput> outputs{};  ///< Outputs to record instead of whole States; empty: whole States.
  Array<double> speed_weights{};  ///< Per speed: the weight of a unit change. Empty: as given in the System.
  bool energy_balance = false;    ///< True to keep account of work and dissipation.
  /// Called from time to time; returning false ends the run.
  std::function<bool(const SimulationProgress&)> progress{};
};

/// The reason for the end of a run.
enum class Outcome {
  finished,     ///< The end was reached.
  stopped,      ///< An event handler stopped the run.
  at_event,     ///< An event happened, and runs end at events: stop_at_events().
  interrupted,  ///< The progress function ended the run.
};

class Simulation {
 public:
  /// Starts from a state of a System, which it copies.
  explicit Simulation(const State& initial, const SimulationOptions& options = {});
  ~Simulation();
  Simulation(Simulation&&) noexcept;

  /// Advances to a time, or by a duration. Throws an Error on failure; state() and trajectory() then keep
  /// everything up to it. Can be called again to continue, also after a handler has stopped the run: then
  /// state() is at that event.
  Outcome run_until(double time);
  Outcome run(double duration) { return run_until(state().time() + duration); }
  /// Has runs end, from now on, just after each of the events that last_event_times() lists; state() is there
  /// then. The next run goes on.
  void stop_at_events(bool on);

  /// Changes the state between runs, as the handler of an event does: constraints and prescribed motions are
  /// met again, and events that this triggers are handled. If that fails the state stays as it was, and the
  /// Error is thrown.
  void change(const std::function<void(State&)>& make_changes);
  /// Starts anew from another state with the same options: with an empty record, and at any time.
  void restart(const State& initial);

  /// Ends the simulation as a whole: calls the handlers of at_end() events, once, however many runs there
  /// were. No runs are possible afterwards.
  void finish();

  /// The present state of the simulation.
  const State& state() const;
  const Trajectory& trajectory() const&;
  /// The trajectory of a simulation that is over: finishes it.
  Trajectory trajectory() &&;
  /// A table of time and the outputs in the options.
  const NumberTable& outputs() const&;
  /// The outputs of a simulation that is over: finishes it.
  NumberTable outputs() &&;
  const IntegratorStatistics& statistics() const;
  /// The number of occurrences of each event.
  const std::map<std::string, long>& event_counts() const;
  /// The time at which each event happened last: crossings of zero, and handlers that were scheduled.
  const std::map<std::string, double>& last_event_times() const;
  /// The reason given by the handler that stopped the last run; empty: none did.
  const std::string& stop_reason() const;
  double wall_seconds() const;
  /// The energy balance since the start, if SimulationOptions::energy_balance is set.
  EnergyBalance energy_balance() const;

 private:
  class Run;
  std::unique_ptr<Run> run_;
};

}  // namespace sarrus
