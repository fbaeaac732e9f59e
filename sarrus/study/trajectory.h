#pragma once
/// @file
#include "sarrus/ode/integrator.h"
#include "sarrus/system/system.h"

namespace sarrus {

/// A sequence of States in the order of time, with their rates: anything that can be computed from a State
/// can be computed from it afterwards.
class Trajectory {
 public:
  /// Appends a state with its rates. Two of the same time are before and after an event.
  void add(const State& state);

  bool empty() const { return states_.empty(); }
  std::size_t size() const { return states_.size(); }
  const State& operator[](std::size_t i) const { return states_[i]; }
  const State& front() const { return states_.front(); }
  const State& back() const { return states_.back(); }
  auto begin() const { return states_.begin(); }
  auto end() const { return states_.end(); }
  std::vector<double> times() const;
  /// What it took, and how large the errors of the steps were as far as the method could tell.
  const IntegratorStatistics& statistics() const { return statistics_; }
  void set_statistics(const IntegratorStatistics& statistics) { statistics_ = statistics; }

  /// The state at a time between the first and the last, interpolated between neighbours h seconds apart:
  /// coordinates by quintics that meet their values and first two derivatives, with an error of O(h⁶); the
  /// other variables by cubics that meet values and rates, O(h⁴). At the time of an event, the state after
  /// it.
  State at(double time) const;
  /// A number computed from each state.
  template <class F>
  std::vector<double> values(const F& f) const {
    std::vector<double> result;
    result.reserve(states_.size());
    for (const State& state : states_) result.push_back(f(state));
    return result;
  }

 private:
  std::vector<State> states_;
  std::vector<std::vector<double>> rates_;  // ẏ and q̈ of each
  IntegratorStatistics statistics_;
};

}  // namespace sarrus
