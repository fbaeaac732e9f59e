#pragma once
/// @file
/// Vector operations of the integrators.

#include <algorithm>

#include "sarrus/base/array.h"
#include "sarrus/base/array_view.h"

namespace sarrus::internal {

/// sum += factor·x
inline void add_scaled(double factor, In<double> x, Out<double> sum) {
  const double* from = x.data();
  double* to = sum.data();
  for (std::size_t i = 0; i < x.size(); ++i) to[i] += factor * from[i];
}

/// sum = y + factor·x
inline void set_sum(In<double> y, double factor, In<double> x, Out<double> sum) {
  const double* base = y.data();
  const double* from = x.data();
  double* to = sum.data();
  for (std::size_t i = 0; i < x.size(); ++i) to[i] = base[i] + factor * from[i];
}

inline void copy(In<double> from, Out<double> to) { std::copy(from.begin(), from.end(), to.begin()); }

/// The part of an array that begins at `first`.
inline In<double> part(In<double> y, int first, int count) { return {y.data() + first, count}; }
inline Out<double> part(Array<double>& y, int first, int count) { return {y.data() + first, count}; }

}  // namespace sarrus::internal
