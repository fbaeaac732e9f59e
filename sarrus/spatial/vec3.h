#pragma once
/// @file
/// 3-vectors and 3×3 matrices over any scalar, without expression templates. The operands of an operation may
/// have different scalars (a pack and a model constant); the result has the wider one.

#include <type_traits>

#include "sarrus/scalar/real.h"

namespace sarrus {

/// A 3-vector.
template <class T = double>
struct Vec3 {
  T x{}, y{}, z{};

  T& operator[](int i) { return i == 0 ? x : i == 1 ? y : z; }
  const T& operator[](int i) const { return i == 0 ? x : i == 1 ? y : z; }
  /// The same vector in scalar U.
  template <class U>
  Vec3<U> cast() const {
    return {U(x), U(y), U(z)};
  }
  static Vec3 zero() { return {T(0), T(0), T(0)}; }
  static Vec3 unit_x() { return {T(1), T(0), T(0)}; }
  static Vec3 unit_y() { return {T(0), T(1), T(0)}; }
  static Vec3 unit_z() { return {T(0), T(0), T(1)}; }
  /// Unit vector along axis i.
  static Vec3 unit(int i) { return {T(i == 0), T(i == 1), T(i == 2)}; }
};
/// Deduction guide: Vec3{0, 0.8, 0} is a vector of doubles.
template <class A, class B, class C>
Vec3(A, B, C) -> Vec3<
    std::conditional_t<std::is_integral_v<std::common_type_t<A, B, C>>, double, std::common_type_t<A, B, C>>>;

/// The scalar that results from multiplying an A by a B.
template <class A, class B>
using Product = decltype(std::declval<A>() * std::declval<B>());

template <class A, class B>
Vec3<Product<A, B>> operator+(const Vec3<A>& a, const Vec3<B>& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class A, class B>
Vec3<Product<A, B>> operator-(const Vec3<A>& a, const Vec3<B>& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class T>
Vec3<T> operator-(const Vec3<T>& a) {
  return {-a.x, -a.y, -a.z};
}
template <class T>
Vec3<T>& operator+=(Vec3<T>& a, const Vec3<std::type_identity_t<T>>& b) {
  return a = a + b;
}
template <class T>
Vec3<T>& operator-=(Vec3<T>& a, const Vec3<std::type_identity_t<T>>& b) {
  return a = a - b;
}
template <class A, class B>
Vec3<Product<A, B>> operator*(const A& s, const Vec3<B>& a) {
  return {s * a.x, s * a.y, s * a.z};
}
/// a·b.
template <class A, class B>
Product<A, B> dot(const Vec3<A>& a, const Vec3<B>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
/// a×b.
template <class A, class B>
Vec3<Product<A, B>> cross(const Vec3<A>& a, const Vec3<B>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
/// |a|.
template <class T>
T norm(const Vec3<T>& a) {
  return sqrt(dot(a, a));
}
/// a / |a|.
template <class T>
Vec3<T> normalized(const Vec3<T>& a) {
  return (T(1) / norm(a)) * a;
}

/// A 3×3 matrix, stored by columns x, y, z.
template <class T = double>
struct Mat3 {
  Vec3<T> x{}, y{}, z{};

  Vec3<T>& col(int j) { return j == 0 ? x : j == 1 ? y : z; }
  const Vec3<T>& col(int j) const { return j == 0 ? x : j == 1 ? y : z; }
  T& operator()(int i, int j) { return col(j)[i]; }
  const T& operator()(int i, int j) const { return col(j)[i]; }
  template <class U>
  Mat3<U> cast() const {
    return {x.template cast<U>(), y.template cast<U>(), z.template cast<U>()};
  }
  static Mat3 identity() { return {Vec3<T>::unit_x(), Vec3<T>::unit_y(), Vec3<T>::unit_z()}; }
  static Mat3 zero() { return {Vec3<T>::zero(), Vec3<T>::zero(), Vec3<T>::zero()}; }
  /// From nine numbers in reading order.
  static Mat3 rows(T xx, T xy, T xz, T yx, T yy, T yz, T zx, T zy, T zz) {
    return {{xx, yx, zx}, {xy, yy, zy}, {xz, yz, zz}};
  }
};

template <class A, class B>
Mat3<Product<A, B>> operator+(const Mat3<A>& a, const Mat3<B>& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class A, class B>
Mat3<Product<A, B>> operator-(const Mat3<A>& a, const Mat3<B>& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class A, class B>
Mat3<Product<A, B>> operator*(const A& s, const Mat3<B>& a) {
  return {s * a.x, s * a.y, s * a.z};
}
template <class A, class B>
Vec3<Product<A, B>> operator*(const Mat3<A>& a, const Vec3<B>& v) {
  return {a.x.x * v.x + a.y.x * v.y + a.z.x * v.z, a.x.y * v.x + a.y.y * v.y + a.z.y * v.z,
          a.x.z * v.x + a.y.z * v.y + a.z.z * v.z};
}
/// Aᵀ·v without forming Aᵀ.
template <class A, class B>
Vec3<Product<A, B>> transpose_times(const Mat3<A>& a, const Vec3<B>& v) {
  return {dot(a.x, v), dot(a.y, v), dot(a.z, v)};
}
template <class A, class B>
Mat3<Product<A, B>> operator*(const Mat3<A>& a, const Mat3<B>& b) {
  return {a * b.x, a * b.y, a * b.z};
}
template <class T>
Mat3<T> transpose(const Mat3<T>& a) {
  return {{a.x.x, a.y.x, a.z.x}, {a.x.y, a.y.y, a.z.y}, {a.x.z, a.y.z, a.z.z}};
}
template <class T>
T determinant(const Mat3<T>& a) {
  return dot(a.x, cross(a.y, a.z));
}
/// The matrix [a]× with [a]×·b = a×b.
template <class T>
Mat3<T> cross_matrix(const Vec3<T>& a) {
  return {{T(0), a.z, -a.y}, {-a.z, T(0), a.x}, {a.y, -a.x, T(0)}};
}
/// a·bᵀ.
template <class T>
Mat3<T> outer(const Vec3<T>& a, const Vec3<T>& b) {
  return {b.x * a, b.y * a, b.z * a};
}

/// A symmetric 3×3 matrix: six numbers.
template <class T = double>
struct Sym3 {
  T xx{}, yy{}, zz{}, xy{}, xz{}, yz{};

  template <class U>
  Sym3<U> cast() const {
    return {U(xx), U(yy), U(zz), U(xy), U(xz), U(yz)};
  }
  Mat3<T> matrix() const { return {{xx, xy, xz}, {xy, yy, yz}, {xz, yz, zz}}; }
  /// The symmetric matrix whose lower triangle is that of `a`.
  static Sym3 lower(const Mat3<T>& a) { return {a.x.x, a.y.y, a.z.z, a.x.y, a.x.z, a.y.z}; }
  static Sym3 diagonal(T xx, T yy, T zz) { return {xx, yy, zz, T(0), T(0), T(0)}; }
  static Sym3 zero() { return diagonal(T(0), T(0), T(0)); }
};

template <class A, class B>
Sym3<Product<A, B>> operator+(const Sym3<A>& a, const Sym3<B>& b) {
  return {a.xx + b.xx, a.yy + b.yy, a.zz + b.zz, a.xy + b.xy, a.xz + b.xz, a.yz + b.yz};
}
template <class A, class B>
Sym3<Product<A, B>> operator-(const Sym3<A>& a, const Sym3<B>& b) {
  return {a.xx - b.xx, a.yy - b.yy, a.zz - b.zz, a.xy - b.xy, a.xz - b.xz, a.yz - b.yz};
}
template <class A, class B>
Sym3<Product<A, B>> operator*(const A& s, const Sym3<B>& a) {
  return {s * a.xx, s * a.yy, s * a.zz, s * a.xy, s * a.xz, s * a.yz};
}
template <class A, class B>
Vec3<Product<A, B>> operator*(const Sym3<A>& a, const Vec3<B>& v) {
  return {a.xx * v.x + a.xy * v.y + a.xz * v.z, a.xy * v.x + a.yy * v.y + a.yz * v.z,
          a.xz * v.x + a.yz * v.y + a.zz * v.z};
}
/// Lower triangle of [a]×[b]× = b·aᵀ − (a·b)·1.
template <class T>
Sym3<T> cross_cross_lower(const Vec3<T>& a, const Vec3<T>& b) {
  const T xx = a.x * b.x, yy = a.y * b.y, zz = a.z * b.z;
  return {-(yy + zz), -(zz + xx), -(xx + yy), b.y * a.x, b.z * a.x, b.z * a.y};
}

}  // namespace sarrus
