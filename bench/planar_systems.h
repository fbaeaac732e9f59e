#pragma once
/// @file
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace sarrus::bench {

/// What a System makes of mechanisms that move in a plane: accelerations by the kernels and through a State,
/// in the plane and, of the same mechanism with its last axis tilted a little, in space.
class PlanarSystems {
 public:
  /// Measures in turn, a few rounds, the best times counting.
  PlanarSystems();

  void print() const;
  nlohmann::ordered_json json() const;

 private:
  struct Line {
    std::string mechanism;
    std::vector<double>
        times;  ///< Nanoseconds: kernel in space and in the plane, State in space and in the plane.
  };
  std::vector<Line> lines_;
};

}  // namespace sarrus::bench
