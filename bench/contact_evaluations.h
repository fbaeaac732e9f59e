#pragma once
/// @file
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "bench/models.h"
#include "bench/peer.h"

namespace sarrus::bench {

/// What all accelerations of a state with contacts cost: a ball with an elastic foundation, compared with
/// Simbody, bodies with pressure fields, and a humanoid on the ground.
class ContactEvaluations {
 public:
  ContactEvaluations(const Peer* simbody, const std::string& states_folder);

  void print() const;
  nlohmann::ordered_json json() const;

 private:
  struct Line {
    std::string what;
    int contacts;
    double sarrus, simbody;  ///< µs; Simbody's is not a number where it was not measured.
  };
  void measure_foundation(const Peer* simbody, const std::string& states_folder);
  void measure_pressure_fields();
  void measure_humanoid();

  std::vector<Line> lines_;
};

}  // namespace sarrus::bench
