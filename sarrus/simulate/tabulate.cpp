#include "sarrus/simulate/tabulate.h"

#include <set>

#include "sarrus/base/array.h"
#include "sarrus/system/internal/layout.h"

namespace sarrus {

using namespace internal;

namespace {

/// A variable by its number, because names need not be unique.
RecordedOutput::Column variable(const std::string& name, std::size_t number) {
  return {name, [number](const State& state) { return state.y()[number]; }};
}

Array<RecordedOutput::Column> columns_of_everything(const State& state) {
  Array<RecordedOutput::Column> columns;
  for (const Coordinate& coordinate : state.model().coordinates())
    columns.push_back(variable(coordinate.name, columns.size()));
  for (const Speed& speed : state.model().speeds()) columns.push_back(variable(speed.name, columns.size()));
  for (const AuxiliaryEntry& auxiliary : state.layout().auxiliaries)
    columns.push_back(variable(auxiliary.name, columns.size()));
  for (const char* energy : {"kinetic_energy", "potential_energy"})
    columns.push_back(RecordedOutput(energy).column(state));
  return columns;
}

}  // namespace

Array<RecordedOutput::Column> columns_of(const Array<RecordedOutput>& outputs, const State& state) {
  Array<RecordedOutput::Column> columns;
  std::set<std::string> names{"time"};
  for (const RecordedOutput& output : outputs) {
    columns.push_back(output.column(state));
    require(names.insert(columns.back().name).second, "'{}' is to be recorded twice", columns.back().name);
  }
  return columns;
}

NumberTable table_of(const std::string& title, const Array<RecordedOutput::Column>& columns) {
  NumberTable table{title, {"time"}, {}};
  for (const RecordedOutput::Column& column : columns) table.names.push_back(column.name);
  return table;
}

void add_row(const State& state, const Array<RecordedOutput::Column>& columns, NumberTable& table) {
  table.values.push_back(state.time());
  for (const RecordedOutput::Column& column : columns) table.values.push_back(column.value(state));
}

NumberTable tabulate(const Trajectory& trajectory, const Array<RecordedOutput>& more) {
  require(!trajectory.empty(), "a trajectory without states has no table");
  const State& first = trajectory.front();
  Array<RecordedOutput::Column> columns = columns_of_everything(first);
  for (RecordedOutput::Column& column : columns_of(more, first)) columns.push_back(std::move(column));
  NumberTable table = table_of(first.model().name(), columns);
  State visited = first;  // one State computes the values of all rows
  for (const State& state : trajectory) {
    require(state.nq() == first.nq(), "the orientation coordinates change within the trajectory");
    visited = state;
    add_row(visited, columns, table);
  }
  return table;
}

}  // namespace sarrus
