#pragma once
/// @file
/// Exact second derivatives: a number with two infinitesimal parts ε₁, ε₂ and their product,
///   f(x + e₁ε₁ + e₂ε₂ + e₁₂ε₁ε₂) = f + f'e₁ ε₁ + f'e₂ ε₂ + (f'e₁₂ + f''e₁e₂) ε₁ε₂,   ε₁² = ε₂² = 0
/// (Fike and Alonso, "The development of hyper-dual numbers for exact second-derivative calculations", 2011).
/// With xᵢ seeded along ε₁ and xⱼ along ε₂, the parts of f(x) are ∂f/∂xᵢ, ∂f/∂xⱼ and ∂²f/∂xᵢ∂xⱼ.

#include <utility>

#include "sarrus/scalar/real.h"

namespace sarrus {

/// A number with its derivatives along two directions and the mixed second one, over the numbers V (any
/// scalar: over a Dual, its parts carry derivatives of their own).
template <class V>
struct HyperDual {
  V value{}, e1{}, e2{}, e12{};

  HyperDual() : value(0), e1(0), e2(0), e12(0) {}
  HyperDual(V v) : value(std::move(v)), e1(0), e2(0), e12(0) {}
  HyperDual(V v, V along_1, V along_2, V along_12)
      : value(std::move(v)), e1(std::move(along_1)), e2(std::move(along_2)), e12(std::move(along_12)) {}
  template <class A>
  requires(std::is_arithmetic_v<A> && !std::is_same_v<A, V>) HyperDual(A v)
      : HyperDual(V(static_cast<ValueOf<V>>(v))) {}

  /// f(a) with its derivatives df and ddf at a.
  static HyperDual chain(const V& f, const HyperDual& a, const V& df, const V& ddf) {
    return {f, df * a.e1, df * a.e2, df * a.e12 + ddf * (a.e1 * a.e2)};
  }

  friend HyperDual operator+(const HyperDual& a) { return a; }
  friend HyperDual operator-(const HyperDual& a) { return {-a.value, -a.e1, -a.e2, -a.e12}; }
  friend HyperDual operator+(const HyperDual& a, const HyperDual& b) {
    return {a.value + b.value, a.e1 + b.e1, a.e2 + b.e2, a.e12 + b.e12};
  }
  friend HyperDual operator-(const HyperDual& a, const HyperDual& b) {
    return {a.value - b.value, a.e1 - b.e1, a.e2 - b.e2, a.e12 - b.e12};
  }
  friend HyperDual operator*(const HyperDual& a, const HyperDual& b) {
    return {a.value * b.value, a.e1 * b.value + a.value * b.e1, a.e2 * b.value + a.value * b.e2,
            a.e12 * b.value + a.e1 * b.e2 + a.e2 * b.e1 + a.value * b.e12};
  }
  friend HyperDual operator/(const HyperDual& a, const HyperDual& b) {
    const V r = V(1) / b.value, dr = -r * r;
    return a * chain(r, b, dr, V(-2) * r * dr);
  }
  friend HyperDual& operator+=(HyperDual& a, const HyperDual& b) { return a = a + b; }
  friend HyperDual& operator-=(HyperDual& a, const HyperDual& b) { return a = a - b; }
  friend HyperDual& operator*=(HyperDual& a, const HyperDual& b) { return a = a * b; }
  friend HyperDual& operator/=(HyperDual& a, const HyperDual& b) { return a = a / b; }

  friend auto operator<(const HyperDual& a, const HyperDual& b) { return a.value < b.value; }
  friend auto operator<=(const HyperDual& a, const HyperDual& b) { return a.value <= b.value; }
  friend auto operator>(const HyperDual& a, const HyperDual& b) { return a.value > b.value; }
  friend auto operator>=(const HyperDual& a, const HyperDual& b) { return a.value >= b.value; }

  friend HyperDual sqrt(const HyperDual& a) {
    const V s = sqrt(a.value), ds = V(0.5) / s;
    return chain(s, a, ds, V(-0.5) * ds / a.value);
  }
  friend HyperDual sin(const HyperDual& a) {
    V s, c;
    sincos(a.value, s, c);
    return chain(s, a, c, -s);
  }
  friend HyperDual cos(const HyperDual& a) {
    V s, c;
    sincos(a.value, s, c);
    return chain(c, a, -s, -c);
  }
  friend void sincos(const HyperDual& a, HyperDual& s, HyperDual& c) {
    V sv, cv;
    sincos(a.value, sv, cv);
    const HyperDual x = a;  // s or c may be a itself
    s = chain(sv, x, cv, -sv);
    c = chain(cv, x, -sv, -cv);
  }
  friend HyperDual tan(const HyperDual& a) {
    const V t = tan(a.value), dt = V(1) + t * t;
    return chain(t, a, dt, V(2) * t * dt);
  }
  friend HyperDual asin(const HyperDual& a) {
    const V r = V(1) / (V(1) - a.value * a.value), df = sqrt(r);
    return chain(asin(a.value), a, df, a.value * r * df);
  }
  friend HyperDual acos(const HyperDual& a) {
    const V r = V(1) / (V(1) - a.value * a.value), df = -sqrt(r);
    return chain(acos(a.value), a, df, a.value * r * df);
  }
  /// With r = 1/(x² + y²):  f_y = x·r,  f_x = −y·r,  f_xx = −f_yy = 2xy·r²,  f_xy = (y² − x²)·r².
  friend HyperDual atan2(const HyperDual& y, const HyperDual& x) {
    const V xx = x.value * x.value, yy = y.value * y.value, r = V(1) / (xx + yy);
    const V f_y = x.value * r, f_x = -y.value * r;
    const V f_xx = V(-2) * f_y * f_x, f_xy = (yy - xx) * r * r;
    return {
        atan2(y.value, x.value), f_y * y.e1 + f_x * x.e1, f_y * y.e2 + f_x * x.e2,
        f_y * y.e12 + f_x * x.e12 + f_xx * (x.e1 * x.e2 - y.e1 * y.e2) + f_xy * (x.e1 * y.e2 + y.e1 * x.e2)};
  }
  friend HyperDual exp(const HyperDual& a) {
    const V e = exp(a.value);
    return chain(e, a, e, e);
  }
  friend HyperDual log(const HyperDual& a) {
    const V r = V(1) / a.value;
    return chain(log(a.value), a, r, -r * r);
  }
  friend HyperDual tanh(const HyperDual& a) {
    const V t = tanh(a.value), dt = V(1) - t * t;
    return chain(t, a, dt, V(-2) * t * dt);
  }
  friend HyperDual abs(const HyperDual& a) {
    return chain(abs(a.value), a, select(a.value < V(0), V(-1), V(1)), V(0));
  }

  /// Chooses a or b. If V is a pack, `condition` is a mask and the choice is made lane by lane.
  template <class Condition>
  friend HyperDual select(const Condition& condition, const HyperDual& a, const HyperDual& b) {
    return {select(condition, a.value, b.value), select(condition, a.e1, b.e1), select(condition, a.e2, b.e2),
            select(condition, a.e12, b.e12)};
  }
  friend double primal(const HyperDual& a) requires(requires(const V& v) { primal(v); }) {
    return primal(a.value);
  }
};

template <class V>
struct ScalarTraits<HyperDual<V>> {
  using Constant = HyperDual<V>;
  using Value = ValueOf<V>;
  static constexpr int lanes = ScalarTraits<V>::lanes;
};

}  // namespace sarrus
