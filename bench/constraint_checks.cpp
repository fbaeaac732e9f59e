#include "bench/constraint_checks.h"

#include <fmt/core.h>

#include <cmath>
#include <ctime>
#include <nlohmann/json.hpp>

#include "sarrus/system/constraint_responses.h"
#include "sarrus/system/responses.h"
#include "tests/support/linkages.h"

namespace sarrus::bench {

namespace {

constexpr double between_reports = 0.1;
constexpr double flat_accuracy = 1e-6;

double largest(In<double> values) {
  double size = 0;
  for (const double x : values) size = std::max(size, std::abs(x));
  return size;
}

}  // namespace

ConstraintChecks::ConstraintChecks(const std::vector<Scenario>& scenarios,
                                   const std::vector<std::string>& methods,
                                   const std::vector<double>& accuracies) {
  for (const Scenario& scenario : scenarios) errors_.push_back(check(scenario, methods, accuracies));
  for (const int loops : {1, 10, 40}) ladders_.push_back(pass_flat_position(loops));
}

ConstraintChecks::Errors ConstraintChecks::check(const Scenario& scenario,
                                                 const std::vector<std::string>& methods,
                                                 const std::vector<double>& accuracies) {
  Errors errors{scenario.name};
  for (const std::string& method : methods)
    for (const double accuracy : accuracies) {
      const double tolerance = accuracy / 10;
      const auto compare = [&](const State& state) {
        errors.positions = std::max(errors.positions, largest(position_errors(state)) / tolerance);
        errors.velocities = std::max(errors.velocities, largest(velocity_errors(state)) / tolerance);
      };
      try {
        Simulation simulation(
            scenario.start,
            {.accuracy = accuracy, .integrator = method, .every = between_reports, .report = compare});
        simulation.run(scenario.duration);
      } catch (const Error& error) {
        errors.failures.push_back(fmt::format("{} at {:g}: {}", method, accuracy, error.what()));
      }
    }
  return errors;
}

ConstraintChecks::FlatLadder ConstraintChecks::pass_flat_position(int loops) {
  const testing::Linkage linkage = testing::ladder(loops, testing::Closure::ball, testing::LadderStart::up);
  const double before = energy(linkage.start);
  double kinetic = 0, drift = 0, tilt = 0;
  const auto check = [&](const State& state) {
    kinetic = std::max(kinetic, kinetic_energy(state));
    drift = std::max(drift, std::abs(energy(state) - before));
    for (int i = 1; i <= loops; ++i) {
      const FrameOn<double> rod(state.model().body_number(fmt::format("H{}", i)));
      const Rotation<double> R = pose(state, rod).R;
      tilt = std::max(tilt, std::abs(std::atan2(R(1, 0), R(0, 0))));
    }
  };
  Simulation simulation(linkage.start,
                        {.accuracy = flat_accuracy, .every = between_reports, .report = check});
  const std::clock_t start = std::clock();
  simulation.run(10);
  return {loops, static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC, drift / kinetic, tilt};
}

void ConstraintChecks::print() const {
  fmt::print(
      "\nlargest errors of constraints over their tolerance, at reports of all runs\n{:<12} {:>10} {:>10}\n",
      "", "positions", "velocities");
  for (const Errors& at : errors_) {
    fmt::print("{:<12} {:>10.2g} {:>10.2g}\n", at.scenario, at.positions, at.velocities);
    for (const std::string& failure : at.failures) fmt::print("  {}\n", failure);
  }
  fmt::print("\nladders through the flat position (IFToMM A02), 10 s, accuracy {:g}\n", flat_accuracy);
  fmt::print("{:>6} {:>9} {:>22} {:>12}\n", "loops", "CPU s", "energy drift/kinetic", "tilt, rad");
  for (const FlatLadder& at : ladders_)
    fmt::print("{:>6} {:>9.4f} {:>22.1e} {:>12.1e}\n", at.loops, at.cpu_seconds, at.energy_drift, at.tilt);
}

nlohmann::ordered_json ConstraintChecks::json() const {
  nlohmann::ordered_json json;
  for (const Errors& at : errors_)
    json["errors_over_tolerance"][at.scenario] = {
        {"positions", at.positions}, {"velocities", at.velocities}, {"failures", at.failures}};
  for (const FlatLadder& at : ladders_)
    json["through_flat_position"].push_back({{"loops", at.loops},
                                             {"cpu_seconds", at.cpu_seconds},
                                             {"energy_drift", at.energy_drift},
                                             {"tilt", at.tilt}});
  return json;
}

}  // namespace sarrus::bench
