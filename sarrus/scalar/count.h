#pragma once
/// @file
/// A double that counts the operations done with it, to verify the operation counts in a cost table.

#include <cmath>

#include "sarrus/scalar/real.h"

namespace sarrus {

/// Number of operations of each kind. Subtractions count as additions; changing a sign is free.
struct OperationCount {
  long multiplications = 0, additions = 0, divisions = 0, square_roots = 0, trigonometric = 0;
  friend bool operator==(const OperationCount&, const OperationCount&) = default;
};

/// A double whose arithmetic is counted, per thread, in Count::tally().
struct Count {
  double value = 0;

  Count() = default;
  Count(double v) : value(v) {}

  /// The running operation count of this thread.
  static OperationCount& tally() {
    thread_local OperationCount operations;
    return operations;
  }
  /// Counts the operations done while `f` runs.
  template <class F>
  static OperationCount of(F&& f) {
    const OperationCount saved = tally();
    tally() = {};
    f();
    const OperationCount done = tally();
    tally() = saved;
    return done;
  }

  friend Count operator+(Count a) { return a; }
  friend Count operator-(Count a) { return {-a.value}; }
  friend Count operator+(Count a, Count b) { return ++tally().additions, Count(a.value + b.value); }
  friend Count operator-(Count a, Count b) { return ++tally().additions, Count(a.value - b.value); }
  friend Count operator*(Count a, Count b) { return ++tally().multiplications, Count(a.value * b.value); }
  friend Count operator/(Count a, Count b) { return ++tally().divisions, Count(a.value / b.value); }
  friend Count& operator+=(Count& a, Count b) { return a = a + b; }
  friend Count& operator-=(Count& a, Count b) { return a = a - b; }
  friend Count& operator*=(Count& a, Count b) { return a = a * b; }
  friend Count& operator/=(Count& a, Count b) { return a = a / b; }

  friend bool operator<(Count a, Count b) { return a.value < b.value; }
  friend bool operator<=(Count a, Count b) { return a.value <= b.value; }
  friend bool operator>(Count a, Count b) { return a.value > b.value; }
  friend bool operator>=(Count a, Count b) { return a.value >= b.value; }

  friend Count sqrt(Count a) { return ++tally().square_roots, Count(std::sqrt(a.value)); }
  friend Count sin(Count a) { return ++tally().trigonometric, Count(std::sin(a.value)); }
  friend Count cos(Count a) { return ++tally().trigonometric, Count(std::cos(a.value)); }
  friend Count tan(Count a) { return ++tally().trigonometric, Count(std::tan(a.value)); }
  friend Count asin(Count a) { return ++tally().trigonometric, Count(std::asin(a.value)); }
  friend Count acos(Count a) { return ++tally().trigonometric, Count(std::acos(a.value)); }
  friend Count atan2(Count y, Count x) {
    return ++tally().trigonometric, Count(std::atan2(y.value, x.value));
  }
  friend Count exp(Count a) { return ++tally().trigonometric, Count(std::exp(a.value)); }
  friend Count log(Count a) { return ++tally().trigonometric, Count(std::log(a.value)); }
  friend Count tanh(Count a) { return ++tally().trigonometric, Count(std::tanh(a.value)); }
  friend Count abs(Count a) { return {std::abs(a.value)}; }
  friend void sincos(Count x, Count& s, Count& c) { s = sin(x), c = cos(x); }
  friend Count select(bool condition, Count a, Count b) { return condition ? a : b; }
  friend double primal(Count a) { return a.value; }
};

}  // namespace sarrus
