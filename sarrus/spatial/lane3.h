#pragma once
/// @file
/// Three-vectors of the tree recursions. For double a vector is one 4-lane register (the fourth lane is zero)
/// if AVX2 and FMA are available, and plain numbers with the same memory layout otherwise; for every other
/// scalar it is Vec3.

#include "sarrus/base/inline.h"
#include "sarrus/scalar/arch.h"
#include "sarrus/spatial/vec3.h"

#if defined(__AVX2__) && defined(__FMA__)
#define SARRUS_LANE3_SIMD 1
#include <immintrin.h>
#endif

namespace sarrus {

inline namespace SARRUS_ARCH_NAMESPACE {

/// A three-vector of doubles padded to four.
struct alignas(32) Lane3d {
#ifdef SARRUS_LANE3_SIMD
  typedef double Register __attribute__((vector_size(32)));
  Register v;
  Lane3d() = default;
  explicit Lane3d(Register r) : v(r) {}
  Lane3d(const Vec3<double>& a) : v{a.x, a.y, a.z, 0} {}
  operator Vec3<double>() const { return {v[0], v[1], v[2]}; }
  double operator[](int i) const { return v[i]; }
  /// Loads a vector from memory by one instruction; store() writes three numbers.
  static Lane3d load(const Vec3<double>& a) {
    return Lane3d((Register)_mm256_maskload_pd(&a.x, _mm256_setr_epi64x(-1, -1, -1, 0)));
  }
  friend void store(const Lane3d& a, double* to) {
    _mm256_maskstore_pd(to, _mm256_setr_epi64x(-1, -1, -1, 0), (__m256d)a.v);
  }

  friend Lane3d operator+(const Lane3d& a, const Lane3d& b) { return Lane3d(a.v + b.v); }
  friend Lane3d operator-(const Lane3d& a, const Lane3d& b) { return Lane3d(a.v - b.v); }
  friend Lane3d operator-(const Lane3d& a) { return Lane3d(-a.v); }
  friend Lane3d operator*(double s, const Lane3d& a) { return Lane3d(s * a.v); }
  friend Lane3d cross(const Lane3d& a, const Lane3d& b) {
    return Lane3d(yzx(a.v * yzx(b.v) - yzx(a.v) * b.v));
  }
  /// a1×b1 + a2×b2 + a3×b3 + a4×b4: the sum is permuted once.
  static Lane3d sum_of_crosses(const Lane3d& a1, const Lane3d& b1, const Lane3d& a2, const Lane3d& b2,
                               const Lane3d& a3, const Lane3d& b3, const Lane3d& a4, const Lane3d& b4) {
    const auto permuted = [](const Lane3d& a, const Lane3d& b, const Lane3d& c, const Lane3d& d) {
      return (a.v * yzx(b.v) + c.v * yzx(d.v)) - (yzx(a.v) * b.v + yzx(c.v) * d.v);
    };
    return Lane3d(yzx(permuted(a1, b1, a2, b2) + permuted(a3, b3, a4, b4)));
  }
  friend double dot(const Lane3d& a, const Lane3d& b) {
    const Register p = a.v * b.v;
    return p[0] + p[1] + p[2];
  }
  /// a·b + c·d, summed over the lanes once.
  friend double dot(const Lane3d& a, const Lane3d& b, const Lane3d& c, const Lane3d& d) {
    const Register p = a.v * b.v + c.v * d.v;
    return p[0] + p[1] + p[2];
  }
  /// Element i of b times a.
  template <int i>
  static Lane3d element_times(const Lane3d& b, const Lane3d& a) {
    return Lane3d(spread<i>(b.v) * a.v);
  }

  /// s times the unit vector along axis i.
  template <int i>
  static Lane3d unit(double s) {
    return Lane3d(s * Register{i == 0 ? 1.0 : 0.0, i == 1 ? 1.0 : 0.0, i == 2 ? 1.0 : 0.0, 0.0});
  }
  template <int i>
  static Register spread(Register a) {
    return (Register)_mm256_permute4x64_pd((__m256d)a, i * 0b01'01'01'01);
  }

 private:
  static Register yzx(Register a) { return (Register)_mm256_permute4x64_pd((__m256d)a, 0b11'00'10'01); }
#else
  double v[4];
  Lane3d() = default;
  Lane3d(const Vec3<double>& a) : v{a.x, a.y, a.z, 0} {}
  Lane3d(double x, double y, double z) : v{x, y, z, 0} {}
  operator Vec3<double>() const { return {v[0], v[1], v[2]}; }
  double operator[](int i) const { return v[i]; }
  static Lane3d load(const Vec3<double>& a) { return a; }
  friend void store(const Lane3d& a, double* to) { to[0] = a[0], to[1] = a[1], to[2] = a[2]; }
  template <int i>
  static Lane3d unit(double s) {
    return {i == 0 ? s : 0, i == 1 ? s : 0, i == 2 ? s : 0};
  }

  friend Lane3d operator+(const Lane3d& a, const Lane3d& b) {
    return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
  }
  friend Lane3d operator-(const Lane3d& a, const Lane3d& b) {
    return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
  }
  friend Lane3d operator-(const Lane3d& a) { return {-a[0], -a[1], -a[2]}; }
  friend Lane3d operator*(double s, const Lane3d& a) { return {s * a[0], s * a[1], s * a[2]}; }
  friend Lane3d cross(const Lane3d& a, const Lane3d& b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
  }
  friend double dot(const Lane3d& a, const Lane3d& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
  friend double dot(const Lane3d& a, const Lane3d& b, const Lane3d& c, const Lane3d& d) {
    return dot(a, b) + dot(c, d);
  }
  template <int i>
  static Lane3d element_times(const Lane3d& b, const Lane3d& a) {
    return b[i] * a;
  }
  static Lane3d sum_of_crosses(const Lane3d& a1, const Lane3d& b1, const Lane3d& a2, const Lane3d& b2,
                               const Lane3d& a3, const Lane3d& b3, const Lane3d& a4, const Lane3d& b4) {
    return cross(a1, b1) + cross(a2, b2) + cross(a3, b3) + cross(a4, b4);
  }
#endif
 public:
  friend Lane3d& operator+=(Lane3d& a, const Lane3d& b) { return a = a + b; }
};

/// The three-vector of the recursions over scalar T.
template <class T>
using Lane3 = std::conditional_t<std::is_same_v<T, double>, Lane3d, Vec3<T>>;

template <class T>
void store(const Vec3<T>& a, T* to) {
  to[0] = a.x, to[1] = a.y, to[2] = a.z;
}

/// A rotation matrix of the recursions: three columns.
template <class T>
struct LaneRotation {
  Lane3<T> x, y, z;

  LaneRotation() = default;
  LaneRotation(const Lane3<T>& x_, const Lane3<T>& y_, const Lane3<T>& z_) : x(x_), y(y_), z(z_) {}
  explicit LaneRotation(const Mat3<T>& m) : x(m.x), y(m.y), z(m.z) {}
  /// Loads a constant from memory.
  template <class C>
  static LaneRotation load(const Mat3<C>& m) {
    if constexpr (std::is_same_v<T, double>)
      return {Lane3d::load(m.x), Lane3d::load(m.y), Lane3d::load(m.z)};
    else
      return LaneRotation(m.template cast<T>());
  }
  Mat3<T> matrix() const { return {Vec3<T>(x), Vec3<T>(y), Vec3<T>(z)}; }
};

/// R·v; v may be a model constant of another scalar type.
template <class T, class C>
SARRUS_ALWAYS_INLINE Lane3<T> operator*(const LaneRotation<T>& R, const Vec3<C>& v) {
  return v.x * R.x + v.y * R.y + v.z * R.z;
}
#ifdef SARRUS_LANE3_SIMD
/// R·v for a vector in a register: its elements are spread by permutation, not through memory.
inline Lane3d operator*(const LaneRotation<double>& R, const Lane3d& v) {
  return Lane3d(Lane3d::spread<0>(v.v) * R.x.v + Lane3d::spread<1>(v.v) * R.y.v +
                Lane3d::spread<2>(v.v) * R.z.v);
}
/// Rᵀ.
inline LaneRotation<double> transpose(const LaneRotation<double>& R) {
  const auto x = (__m256d)R.x.v, y = (__m256d)R.y.v, z = (__m256d)R.z.v, zero = _mm256_setzero_pd();
  const __m256d xy_even = _mm256_unpacklo_pd(x, y),
                xy_odd = _mm256_unpackhi_pd(x, y);  // x0 y0 x2 y2, x1 y1 0 0
  const __m256d z_even = _mm256_unpacklo_pd(z, zero),
                z_odd = _mm256_unpackhi_pd(z, zero);  // z0 0 z2 0, z1 0 0 0
  using Register = Lane3d::Register;
  return {Lane3d((Register)_mm256_permute2f128_pd(xy_even, z_even, 0x20)),
          Lane3d((Register)_mm256_permute2f128_pd(xy_odd, z_odd, 0x20)),
          Lane3d((Register)_mm256_permute2f128_pd(xy_even, z_even, 0x31))};
}
#else
inline Lane3d operator*(const LaneRotation<double>& R, const Lane3d& v) { return R * Vec3<double>(v); }
inline LaneRotation<double> transpose(const LaneRotation<double>& R) {
  return LaneRotation<double>(transpose(R.matrix()));
}
#endif
template <class T>
LaneRotation<T> transpose(const LaneRotation<T>& R) {
  return {{R.x.x, R.y.x, R.z.x}, {R.x.y, R.y.y, R.z.y}, {R.x.z, R.y.z, R.z.z}};
}
/// The columns e_k×h of −[h]×.
#ifdef SARRUS_LANE3_SIMD
inline LaneRotation<double> unit_vectors_cross(const Lane3d& h) {
  using Register = Lane3d::Register;
  const auto v = (__m256d)h.v;
  const auto signed_permutation = []<int order>(__m256d a, Register signs) {
    return Lane3d((Register)_mm256_xor_pd(_mm256_permute4x64_pd(a, order), (__m256d)signs));
  };
  return {signed_permutation.operator()<0b11'01'10'11>(v, Register{0.0, -0.0, 0.0, 0.0}),
          signed_permutation.operator()<0b11'00'11'10>(v, Register{0.0, 0.0, -0.0, 0.0}),
          signed_permutation.operator()<0b11'11'00'01>(v, Register{-0.0, 0.0, 0.0, 0.0})};
}
#else
inline LaneRotation<double> unit_vectors_cross(const Lane3d& h) {
  return {{0, -h[2], h[1]}, {h[2], 0, -h[0]}, {-h[1], h[0], 0}};
}
#endif
/// R·A, column by column.
template <class T, class C>
SARRUS_ALWAYS_INLINE LaneRotation<T> operator*(const LaneRotation<T>& R, const Mat3<C>& A) {
  return {R * A.x, R * A.y, R * A.z};
}

/// R·A for two matrices of this form.
inline LaneRotation<double> operator*(const LaneRotation<double>& R, const LaneRotation<double>& A) {
  return {R * A.x, R * A.y, R * A.z};
}
template <class T>
LaneRotation<T> operator*(const LaneRotation<T>& R, const LaneRotation<T>& A) {
  return R * A.matrix();
}

/// R with its first two columns rotated about the third by the angle with sine s and cosine c.
template <class T>
LaneRotation<T> turned(const LaneRotation<T>& R, const T& s, const T& c) {
  return {c * R.x + s * R.y, c * R.y - s * R.x, R.z};
}

template <class T>
T dot(const Vec3<T>& a, const Vec3<T>& b, const Vec3<T>& c, const Vec3<T>& d) {
  return dot(a, b) + dot(c, d);
}

/// A spatial motion of the recursions.
template <class T>
struct LaneMotion {
  Lane3<T> w, v;
};

/// A spatial force of the recursions.
template <class T>
struct LaneForce {
  Lane3<T> t, f;

  friend LaneForce operator*(const T& s, const LaneForce& F) { return {s * F.t, s * F.f}; }
  friend LaneForce& operator+=(LaneForce& a, const LaneForce& b) { return a.t += b.t, a.f += b.f, a; }
  friend LaneForce& operator-=(LaneForce& a, const LaneForce& b) {
    a.t = a.t - b.t, a.f = a.f - b.f;
    return a;
  }
};

}  // namespace SARRUS_ARCH_NAMESPACE

}  // namespace sarrus
