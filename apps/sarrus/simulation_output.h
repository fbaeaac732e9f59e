#pragma once
/// @file
#include <memory>
#include <optional>

#include "apps/sarrus/motion_record.h"
#include "apps/sarrus/simulate.h"
#include "sarrus/base/array.h"
#include "sarrus/base/file.h"
#include "sarrus/format/table_writer.h"
#include "sarrus/simulate/output.h"

namespace sarrus {

/// What becomes of the states of a simulation: rows of the output as they come, a record of the motion, and a
/// file for the last one. Files that cannot be written are found when this is made.
class SimulationOutput {
 public:
  SimulationOutput(const SimulateCommand& command, const State& initial);
  ~SimulationOutput();

  void add(const State& state);
  /// Gives the files their names. Returns lines that say so. An Error about one comes after the other was
  /// tried.
  std::string complete(const State& last);

  const MotionRecord& motion() const { return motion_; }
  /// Seconds that were spent here.
  double seconds() const { return seconds_; }

 private:
  void write_row(const State& state);
  std::string complete_table();
  std::string complete_final(const State& last);

  const SimulateCommand& command_;
  Array<Output::Column> columns_;
  Array<double> row_;
  std::optional<TableWriter> table_;
  std::optional<ReplacementFile> final_;
  MotionRecord motion_;
  double seconds_ = 0;
};

}  // namespace sarrus
