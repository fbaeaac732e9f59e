#pragma once
/// @file
/// Real roots of a polynomial in an interval, all of them, in order.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

namespace sarrus::internal {

/// c[0] + c[1]·t + … + c[N]·tᴺ.
template <int N>
using Coefficients = std::array<double, N + 1>;

template <int N>
double value_of(const Coefficients<N>& c, double t) {
  double sum = c[N];
  for (std::size_t i = N; i-- > 0;) sum = sum * t + c[i];
  return sum;
}

template <int N>
Coefficients<N - 1> derivative_of(const Coefficients<N>& c) {
  Coefficients<N - 1> d;
  for (std::size_t i = 0; i < N; ++i) d[i] = static_cast<double>(i + 1) * c[i + 1];
  return d;
}

/// At most N roots.
template <int N>
struct Roots {
  std::array<double, N> at;
  int count = 0;
};

/// The root between a and b, where the polynomial has values of different signs: Newton's method, and
/// bisection where that would leave the bracket or does not halve the step.
template <int N>
double root_between(const Coefficients<N>& c, const Coefficients<N - 1>& slope, double a, double b) {
  if (value_of<N>(c, a) > 0) std::swap(a, b);  // negative at a
  double t = 0.5 * (a + b), last_step = std::abs(b - a);
  for (int i = 0; i < 200; ++i) {
    const double value = value_of<N>(c, t);
    if (value == 0) return t;
    (value < 0 ? a : b) = t;
    double next = t - value / value_of<N - 1>(slope, t);
    const bool is_between = (next - a) * (next - b) <= 0;
    if (!is_between || 2 * std::abs(next - t) > last_step) next = 0.5 * (a + b);
    if (next == t || next == a || next == b) return next;
    last_step = std::abs(next - t);
    t = next;
  }
  return t;
}

/// The roots between `from` and `to` at which the sign changes: one in each interval between neighboring
/// roots of the derivative.
template <int N>
Roots<N> roots_of(const Coefficients<N>& c, double from, double to) {
  Roots<N> roots;
  if constexpr (N == 1) {
    const double t = -c[0] / c[1];
    if (t >= from && t <= to) roots.at[0] = t, roots.count = 1;
  } else {
    const Coefficients<N - 1> slope = derivative_of<N>(c);
    const Roots<N - 1> turns = roots_of<N - 1>(slope, from, to);
    double a = from, value_a = value_of<N>(c, a);
    for (int i = 0; i <= turns.count; ++i) {
      const double b = i < turns.count ? turns.at[i] : to;
      const double value_b = value_of<N>(c, b);
      if ((value_a < 0) != (value_b < 0)) roots.at[roots.count++] = root_between<N>(c, slope, a, b);
      a = b, value_a = value_b;
    }
  }
  return roots;
}

}  // namespace sarrus::internal
