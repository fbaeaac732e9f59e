#pragma once
/// @file
#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "apps/plot/plot.h"
#include "bench/peer.h"
#include "bench/scenario.h"
#include "bench/work_curve.h"

namespace sarrus::bench {

/// What is asked for in a scenario.
struct WorkPlan {
  std::vector<std::string> methods, simbody_methods;
  std::vector<double> accuracies;
  double patience;   ///< CPU seconds; a method that takes longer is not asked for finer accuracies.
  int rounds;        ///< Of all methods in turn: other work on the machine hits them alike.
  double check = 0;  ///< An accuracy of Simbody's Merson whose result is compared with ours; zero: none.
};

/// What accuracy costs in a scenario: methods of ours and those of Simbody, against its known end, or else a
/// run of ours at the finest accuracy.
class WorkPrecision {
 public:
  /// Measures everything in a few rounds, the best CPU times counting. Null: without Simbody, which starts
  /// from the first state in a file, or from its own.
  WorkPrecision(const Scenario& scenario, const WorkPlan& plan, const Peer* simbody,
                const std::string& states_path = "");

  void print() const;
  /// Exponents p of CPU time ~ accuracy^p.
  void print_exponents() const;
  nlohmann::ordered_json json() const;
  Panel panel() const;

 private:
  /// CPU times of both programs at the error that a run of Simbody's has.
  struct Comparison {
    double error, ours, simbody;
  };
  std::vector<Comparison> comparisons() const;

  std::string name_, title_;
  std::vector<std::string> methods_;
  std::vector<WorkCurve> ours_, simbody_;
  std::optional<double> deviation_;  ///< Of Simbody's finest run from ours.
};

}  // namespace sarrus::bench
