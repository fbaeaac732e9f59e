#pragma once
/// @file
#include <vector>

#include "sarrus/system/state.h"

namespace sarrus {

/// What is remembered of a motion, in an amount of memory that does not grow with its length: first, last,
/// least and greatest value of each coordinate, and some hundred samples of each.
class MotionRecord {
 public:
  void add(const State& state);

  struct Range {
    double first, last, least, greatest;
  };
  const std::vector<Range>& coordinates() const { return ranges_; }
  double greatest_kinetic_energy() const { return greatest_kinetic_energy_; }

  struct Sample {
    double time;
    std::vector<double> q;
  };
  /// In the order of time; the last state is among them.
  std::vector<Sample> samples() const;

 private:
  std::vector<Range> ranges_;
  std::vector<Sample> kept_;
  Sample last_{};
  long count_ = 0, stride_ = 1;
  double greatest_kinetic_energy_ = 0;
};

}  // namespace sarrus
