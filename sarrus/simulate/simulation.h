#pragma once
/// @file
/// A simulation takes a System from a State forwards in time: error-controlled steps, events, a record of
/// what happened.

#include <map>

#include "sarrus/base/array.h"
#include "sarrus/simulate/energy_balance.h"
#include "sarrus/simulate/event_finder.h"
#include "sarrus/simulate/tabulate.h"

namespace sarrus {

/// How far a simulation is.
struct SimulationProgress {
  double time = 0, end = 0;  ///< Simulated seconds.
  double fraction = 0;       ///< Of the way from where this run began.
  double wall_seconds = 0;   ///< Since this run began,
  double wall_left = 0;      ///< and an estimate of what is left.
};

/// How a simulation is to be done and what of it is to be kept. The numbers of IntegratorOptions are here
/// once more rather than in a base class, so that {.accuracy = 1e-6, .every = 0.01} can be written.
struct SimulationOptions {
  double accuracy = 1e-3;  ///< The error that a step may make: a fraction of a unit change.
  std::string integrator = "dormand-prince5";  ///< One of integrator_names().
  ErrorNorm norm = ErrorNorm::rms;
  double fixed_step = 0, initial_step = 0, smallest_step = 0, largest_step = 0;  ///< Zero: not asked for.
  double constraint_tolerance = 0;  ///< The largest error of a constraint; zero: a tenth of the accuracy.
  /// Seconds between the states that are recorded, beside which there are the states before and after each
  /// jump of the variables, and where a run ends; zero: the end of every step, and the states before and
  /// after every change that handlers of events make.
  double every = 0;
  /// Whether a trajectory keeps, between the rows that `every` asks for, what handlers have changed without a
  /// jump: Trajectory::at() needs it. Without it at() knows of such changes from the next row on only.
  bool keep_changes = true;
  std::function<void(const State&)> report{};  ///< Called with every state that is recorded, kept or not.
  /// Called at the multiples of `every` alone, after what happens there, and where a run ends.
  std::function<void(const State&)> frame{};
  bool record = true;             ///< Whether to record at all.
  Array<Output> outputs{};        ///< What to record instead of whole States; empty: those.
  Array<double> speed_weights{};  ///< Per speed: what a change by one is worth. Empty: as the System says.
  bool energy_balance = false;    ///< Whether to keep account of work and dissipation.
  /// Called now and then; returning false ends the run.
  std::function<bool(const SimulationProgress&)> progress{};
};

/// Why a run ended.
enum class Outcome {
  finished,     ///< The end was reached.
  stopped,      ///< A handler of an event asked for it.
  interrupted,  ///< The progress function asked for it.
};

class Simulation {
 public:
  /// From a state of a System, which it copies.
  explicit Simulation(const State& initial, const SimulationOptions& options = {});
  ~Simulation();
  Simulation(Simulation&&) noexcept;

  /// Goes on to a time, or for a duration. When something goes wrong an Error is thrown; state() and
  /// trajectory() keep what there was. Can be called again to go on, also after a handler has stopped the
  /// run: then state() is at that event.
  Outcome run_until(double time);
  Outcome run(double duration) { return run_until(state().time() + duration); }

  /// Ends the simulation as a whole: handlers of at_end() events are called, once, however many runs there
  /// were. After that nothing can be run.
  void finish();

  /// Where the simulation is.
  const State& state() const;
  const Trajectory& trajectory() const&;
  /// Of a simulation that is over: finishes it.
  Trajectory trajectory() &&;
  /// Time and the outputs that were asked for.
  const Table& outputs() const&;
  /// Of a simulation that is over: finishes it.
  Table outputs() &&;
  const IntegratorStatistics& statistics() const;
  /// How often each event has happened.
  const std::map<std::string, long>& event_counts() const;
  /// Why a handler has stopped the last run; empty: none has.
  const std::string& stop_reason() const;
  double wall_seconds() const;
  /// Where the energy has come from and gone to since the start, if SimulationOptions::energy_balance asked
  /// for it.
  EnergyBalance energy_balance() const;

 private:
  class Run;
  std::unique_ptr<Run> run_;
};

}  // namespace sarrus
