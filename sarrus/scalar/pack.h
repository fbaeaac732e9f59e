#pragma once
/// @file
/// N independent numbers in one SIMD register: N states of the same model per call. For sines and cosines see
/// pack_math.h.

#include <cstdint>
#include <cstring>

#include "sarrus/scalar/arch.h"
#include "sarrus/scalar/real.h"

#if defined(__AVX__)
#include <immintrin.h>
#endif

namespace sarrus {

namespace internal {

template <class V, int N>
struct LanesOf {
  typedef V Type __attribute__((vector_size(sizeof(V) * N)));
};
template <class V>
using IntegerLike = std::conditional_t<sizeof(V) == 8, std::int64_t, std::int32_t>;

}  // namespace internal

inline namespace SARRUS_ARCH_NAMESPACE {

/// The result of comparing two packs: in each lane all bits are set, or none.
template <class V, int N>
struct PackMask {
  using Lanes = typename internal::LanesOf<internal::IntegerLike<V>, N>::Type;
  Lanes lanes;

  friend PackMask operator&&(const PackMask& a, const PackMask& b) { return {a.lanes & b.lanes}; }
  friend PackMask operator||(const PackMask& a, const PackMask& b) { return {a.lanes | b.lanes}; }
  friend PackMask operator!(const PackMask& a) { return {~a.lanes}; }
  bool operator[](int i) const { return lanes[i] != 0; }
  friend bool any(const PackMask& m) {
#if defined(__AVX512F__)
    if constexpr (sizeof(Lanes) == 64) return _mm512_test_epi64_mask((__m512i)m.lanes, (__m512i)m.lanes) != 0;
#endif
#if defined(__AVX__)
    if constexpr (sizeof(Lanes) == 32) return _mm256_testz_si256((__m256i)m.lanes, (__m256i)m.lanes) == 0;
#endif
    bool r = false;
    for (int i = 0; i < N; ++i) r |= m[i];
    return r;
  }
  friend bool all(const PackMask& m) { return !any(!m); }
};

/// N numbers of type V (double or float) on which each operation acts at once.
template <class V, int N>
struct Pack {
  using Lanes = typename internal::LanesOf<V, N>::Type;
  using Mask = PackMask<V, N>;
  static constexpr int lanes_count = N;
  Lanes lanes;

  Pack() = default;
  /// Every lane holds `v`.
  Pack(V v) : lanes(v - Lanes{}) {}
  template <class A>
  requires(std::is_arithmetic_v<A> && !std::is_same_v<A, V>) Pack(A v) : Pack(static_cast<V>(v)) {}
  explicit Pack(const Lanes& l) : lanes(l) {}

  /// Reads N consecutive numbers into the lanes.
  static Pack load(const V* from) {
    Pack r;
    std::memcpy(&r.lanes, from, sizeof r.lanes);
    return r;
  }
  /// Reads `count` consecutive numbers into the first lanes and sets the others to zero.
  static Pack load_first(int count, const V* from) {
#if defined(__AVX2__)
    if constexpr (sizeof(Lanes) == 32) {
      typename Mask::Lanes lane;
      for (int i = 0; i < N; ++i) lane[i] = i;
      const auto wanted = (__m256i)(lane < static_cast<internal::IntegerLike<V>>(count));
      if constexpr (std::is_same_v<V, double>)
        return Pack((Lanes)_mm256_maskload_pd(from, wanted));
      else
        return Pack((Lanes)_mm256_maskload_ps(from, wanted));
    }
#endif
    return each([&](int i) { return i < count ? from[i] : V(0); });
  }
  void store(V* to) const { std::memcpy(to, &lanes, sizeof lanes); }
  V operator[](int i) const { return lanes[i]; }
  void set(int i, V v) { lanes[i] = v; }

  /// f(i) in lane i, evaluated one lane after the other: for functions without a vector form.
  template <class F>
  static Pack each(F f) {
    Pack r;
    for (int i = 0; i < N; ++i) r.lanes[i] = f(i);
    return r;
  }

  friend Pack operator+(const Pack& a) { return a; }
  friend Pack operator-(const Pack& a) { return Pack(-a.lanes); }
  friend Pack operator+(const Pack& a, const Pack& b) { return Pack(a.lanes + b.lanes); }
  friend Pack operator-(const Pack& a, const Pack& b) { return Pack(a.lanes - b.lanes); }
  friend Pack operator*(const Pack& a, const Pack& b) { return Pack(a.lanes * b.lanes); }
  friend Pack operator/(const Pack& a, const Pack& b) { return Pack(a.lanes / b.lanes); }
  friend Pack& operator+=(Pack& a, const Pack& b) { return a.lanes += b.lanes, a; }
  friend Pack& operator-=(Pack& a, const Pack& b) { return a.lanes -= b.lanes, a; }
  friend Pack& operator*=(Pack& a, const Pack& b) { return a.lanes *= b.lanes, a; }
  friend Pack& operator/=(Pack& a, const Pack& b) { return a.lanes /= b.lanes, a; }

  friend Mask operator<(const Pack& a, const Pack& b) { return {a.lanes < b.lanes}; }
  friend Mask operator<=(const Pack& a, const Pack& b) { return {a.lanes <= b.lanes}; }
  friend Mask operator>(const Pack& a, const Pack& b) { return {a.lanes > b.lanes}; }
  friend Mask operator>=(const Pack& a, const Pack& b) { return {a.lanes >= b.lanes}; }
  friend Pack select(const Mask& m, const Pack& a, const Pack& b) {
    return Pack(m.lanes ? a.lanes : b.lanes);
  }
  friend Pack abs(const Pack& a) { return select(a < Pack(V(0)), -a, a); }

  friend Pack sqrt(const Pack& a) {
#if defined(__AVX512F__)
    if constexpr (std::is_same_v<V, double> && N == 8)
      return Pack((Lanes)_mm512_maskz_sqrt_pd(0xff, (__m512d)a.lanes));
    if constexpr (std::is_same_v<V, float> && N == 16)
      return Pack((Lanes)_mm512_maskz_sqrt_ps(0xffff, (__m512)a.lanes));
#endif
#if defined(__AVX__)
    if constexpr (std::is_same_v<V, double> && N == 4) return Pack((Lanes)_mm256_sqrt_pd((__m256d)a.lanes));
    if constexpr (std::is_same_v<V, float> && N == 8) return Pack((Lanes)_mm256_sqrt_ps((__m256)a.lanes));
#endif
    return each([&](int i) { return std::sqrt(a[i]); });
  }
  friend Pack asin(const Pack& a) {
    return each([&](int i) { return std::asin(a[i]); });
  }
  friend Pack acos(const Pack& a) {
    return each([&](int i) { return std::acos(a[i]); });
  }
  friend Pack atan2(const Pack& y, const Pack& x) {
    return each([&](int i) { return std::atan2(y[i], x[i]); });
  }
  friend Pack exp(const Pack& a) {
    return each([&](int i) { return std::exp(a[i]); });
  }
  friend Pack log(const Pack& a) {
    return each([&](int i) { return std::log(a[i]); });
  }
  friend Pack tanh(const Pack& a) {
    return each([&](int i) { return std::tanh(a[i]); });
  }
};

}  // namespace SARRUS_ARCH_NAMESPACE

}  // namespace sarrus
