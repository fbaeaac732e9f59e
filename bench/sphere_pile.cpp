#include "bench/sphere_pile.h"

#include <fmt/core.h>

#include <functional>
#include <nlohmann/json.hpp>

#include "bench/sphere_scenarios.h"

namespace sarrus::bench {

namespace {

constexpr int rounds = 5;

/// The quickest of a few runs.
SimulationRun best_of(const std::function<SimulationRun()>& simulate) {
  SimulationRun best = simulate();
  for (int i = 1; i < rounds; ++i)
    if (SimulationRun next = simulate(); next.cpu_seconds < best.cpu_seconds) best = std::move(next);
  return best;
}

}  // namespace

SpherePile::SpherePile(const Peer* simbody, const std::string& states_folder) {
  const Scenario pile = sphere_scenario("spheres_10pile_1e6");
  const std::string start = states_folder + "/" + pile.name + ".start";
  write_states(start, {pile.arranged(pile.start)});
  for (const double accuracy : {1e-3, 1e-4, 1e-5})
    for (const char* method : {"merson", "dormand-prince5"}) {
      lines_.push_back(
          {"Sarrus", method, accuracy, best_of([&] { return pile.simulate(method, accuracy); })});
      if (simbody != nullptr && std::string(method) == "merson")
        lines_.push_back({"Simbody", method, accuracy,
                          best_of([&] { return simbody->simulate(pile.name, method, accuracy, start); })});
    }
}

void SpherePile::print() const {
  fmt::print("\nten balls that fall onto each other, 5 s\n{:<12} {:<19} {:>8} {:>8} {:>12} {:>9}\n", "", "",
             "accuracy", "steps", "evaluations", "CPU s");
  for (const Line& line : lines_)
    fmt::print("{:<12} {:<19} {:>8.0e} {:>8} {:>12} {:>9.4f}\n", line.program, line.method, line.accuracy,
               line.run.steps, line.run.evaluations, line.run.cpu_seconds);
}

nlohmann::ordered_json SpherePile::json() const {
  nlohmann::ordered_json json;
  for (const Line& line : lines_)
    json.push_back({{"program", line.program},
                    {"method", line.method},
                    {"accuracy", line.accuracy},
                    {"steps", line.run.steps},
                    {"evaluations", line.run.evaluations},
                    {"cpu_seconds", line.run.cpu_seconds}});
  return json;
}

}  // namespace sarrus::bench
