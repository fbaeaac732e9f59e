#pragma once
/// @file
/// Three-vectors as the tree recursions keep them. For double that is one 4-lane register (the fourth lane is
/// zero) where AVX2 and FMA exist, and plain numbers with the same memory layout elsewhere; for every other
/// scalar it is Vec3.

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

  friend Lane3d operator+(const Lane3d& a, const Lane3d& b) { return Lane3d(a.v + b.v); }
  friend Lane3d operator-(const Lane3d& a, const Lane3d& b) { return Lane3d(a.v - b.v); }
  friend Lane3d operator-(const Lane3d& a) { return Lane3d(-a.v); }
  friend Lane3d operator*(double s, const Lane3d& a) { return Lane3d(s * a.v); }
  friend Lane3d cross(const Lane3d& a, const Lane3d& b) {
    return Lane3d(yzx(a.v * yzx(b.v) - yzx(a.v) * b.v));
  }
  friend double dot(const Lane3d& a, const Lane3d& b) {
    const Register p = a.v * b.v;
    return p[0] + p[1] + p[2];
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
#endif
 public:
  friend Lane3d& operator+=(Lane3d& a, const Lane3d& b) { return a = a + b; }
};

/// The three-vector of the recursions over scalar T.
template <class T>
using Lane3 = std::conditional_t<std::is_same_v<T, double>, Lane3d, Vec3<T>>;

/// A rotation in that form: three columns.
template <class T>
struct LaneRotation {
  Lane3<T> x, y, z;

  LaneRotation() = default;
  LaneRotation(const Lane3<T>& x_, const Lane3<T>& y_, const Lane3<T>& z_) : x(x_), y(y_), z(z_) {}
  explicit LaneRotation(const Mat3<T>& m) : x(m.x), y(m.y), z(m.z) {}
  Mat3<T> matrix() const { return {Vec3<T>(x), Vec3<T>(y), Vec3<T>(z)}; }
};

/// R·v; v may be a model constant in scalars of its own.
template <class T, class C>
Lane3<T> operator*(const LaneRotation<T>& R, const Vec3<C>& v) {
  return v.x * R.x + v.y * R.y + v.z * R.z;
}
/// R·A, column by column.
template <class T, class C>
LaneRotation<T> operator*(const LaneRotation<T>& R, const Mat3<C>& A) {
  return {R * A.x, R * A.y, R * A.z};
}

/// A spatial motion in that form.
template <class T>
struct LaneMotion {
  Lane3<T> w, v;
};

}  // namespace SARRUS_ARCH_NAMESPACE

}  // namespace sarrus
