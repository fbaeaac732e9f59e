#pragma once
/// @file
#include <nlohmann/json_fwd.hpp>
#include <vector>

namespace sarrus::bench {

/// A thousand small simulations, on one thread and on more of them.
class ManySimulations {
 public:
  /// Measures in a few rounds, the best times counting.
  ManySimulations();

  void print() const;
  nlohmann::ordered_json json() const;

 private:
  struct Line {
    int threads;
    double wall_seconds, cpu_seconds;  ///< CPU time is that of all threads together.
  };
  /// The time of one thread as a fraction of what all threads together have spent.
  double efficiency(const Line& line) const {
    return lines_.front().wall_seconds / (line.threads * line.wall_seconds);
  }

  std::vector<Line> lines_;
};

}  // namespace sarrus::bench
