#pragma once
/// @file
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace sarrus::bench {

/// What the viewer costs a simulation: microseconds of its own thread for a frame of a robot with 50 bodies,
/// from a State whose quantities are known to a frame that waits for the browsers; and bytes per frame.
class ViewerFrames {
 public:
  ViewerFrames();

  void print() const;
  nlohmann::ordered_json json() const;

 private:
  struct Line {
    std::string what;
    double sample, publish;  ///< Microseconds.
    std::size_t bytes;
  };
  std::vector<Line> lines_;
};

}  // namespace sarrus::bench
