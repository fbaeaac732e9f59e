#pragma once
/// @file
#include <iterator>
#include <string>

#include "sarrus/base/array.h"
#include "sarrus/ode/integrator_statistics.h"
#include "sarrus/system/system.h"

namespace sarrus {

/// An event that happened during a motion.
struct MotionEvent {
  double time = 0;
  std::string name;
};

/// A chronological sequence of States, its rows, with their rates: anything that can be computed from a State
/// can be computed from it afterwards. Between its rows it can hold changes of rates, parameters and discrete
/// variables, which at() uses.
///
/// Reading a quantity of a row, as in energy(trajectory[i]), caches it in that row's State; values() and
/// tabulate() cache nothing.
class Trajectory {
 public:
  /// Appends a row. Two rows of the same time are before and after an event. `rates_before`, from
  /// calc_rates(), are the rates just before the row, if they differ from those just after it.
  void add(const State& state, In<double> rates_before = {});
  /// Appends a change that is not a row: the state after it, whose variables are those before it.
  void add_change(const State& state, In<double> rates_before);
  /// Appends an event to the list of those that happened; the states know nothing of it.
  void add_event(double time, std::string name) { events_.push_back({time, std::move(name)}); }
  /// Computes ẏ and q̈ of a state.
  static void calc_rates(const State& state, Array<double>& rates);

  bool empty() const { return rows_.empty(); }
  std::size_t size() const { return rows_.size(); }
  const State& operator[](std::size_t i) const { return knots_[rows_[i]].state; }
  const State& front() const { return (*this)[0]; }
  const State& back() const { return (*this)[size() - 1]; }

  /// An iterator over the rows.
  class Iterator {
   public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = State;
    using difference_type = std::ptrdiff_t;
    using pointer = const State*;
    using reference = const State&;
    Iterator() = default;
    Iterator(const Trajectory& of, std::size_t row) : of_(&of), row_(row) {}
    const State& operator*() const { return (*of_)[row_]; }
    const State* operator->() const { return &(*of_)[row_]; }
    Iterator& operator++() { return ++row_, *this; }
    Iterator operator++(int) { return {*of_, row_++}; }
    bool operator==(const Iterator&) const = default;

   private:
    const Trajectory* of_ = nullptr;
    std::size_t row_ = 0;
  };
  Iterator begin() const { return {*this, 0}; }
  Iterator end() const { return {*this, size()}; }

  Array<double> times() const;
  /// The events that happened, in chronological order: crossings of zero, and handlers that were scheduled.
  const Array<MotionEvent>& events() const { return events_; }
  /// The number of changes that are not rows.
  std::size_t changes() const { return knots_.size() - rows_.size(); }
  /// The cost of the integration, and the error estimates of its steps.
  const IntegratorStatistics& statistics() const { return statistics_; }
  void set_statistics(const IntegratorStatistics& statistics) { statistics_ = statistics; }

  /// The state at a time between the first and the last, interpolated between neighbors h seconds apart:
  /// coordinates by quintic Hermite polynomials from values and first two derivatives, with an error of
  /// O(h⁶); the other variables by cubic ones from values and rates, O(h⁴). At the time of an event, the
  /// state after it.
  State at(double time) const;
  /// A number computed from each row.
  template <class F>
  Array<double> values(const F& f) const {
    Array<double> result;
    result.reserve(size());
    if (empty()) return result;
    State visited = front();  // one State computes the values of all rows
    for (const State& state : *this) {
      visited = state;
      result.push_back(f(static_cast<const State&>(visited)));
    }
    return result;
  }

 private:
  /// A state with its rates, and the rates just before it; empty: the same.
  struct Knot {
    State state;
    Array<double> rates, rates_before;
  };
  void add_knot(const State& state, In<double> rates_before);

  Array<Knot> knots_;
  Array<std::size_t> rows_;  // numbers of the knots that are rows
  Array<MotionEvent> events_;
  IntegratorStatistics statistics_;
};

}  // namespace sarrus
