#pragma once
/// @file
#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "bench/scenario.h"

namespace sarrus::bench {

/// How well simulations keep to constraints: in scenarios the largest errors as fractions of the tolerance,
/// and in ladders that pass the flat position (IFToMM A02) energy and shape.
class ConstraintChecks {
 public:
  /// With methods at accuracies.
  ConstraintChecks(const std::vector<Scenario>& scenarios, const std::vector<std::string>& methods,
                   const std::vector<double>& accuracies);

  void print() const;
  nlohmann::ordered_json json() const;

 private:
  struct Errors {
    std::string scenario;
    double positions = 0, velocities = 0;  ///< Largest at all reports of all runs, over the tolerance.
    std::vector<std::string> failures{};   ///< Runs that ended in an error.
  };
  static Errors check(const Scenario& scenario, const std::vector<std::string>& methods,
                      const std::vector<double>& accuracies);
  struct FlatLadder {
    int loops;
    double cpu_seconds;
    double energy_drift;  ///< Largest, over the greatest kinetic energy.
    double tilt;          ///< Largest angle by which a rod between tips leaves the horizontal.
  };
  static FlatLadder pass_flat_position(int loops);

  std::vector<Errors> errors_;
  std::vector<FlatLadder> ladders_;
};

}  // namespace sarrus::bench
