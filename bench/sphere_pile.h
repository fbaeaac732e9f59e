#pragma once
/// @file
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "bench/peer.h"

namespace sarrus::bench {

/// Ten balls that fall onto each other and scatter: a chaotic motion, whose ends cannot be compared. What a
/// run costs at the accuracy asked for, compared with Simbody.
class SpherePile {
 public:
  SpherePile(const Peer* simbody, const std::string& states_folder);
  void print() const;
  nlohmann::ordered_json json() const;

 private:
  struct Line {
    std::string program, method;
    double accuracy;
    SimulationRun run;
  };
  std::vector<Line> lines_;
};

}  // namespace sarrus::bench
