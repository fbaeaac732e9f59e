#pragma once
/// @file
/// Sine and cosine of every lane at once, without branches: x = n·π/2 + r with |r| ≤ π/4, polynomials for sin
/// r and cos r; the quadrant n mod 4 selects between them and sets their signs.
///
/// The reduction subtracts n·π/2 in pieces (Cody and Waite); the pieces are short enough that n times the
/// leading ones is exact, with or without fused multiply-add. Polynomials: double, the minimax coefficients
/// of fdlibm's __kernel_sin and __kernel_cos; float, those of Cephes' sinf and cosf. Largest error found: 2.4
/// ulp in double up to |x| = 1e5, 2.5 ulp in float up to 8192; beyond that range, each lane calls the
/// standard library.

#include <limits>

#include "sarrus/scalar/pack.h"

namespace sarrus {

namespace internal {

template <class V>
struct TrigonometryConstants;

template <>
struct TrigonometryConstants<double> {
  static constexpr double limit = 1e5;
  static constexpr double rounder = 6755399441055744.0;  // 1.5 · 2^52: adding it rounds to an integer
  static constexpr double two_over_pi = 6.36619772367581382433e-01;
  static constexpr double half_pi[3] = {1.57079632673412561417e+00, 6.07710050630396597660e-11,
                                        2.02226624879595063154e-21};

  template <class P>
  static P sin_polynomial(const P& r, const P& z) {
    const P p = 8.33333333332248946124e-03 +
                z * (-1.98412698298579493134e-04 +
                     z * (2.75573137070700676789e-06 +
                          z * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10)));
    return r + (z * r) * (-1.66666666666666324348e-01 + z * p);
  }
  template <class P>
  static P cos_polynomial(const P& z) {
    const P p = 4.16666666666666019037e-02 +
                z * (-1.38888888888741095749e-03 +
                     z * (2.48015872894767294178e-05 +
                          z * (-2.75573143513906633035e-07 +
                               z * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11))));
    return (1.0 - 0.5 * z) + z * z * p;
  }
};

template <>
struct TrigonometryConstants<float> {
  static constexpr float limit = 8192;
  static constexpr float rounder = 12582912.0f;  // 1.5 · 2^23
  static constexpr float two_over_pi = 6.36619772367581382433e-01f;
  static constexpr float half_pi[4] = {1.5703125f, 4.8351287841796875e-4f, 3.13855707645416259765e-7f,
                                       6.077100628276710381e-11f};

  template <class P>
  static P sin_polynomial(const P& r, const P& z) {
    return r + (z * r) * (-1.6666654611e-1f + z * (8.3321608736e-3f + z * -1.9515295891e-4f));
  }
  template <class P>
  static P cos_polynomial(const P& z) {
    return (1.0f - 0.5f * z) +
           z * z * (4.166664568298827e-2f + z * (-1.388731625493765e-3f + z * 2.443315711809948e-5f));
  }
};

/// −x where bit 1 of an integer is set, x elsewhere.
template <class P, class Integers>
inline P with_sign_of_bit_1(const Integers& bits, const P& x) {
  using Integer = std::remove_cvref_t<decltype(bits[0])>;
  constexpr int shift = std::numeric_limits<Integer>::digits - 1;
  const Integers flip = (bits << shift) & std::numeric_limits<Integer>::min();
  return P((typename P::Lanes)((Integers)x.lanes ^ flip));
}

}  // namespace internal

inline namespace SARRUS_ARCH_NAMESPACE {

/// Sine and cosine of every lane.
template <class V, int N>
inline void sincos(const Pack<V, N>& x, Pack<V, N>& s, Pack<V, N>& c) {
  using P = Pack<V, N>;
  using Constants = internal::TrigonometryConstants<V>;
  using Integers = typename P::Mask::Lanes;

  // Quadrant number n, as a float in `n` and in the low bits of `bits`.
  const P shifted = x * P(Constants::two_over_pi) + P(Constants::rounder);
  const P n = shifted - P(Constants::rounder);
  Integers bits;
  std::memcpy(&bits, &shifted.lanes, sizeof bits);

  P r = x;
  for (const V piece : Constants::half_pi) r = r - n * P(piece);
  const P z = r * r;
  const P sin_r = Constants::sin_polynomial(r, z);
  const P cos_r = Constants::cos_polynomial(z);

  // An odd n exchanges sine and cosine; bit 1 of n is the sign of the sine, bit 1 of n + 1 that of the
  // cosine.
  const typename P::Mask odd{(bits & 1) != 0};
  s = internal::with_sign_of_bit_1(bits, select(odd, cos_r, sin_r));
  c = internal::with_sign_of_bit_1(bits + 1, select(odd, sin_r, cos_r));

  const auto beyond = !(x * x <= P(Constants::limit * Constants::limit));
  if (any(beyond)) [[unlikely]]
    for (int i = 0; i < N; ++i)
      if (beyond[i]) s.set(i, std::sin(x[i])), c.set(i, std::cos(x[i]));
}

template <class V, int N>
Pack<V, N> sin(const Pack<V, N>& x) {
  Pack<V, N> s, c;
  sincos(x, s, c);
  return s;
}
template <class V, int N>
Pack<V, N> cos(const Pack<V, N>& x) {
  Pack<V, N> s, c;
  sincos(x, s, c);
  return c;
}

template <class V, int N>
Pack<V, N> tan(const Pack<V, N>& x) {
  Pack<V, N> s, c;
  sincos(x, s, c);
  return s / c;
}

}  // namespace SARRUS_ARCH_NAMESPACE

}  // namespace sarrus
