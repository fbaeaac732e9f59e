#pragma once
/// @file
#include "sarrus/base/array.h"
#include "sarrus/simulate/simulation.h"

namespace sarrus {

/// What a simulation keeps of its motion: rows of a trajectory or of a table.
///
/// Without a grid the end of every step is a row. With a grid (SimulationOptions::every) its times are. Where
/// events change the state at once there are two rows, before and after; on a grid, only if the variables
/// jump: other changes are kept for Trajectory::at() alone.
class SimulationRecord {
 public:
  SimulationRecord(const SimulationOptions& options, const State& initial);

  /// The first row; the grid begins here.
  void begin(const State& state);
  /// The next time of the grid if it is before t, not counting rounding; infinity: there is none.
  double next_time_before(double t) const;
  /// A state on the grid, between two steps.
  void add_on_grid(const State& state);

  /// Takes note of the rates that a state has before handlers are called.
  void note_rates(const State& state);
  /// What is different now: more than what a step updates, or that alone.
  enum class Cause { event, update };
  /// Says that the state has been changed at once, and what it was before.
  void note_change(const State& before, Cause cause);
  /// What the state is when everything at an instant has happened.
  void complete_instant(const State& state, bool ends_step);
  /// Where a run ends there is a row in any case.
  void end_run(const State& state);

  Trajectory& trajectory() { return trajectory_; }
  Table& table() { return table_; }

 private:
  double next_time() const;
  bool keeps_states() const { return options_.record && columns_.empty(); }
  void add_row(const State& state, In<double> rates_before = {});
  void add_changed(const State& state, bool is_due, bool jumps);

  const SimulationOptions& options_;
  Trajectory trajectory_;
  Array<Output::Column> columns_;
  Table table_;
  double origin_ = 0, last_ = 0;
  long grid_rows_ = 0;
  // What is to be told of this instant:
  bool changed_ = false;
  Cause cause_ = Cause::update;
  State before_;
  Array<double> noted_, rates_before_;
};

}  // namespace sarrus
