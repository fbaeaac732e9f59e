#pragma once
/// @file
#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "bench/peer.h"
#include "bench/plot.h"
#include "bench/work_curve.h"

namespace sarrus::bench {

/// What accuracy costs in the scenario fig3: methods of ours and those of Simbody, against a run of ours at
/// the finest accuracy.
class WorkPrecision {
 public:
  /// Measures everything in a few rounds, the best CPU times counting. Null: without Simbody.
  explicit WorkPrecision(const Peer* simbody);

  void print() const;
  nlohmann::ordered_json json() const;
  Plot plot() const;

 private:
  /// CPU times of both programs at the error that a run of Simbody's has.
  struct Comparison {
    double error, ours, simbody;
  };
  std::vector<Comparison> comparisons() const;

  std::vector<WorkCurve> ours_, simbody_;
  std::optional<double> deviation_;  ///< Of Simbody's finest run from ours.
};

}  // namespace sarrus::bench
