#pragma once
/// @file
#include "sarrus/base/array.h"
#include "sarrus/simulate/simulation.h"

namespace sarrus::internal {

/// The record of a simulation: rows of a trajectory or of a table.
///
/// Without a grid the end of every step is a row. With a grid (SimulationOptions::every) the states at its
/// times are rows. If events change the state instantaneously there are two rows, before and after; on a
/// grid, only if the variables jump: other changes are kept for Trajectory::at() only.
class SimulationRecord {
 public:
  SimulationRecord(const SimulationOptions& options, const State& initial);

  /// Adds the first row; the grid starts here.
  void begin(const State& state);
  /// The next time of the grid if it is before t by more than rounding; infinity: there is none.
  double next_time_before(double t) const;
  /// Adds a state on the grid, within a step.
  void add_on_grid(const State& state);

  /// Stores the rates of a state before handlers are called.
  void note_rates(const State& state);
  /// The cause of a change: an event handler, or only the update of variables after a step.
  enum class Cause { event, update };
  /// Reports an instantaneous change of the state, and the state before it.
  void note_change(const State& before, Cause cause);
  /// Reports that an event has happened.
  void note_event(double time, const std::string& name) {
    if (keeps_states()) trajectory_.add_event(time, name);
  }
  /// Adds the rows of an instant once everything at this instant has happened.
  void complete_instant(const State& state, bool ends_step);
  /// Adds the row at the end of a run, in any case.
  void end_run(const State& state);

  Trajectory& trajectory() { return trajectory_; }
  NumberTable& table() { return table_; }

 private:
  double next_time() const;
  bool keeps_states() const { return options_.record && columns_.empty(); }
  void add_row(const State& state, In<double> rates_before = {});
  void add_changed(const State& state, bool is_due, bool jumps);

  const SimulationOptions& options_;
  Trajectory trajectory_;
  Array<RecordedOutput::Column> columns_;
  NumberTable table_;
  double origin_ = 0, last_ = 0;
  long grid_rows_ = 0;
  // Changes at this instant:
  bool changed_ = false;
  Cause cause_ = Cause::update;
  State before_;
  Array<double> noted_, rates_before_;
};

}  // namespace sarrus::internal
