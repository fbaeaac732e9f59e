#pragma once
/// @file
#include <algorithm>

#include "sarrus/base/array.h"
#include "sarrus/system/state.h"

namespace sarrus {

/// The record of a motion, in an amount of memory that does not grow with its length: first, last, least and
/// greatest value of each coordinate, and some hundred samples of each.
class MotionRecord {
 public:
  /// Adds a state at the end of a step. Between two such states, coordinates are interpolated by Hermite
  /// cubics.
  void add_step(const State& state);
  /// Adds a state without rates. Nothing is interpolated between it and the last one.
  void add(const State& state);
  /// The same of the coordinates alone, without the energy: for short steps, of which it would be a good
  /// part.
  void add_coordinates(const State& state);

  struct Range {
    double first, last, least, greatest;

    void widen(double q) { least = std::min(least, q), greatest = std::max(greatest, q); }
  };
  const Array<Range>& coordinates() const { return ranges_; }
  double greatest_kinetic_energy() const { return greatest_kinetic_energy_; }

  struct Sample {
    double time = 0;
    Array<double> q{};
  };
  /// The samples in chronological order, including the last state.
  Array<Sample> samples() const;

 private:
  bool is_kept();
  void keep();
  void interpolate(const State& state);

  Array<Range> ranges_;
  Array<Sample> kept_;
  Sample current_{};
  Array<double> qdot_;  // at the last step; empty: not known
  Sample previous_{};
  long count_ = 0, stride_ = 1;
  double greatest_kinetic_energy_ = 0;
};

}  // namespace sarrus
