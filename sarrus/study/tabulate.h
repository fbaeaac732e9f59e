#pragma once
/// @file
#include "sarrus/base/table.h"
#include "sarrus/study/output.h"
#include "sarrus/study/trajectory.h"

namespace sarrus {

/// A trajectory as a table: time, the coordinates, speeds and auxiliary variables by their names, and the
/// kinetic and potential energies; then what else is asked for.
Table tabulate(const Trajectory& trajectory, const std::vector<Output>& more = {});

/// The columns of outputs, no two of which may have the same name.
std::vector<Output::Column> columns_of(const std::vector<Output>& outputs, const State& state);
/// A table with time and the given columns, without rows yet.
Table table_of(const std::string& title, const std::vector<Output::Column>& columns);
void add_row(const State& state, const std::vector<Output::Column>& columns, Table& table);

}  // namespace sarrus
