#pragma once
/// @file
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace sarrus::bench {

/// What a time step with rigid contact costs, and how well it is solved.
class RigidSteps {
 public:
  RigidSteps();

  void print() const;
  nlohmann::ordered_json json() const;

 private:
  struct Line {
    std::string what;
    int contacts;
    double step;         ///< µs, mean of the run.
    double penetration;  ///< Largest [m].
    double error;        ///< Of the worst step, relative to the size of its speeds.
    double first_tries;  ///< Part of the problems that began with the right modes.
  };
  std::vector<Line> lines_;
};

}  // namespace sarrus::bench
