#pragma once
/// @file
#include <nlohmann/json_fwd.hpp>

#include "apps/plot/plot.h"
#include "bench/work_curve.h"

namespace sarrus::bench {

/// What accuracy costs in motions that are known: all methods, evaluations of ẏ against the true error.
/// Nothing is timed, so that the numbers are the same everywhere.
class MethodComparison {
 public:
  MethodComparison();

  void print() const;
  nlohmann::ordered_json json() const;
  Plot plot() const;

 private:
  struct OfMotion {
    std::string name;
    std::vector<WorkCurve> curves;  ///< One per method.
  };
  std::vector<OfMotion> motions_;
};

}  // namespace sarrus::bench
