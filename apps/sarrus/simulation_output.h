#pragma once
/// @file
#include <memory>
#include <optional>

#include "apps/sarrus/motion_record.h"
#include "apps/sarrus/simulate.h"
#include "sarrus/base/array.h"
#include "sarrus/base/file.h"
#include "sarrus/format/table_writer.h"
#include "sarrus/simulate/recorded_output.h"

namespace sarrus {

/// What is between two states of a motion.
enum class StatesGiven {
  integrated,  ///< A smooth motion with their rates.
  stepped,     ///< One time step, in which rates may jump.
};

/// The output of a simulation: rows of states as they come, a record of the motion, and a file for the last
/// state. The constructor throws an Error if a file cannot be written.
class SimulationOutput {
 public:
  SimulationOutput(const SimulateCommand& command, const State& initial,
                   StatesGiven given = StatesGiven::integrated);
  ~SimulationOutput();

  void add(const State& state);
  /// Completes the files and gives them their names. Returns messages about them. If one fails, the Error is
  /// thrown after the other was tried.
  std::string complete(const State& last);

  const MotionRecord& motion() const { return motion_; }
  /// Seconds spent on output.
  double seconds() const { return seconds_; }

 private:
  void write_row(const State& state);
  std::string complete_table();
  std::string complete_final(const State& last);

  const SimulateCommand& command_;
  const StatesGiven given_;
  const bool interpolates_;
  Array<RecordedOutput::Column> columns_;
  Array<double> row_;
  std::optional<TableWriter> table_;
  std::optional<ReplacementFile> final_;
  MotionRecord motion_;
  double seconds_ = 0;
};

/// Completes the output, whatever has happened before; a new failure is added to `failure`.
std::string complete(SimulationOutput& output, const State& last, std::string& failure);

}  // namespace sarrus
