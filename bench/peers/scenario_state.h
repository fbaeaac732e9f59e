#pragma once
/// @file
/// States of a scenario in a file: a line of coordinates, then a line of speeds, in the order of the
/// scenario. Standard C++17 only: the programs of the peers use it too.

#include <fstream>
#include <limits>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace sarrus::bench {

struct ScenarioState {
  std::vector<double> q, u;
};

inline void write_states(const std::string& path, const std::vector<ScenarioState>& states) {
  std::ofstream file(path);
  file.precision(std::numeric_limits<double>::max_digits10);
  for (const ScenarioState& state : states)
    for (const auto* numbers : {&state.q, &state.u}) {
      for (const double x : *numbers) file << x << ' ';
      file << '\n';
    }
  if (!file.good()) throw std::runtime_error("cannot write '" + path + "'");
}

inline std::vector<ScenarioState> read_states(const std::string& path) {
  std::ifstream file(path);
  std::vector<ScenarioState> states;
  const auto numbers = [](const std::string& line) {
    std::istringstream words(line);
    std::vector<double> all;
    for (double x = 0; words >> x;) all.push_back(x);
    return all;
  };
  for (std::string q, u; std::getline(file, q) && std::getline(file, u);)
    states.push_back({numbers(q), numbers(u)});
  if (states.empty()) throw std::runtime_error("there are no states in '" + path + "'");
  return states;
}

}  // namespace sarrus::bench
