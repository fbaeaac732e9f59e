#pragma once
/// @file
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace sarrus::bench {

/// Nanoseconds to find the contact points of two shapes, and how many there are on the average.
class ContactPoints {
 public:
  ContactPoints();

  void print() const;
  nlohmann::ordered_json json() const;

 private:
  struct Line {
    std::string what;
    double nanoseconds, points;
  };
  std::vector<Line> lines_;
};

}  // namespace sarrus::bench
