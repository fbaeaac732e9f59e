#pragma once
/// @file
/// Forward-mode derivatives: a value and its partial derivatives in N directions.
///   f(x + ε d) = f(x) + ε f'(x) d
/// N is fixed, or Dynamic: then each number carries as many directions as it was seeded with, and a constant
/// carries none.

#include <algorithm>
#include <array>

#include "sarrus/base/array.h"
#include "sarrus/scalar/real.h"

namespace sarrus {

namespace internal {

/// Partials of a Dual with a fixed number of directions: a plain array.
template <class V, int N>
struct Partials {
  std::array<V, N> d{};
  constexpr int size() const { return N; }
  constexpr V operator[](int i) const { return d[i]; }
  constexpr V& operator[](int i) { return d[i]; }
  constexpr void match(int) {}
};

/// Partials whose number is set when a variable is seeded; an empty list means all are zero.
template <class V>
struct Partials<V, Dynamic> {
  Array<V> d;
  int size() const { return static_cast<int>(d.size()); }
  V operator[](int i) const { return i < size() ? d[i] : V(0); }
  V& operator[](int i) {  // grows to hold direction i
    if (i >= size()) match(i + 1);
    return d[i];
  }
  void match(int n) { d.resize(n, V(0)); }
};

}  // namespace internal

/// A number with its derivatives in N directions, over the numbers V (double, or another Dual for second
/// derivatives).
template <class V, int N>
struct Dual {
  V value{};
  internal::Partials<V, N> partial{};

  Dual() = default;
  Dual(V v) : value(std::move(v)) {}
  template <class A>
  requires(std::is_arithmetic_v<A> && !std::is_same_v<A, V>) Dual(A v) : value(static_cast<ValueOf<V>>(v)) {}

  /// The independent variable number `direction` (of `directions`, needed when N is Dynamic), at `v`.
  static Dual variable(V v, int direction, int directions = N) {
    Dual x(std::move(v));
    x.partial.match(directions);
    x.partial[direction] = V(1);
    return x;
  }

  /// f(a) with df = f'(a).
  static Dual chain(const V& f, const Dual& a, const V& df) {
    Dual r(f);
    r.partial.match(a.partial.size());
    for (int i = 0; i < r.partial.size(); ++i) r.partial[i] = df * a.partial[i];
    return r;
  }
  /// f(a, b) with fa = ∂f/∂a and fb = ∂f/∂b.
  static Dual chain(const V& f, const Dual& a, const V& fa, const Dual& b, const V& fb) {
    Dual r(f);
    r.partial.match(std::max(a.partial.size(), b.partial.size()));
    for (int i = 0; i < r.partial.size(); ++i) r.partial[i] = fa * a.partial[i] + fb * b.partial[i];
    return r;
  }

  friend Dual operator+(const Dual& a) { return a; }
  friend Dual operator-(const Dual& a) { return chain(-a.value, a, V(-1)); }
  friend Dual operator+(const Dual& a, const Dual& b) {
    Dual r(a.value + b.value);
    r.partial.match(std::max(a.partial.size(), b.partial.size()));
    for (int i = 0; i < r.partial.size(); ++i) r.partial[i] = a.partial[i] + b.partial[i];
    return r;
  }
  friend Dual operator-(const Dual& a, const Dual& b) {
    Dual r(a.value - b.value);
    r.partial.match(std::max(a.partial.size(), b.partial.size()));
    for (int i = 0; i < r.partial.size(); ++i) r.partial[i] = a.partial[i] - b.partial[i];
    return r;
  }
  friend Dual operator*(const Dual& a, const Dual& b) {
    return chain(a.value * b.value, a, b.value, b, a.value);
  }
  friend Dual operator/(const Dual& a, const Dual& b) {
    const V r = V(1) / b.value;
    const V f = a.value * r;
    return chain(f, a, r, b, -f * r);
  }
  friend Dual& operator+=(Dual& a, const Dual& b) { return a = a + b; }
  friend Dual& operator-=(Dual& a, const Dual& b) { return a = a - b; }
  friend Dual& operator*=(Dual& a, const Dual& b) { return a = a * b; }
  friend Dual& operator/=(Dual& a, const Dual& b) { return a = a / b; }

  friend auto operator<(const Dual& a, const Dual& b) { return a.value < b.value; }
  friend auto operator<=(const Dual& a, const Dual& b) { return a.value <= b.value; }
  friend auto operator>(const Dual& a, const Dual& b) { return a.value > b.value; }
  friend auto operator>=(const Dual& a, const Dual& b) { return a.value >= b.value; }

  friend Dual sqrt(const Dual& a) {
    const V s = sqrt(a.value);
    return chain(s, a, V(0.5) / s);
  }
  friend Dual sin(const Dual& a) { return chain(sin(a.value), a, cos(a.value)); }
  friend Dual cos(const Dual& a) { return chain(cos(a.value), a, -sin(a.value)); }
  friend void sincos(const Dual& a, Dual& s, Dual& c) {
    V sv, cv;
    sincos(a.value, sv, cv);
    s = chain(sv, a, cv);
    c = chain(cv, a, -sv);
  }
  friend Dual tan(const Dual& a) {
    const V t = tan(a.value);
    return chain(t, a, V(1) + t * t);
  }
  friend Dual asin(const Dual& a) { return chain(asin(a.value), a, V(1) / sqrt(V(1) - a.value * a.value)); }
  friend Dual acos(const Dual& a) { return chain(acos(a.value), a, V(-1) / sqrt(V(1) - a.value * a.value)); }
  friend Dual atan2(const Dual& y, const Dual& x) {
    const V r = V(1) / (x.value * x.value + y.value * y.value);
    return chain(atan2(y.value, x.value), y, x.value * r, x, -y.value * r);
  }
  friend Dual exp(const Dual& a) {
    const V e = exp(a.value);
    return chain(e, a, e);
  }
  friend Dual log(const Dual& a) { return chain(log(a.value), a, V(1) / a.value); }
  friend Dual tanh(const Dual& a) {
    const V t = tanh(a.value);
    return chain(t, a, V(1) - t * t);
  }
  friend Dual abs(const Dual& a) { return chain(abs(a.value), a, select(a.value < V(0), V(-1), V(1))); }

  /// Chooses a or b. If V is a pack, `condition` is a mask and the choice is made lane by lane.
  template <class Condition>
  friend Dual select(const Condition& condition, const Dual& a, const Dual& b) {
    Dual r(select(condition, a.value, b.value));
    r.partial.match(std::max(a.partial.size(), b.partial.size()));
    for (int i = 0; i < r.partial.size(); ++i)
      r.partial[i] = select(condition, V(a.partial[i]), V(b.partial[i]));
    return r;
  }
  friend double primal(const Dual& a) requires(requires(const V& v) { primal(v); }) {
    return primal(a.value);
  }
};

}  // namespace sarrus
