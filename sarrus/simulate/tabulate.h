#pragma once
/// @file
#include "sarrus/base/array.h"
#include "sarrus/base/number_table.h"
#include "sarrus/simulate/recorded_output.h"
#include "sarrus/simulate/trajectory.h"

namespace sarrus {

/// Makes a table of a trajectory: time, the coordinates, speeds and auxiliary variables by their names, and
/// the kinetic and potential energies; then the outputs `more`.
NumberTable tabulate(const Trajectory& trajectory, const Array<RecordedOutput>& more = {});

/// The columns of outputs, no two of which may have the same name.
Array<RecordedOutput::Column> columns_of(const Array<RecordedOutput>& outputs, const State& state);
/// An empty table with time and the given columns.
NumberTable table_of(const std::string& title, const Array<RecordedOutput::Column>& columns);
void add_row(const State& state, const Array<RecordedOutput::Column>& columns, NumberTable& table);

}  // namespace sarrus
