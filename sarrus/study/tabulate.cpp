#include "sarrus/study/tabulate.h"

#include "sarrus/system/responses.h"

namespace sarrus {

namespace {

std::vector<std::string> column_names(const State& state, const std::vector<Quantity<double>>& more) {
  std::vector<std::string> names{"time"};
  for (const Coordinate& coordinate : state.model().coordinates()) names.push_back(coordinate.name);
  for (const Speed& speed : state.model().speeds()) names.push_back(speed.name);
  for (const AuxiliaryEntry& variable : state.layout().auxiliaries) names.push_back(variable.name);
  names.insert(names.end(), {"kinetic_energy", "potential_energy"});
  for (const Quantity<double> quantity : more)
    names.push_back(state.layout().quantities[static_cast<std::size_t>(quantity.index)].name);
  return names;
}

}  // namespace

Table tabulate(const Trajectory& trajectory, const std::vector<Quantity<double>>& more) {
  require(!trajectory.empty(), "a trajectory without states has no table");
  Table table{trajectory.front().model().name(), column_names(trajectory.front(), more), {}};
  for (const State& state : trajectory) {
    require(state.nq() == trajectory.front().nq(),
            "the orientation coordinates change within the trajectory");
    std::vector<double> row{state.time()};
    row.insert(row.end(), state.y().begin(), state.y().end());
    row.insert(row.end(), {kinetic_energy(state), potential_energy(state)});
    for (const Quantity<double> quantity : more) row.push_back(state[quantity]);
    table.add_row(row);
  }
  return table;
}

}  // namespace sarrus
