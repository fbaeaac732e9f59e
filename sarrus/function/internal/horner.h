#pragma once
/// @file
/// Polynomials c₀ + c₁x + … + cₙxⁿ by Horner's rule, with their first two derivatives.

namespace sarrus::internal {

/// p(x), for the coefficients c[0] … c[degree].
template <class T, class C>
T horner(const C* c, int degree, const T& x) {
  T p = T(c[degree]);
  for (int i = degree - 1; i >= 0; --i) p = p * x + T(c[i]);
  return p;
}

/// p(x), p'(x) and p''(x). Each step p ← p·x + cᵢ is differentiated: p' ← p'·x + p and ½p'' ← ½p''·x + p'.
template <class T, class C>
void horner(const C* c, int degree, const T& x, T& p, T& dp, T& ddp) {
  p = T(c[degree]);
  dp = T(0);
  T half_ddp = T(0);
  for (int i = degree - 1; i >= 0; --i) {
    half_ddp = half_ddp * x + dp;
    dp = dp * x + p;
    p = p * x + T(c[i]);
  }
  ddp = half_ddp + half_ddp;
}

}  // namespace sarrus::internal
