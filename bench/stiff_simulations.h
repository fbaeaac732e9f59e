#pragma once
/// @file
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "apps/plot/plot.h"
#include "bench/models.h"
#include "bench/scenario.h"

namespace sarrus::bench {

/// Stiff mechanisms at accuracy 1e-4, by the default and by other methods, with exact and with differenced
/// Jacobians: a humanoid with friction, damping and 12 joints that follow others, and an engine on mounts of
/// growing stiffness. And what accuracy costs in both.
class StiffSimulations {
 public:
  explicit StiffSimulations(const ModelFolder& models);

  void print() const;
  nlohmann::ordered_json json() const;
  /// CPU seconds over the error at the end.
  Plot plot() const;

 private:
  struct Line {
    std::string mechanism, method;
    double duration;
    SimulationRun run;
  };
  void measure(const Scenario& scenario, const std::vector<std::string>& methods);
  void measure_precision(Scenario scenario);

  std::vector<Line> lines_;
  std::vector<Panel> panels_;
};

}  // namespace sarrus::bench
