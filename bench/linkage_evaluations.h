#pragma once
/// @file
#include <nlohmann/json_fwd.hpp>

#include "apps/plot/plot.h"
#include "bench/table.h"

namespace sarrus::bench {

/// Nanoseconds for all accelerations of linkages after new coordinates and speeds, ours and Simbody's, and
/// how they grow with the number of loops of a ladder.
class LinkageEvaluations {
 public:
  /// Measures and prints. States are handed over in files of a folder.
  LinkageEvaluations(const Peers& peers, const std::string& folder);

  nlohmann::ordered_json json() const;
  /// Time per loop of ladders.
  Plot plot() const;

 private:
  void print_growth() const;
  /// Per ladder, divided by its number of loops.
  std::vector<double> per_loop(const Series& series) const;

  Table table_;
};

}  // namespace sarrus::bench
