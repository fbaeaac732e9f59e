#pragma once
/// @file
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "bench/models.h"

namespace sarrus::bench {

/// What locked joints make of the time that accelerations take, by the kernel and through a State: one joint
/// locked, every other one, all of them; rigid, held while they move, and with the forces that hold them.
class LockedJoints {
 public:
  /// Measures free and locked mechanisms in turn, a few rounds, the best times counting.
  explicit LockedJoints(const ModelFolder& folder);

  void print() const;
  nlohmann::ordered_json json() const;

 private:
  struct Line {
    std::string model, way;
    double free;                 ///< Nanoseconds,
    std::vector<double> locked;  ///< and with one, half and all joints locked.
  };
  std::vector<Line> lines_;
};

}  // namespace sarrus::bench
