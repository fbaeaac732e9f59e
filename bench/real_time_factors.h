#pragma once
/// @file
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace sarrus::bench {

/// How many times faster than the clock mechanisms are simulated on one core at accuracy 1e-4.
class RealTimeFactors {
 public:
  /// Measures in a few rounds, the best times counting.
  RealTimeFactors();

  void print() const;
  nlohmann::ordered_json json() const;

 private:
  struct Line {
    std::string title;
    int coordinates, rows;
    long steps, evaluations;
    double factor;
  };
  std::vector<Line> lines_;
};

}  // namespace sarrus::bench
