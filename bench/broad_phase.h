#pragma once
/// @file
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace sarrus::bench {

/// What it costs to find the pairs of moving objects that may touch: microseconds per update, in which all
/// objects move and all pairs are found.
class BroadPhaseUpdates {
 public:
  BroadPhaseUpdates();

  void print() const;
  nlohmann::ordered_json json() const;

 private:
  struct Line {
    std::string what;
    int objects;
    double pairs;                 ///< Mean number found.
    double update, second, mean;  ///< Microseconds: the best two rounds of a hundred updates, and all.
  };
  std::vector<Line> lines_;
};

}  // namespace sarrus::bench
