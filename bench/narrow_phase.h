#pragma once
/// @file
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace sarrus::bench {

/// What the distance of two shapes that move a little costs: nanoseconds per query, with the memory of the
/// pair's last query and without; ours and, where it was found by the build, FCL's (its own solver of convex
/// pairs).
class NarrowPhase {
 public:
  NarrowPhase();

  void print() const;
  nlohmann::ordered_json json() const;

 private:
  struct Line {
    std::string what;
    double apart, overlap;            ///< Nanoseconds, 0.1 m apart and 0.02 m deep.
    double cold_apart, cold_overlap;  ///< Without the memory of the pair.
    double fcl_apart, fcl_overlap;    ///< Not a number where there is none.
  };
  std::vector<Line> lines_;
};

}  // namespace sarrus::bench
