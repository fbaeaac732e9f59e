#include "bench/real_time_factors.h"

#include <fmt/core.h>

#include <ctime>
#include <nlohmann/json.hpp>

#include "sarrus/simulate/simulation.h"
#include "sarrus/system/constraint_responses.h"
#include "tests/support/mechanisms.h"

namespace sarrus::bench {

namespace {

constexpr int rounds = 5;
constexpr double accuracy = 1e-4, duration = 10;

}  // namespace

RealTimeFactors::RealTimeFactors() {
  const std::pair<const char*, testing::Linkage> mechanisms[] = {
      {"Sarrus linkage", testing::sarrus_linkage()},
      {"Stewart platform", testing::stewart_platform()},
      {"Jansen's walker, 12 legs", testing::jansen_walker(12)}};
  for (const auto& [title, mechanism] : mechanisms) {
    Line line{
        title, mechanism.system.model().nq(), static_cast<int>(multipliers(mechanism.start).size()), 0, 0, 0};
    for (int round = 0; round < rounds; ++round) {
      Simulation simulation(mechanism.start, {.accuracy = accuracy, .record = false});
      const std::clock_t start = std::clock();
      simulation.run(duration);
      const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
      line.factor = std::max(line.factor, duration / seconds);
      line.steps = simulation.statistics().steps, line.evaluations = simulation.statistics().evaluations;
    }
    lines_.push_back(line);
  }
}

void RealTimeFactors::print() const {
  fmt::print("\ntimes faster than the clock, one core, accuracy {:g}, {} s\n", accuracy, duration);
  fmt::print("{:<26} {:>11} {:>6} {:>7} {:>12} {:>9}\n", "", "coordinates", "rows", "steps", "evaluations",
             "factor");
  for (const Line& line : lines_)
    fmt::print("{:<26} {:>11} {:>6} {:>7} {:>12} {:>9.0f}\n", line.title, line.coordinates, line.rows,
               line.steps, line.evaluations, line.factor);
}

nlohmann::ordered_json RealTimeFactors::json() const {
  nlohmann::ordered_json json;
  for (const Line& line : lines_)
    json[line.title] = {{"coordinates", line.coordinates},
                        {"rows", line.rows},
                        {"steps", line.steps},
                        {"evaluations", line.evaluations},
                        {"factor", line.factor}};
  return json;
}

}  // namespace sarrus::bench
