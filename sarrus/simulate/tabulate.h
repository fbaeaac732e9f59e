#pragma once
/// @file
#include "sarrus/base/array.h"
#include "sarrus/base/table.h"
#include "sarrus/simulate/output.h"
#include "sarrus/simulate/trajectory.h"

namespace sarrus {

/// Makes a table of a trajectory: time, the coordinates, speeds and auxiliary variables by their names, and
/// the kinetic and potential energies; then the outputs `more`.
Table tabulate(const Trajectory& trajectory, const Array<Output>& more = {});

/// The columns of outputs, no two of which may have the same name.
Array<Output::Column> columns_of(const Array<Output>& outputs, const State& state);
/// An empty table with time and the given columns.
Table table_of(const std::string& title, const Array<Output::Column>& columns);
void add_row(const State& state, const Array<Output::Column>& columns, Table& table);

}  // namespace sarrus
