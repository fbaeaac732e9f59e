#pragma once
/// @file
/// Motions and forces in the plane z = 0, the planar counterparts of motion_force.h.  [Featherstone,
/// sec. 2.16 and A.1]

#include "sarrus/spatial/vec3.h"

namespace sarrus {

/// A vector in the plane.
template <class T>
struct Vec2 {
  T x{}, y{};
  template <class U>
  Vec2<U> cast() const {
    return {U(x), U(y)};
  }
  static Vec2 zero() { return {T(0), T(0)}; }
};

template <class A, class B>
Vec2<Product<A, B>> operator+(const Vec2<A>& a, const Vec2<B>& b) {
  return {a.x + b.x, a.y + b.y};
}
template <class A, class B>
Vec2<Product<A, B>> operator-(const Vec2<A>& a, const Vec2<B>& b) {
  return {a.x - b.x, a.y - b.y};
}
template <class T>
Vec2<T> operator-(const Vec2<T>& a) {
  return {-a.x, -a.y};
}
template <class A, class B>
Vec2<Product<A, B>> operator*(const A& s, const Vec2<B>& a) {
  return {s * a.x, s * a.y};
}
/// a·b.
template <class A, class B>
Product<A, B> dot(const Vec2<A>& a, const Vec2<B>& b) {
  return a.x * b.x + a.y * b.y;
}
/// The z component of a×b.
template <class A, class B>
Product<A, B> cross(const Vec2<A>& a, const Vec2<B>& b) {
  return a.x * b.y - a.y * b.x;
}
/// z×a: the vector rotated by 90° counter-clockwise.
template <class T>
Vec2<T> perpendicular(const Vec2<T>& a) {
  return {-a.y, a.x};
}

/// A velocity or acceleration in the plane: w about z, and v at its reference point.
template <class T>
struct PlanarMotion {
  T w{};
  Vec2<T> v{};
  template <class U>
  PlanarMotion<U> cast() const {
    return {U(w), v.template cast<U>()};
  }
  static PlanarMotion zero() { return {T(0), Vec2<T>::zero()}; }
};

/// A force in the plane: moment t about z through its reference point, and force f.
template <class T>
struct PlanarForce {
  T t{};
  Vec2<T> f{};
  template <class U>
  PlanarForce<U> cast() const {
    return {U(t), f.template cast<U>()};
  }
  static PlanarForce zero() { return {T(0), Vec2<T>::zero()}; }
};

template <class A, class B>
PlanarMotion<Product<A, B>> operator+(const PlanarMotion<A>& a, const PlanarMotion<B>& b) {
  return {a.w + b.w, a.v + b.v};
}
template <class A, class B>
PlanarMotion<Product<A, B>> operator-(const PlanarMotion<A>& a, const PlanarMotion<B>& b) {
  return {a.w - b.w, a.v - b.v};
}
template <class T>
PlanarMotion<T> operator-(const PlanarMotion<T>& a) {
  return {-a.w, -a.v};
}
template <class T>
PlanarMotion<T>& operator+=(PlanarMotion<T>& a, const PlanarMotion<std::type_identity_t<T>>& b) {
  return a = a + b;
}
template <class A, class B>
PlanarMotion<Product<A, B>> operator*(const A& s, const PlanarMotion<B>& a) {
  return {s * a.w, s * a.v};
}

template <class A, class B>
PlanarForce<Product<A, B>> operator+(const PlanarForce<A>& a, const PlanarForce<B>& b) {
  return {a.t + b.t, a.f + b.f};
}
template <class A, class B>
PlanarForce<Product<A, B>> operator-(const PlanarForce<A>& a, const PlanarForce<B>& b) {
  return {a.t - b.t, a.f - b.f};
}
template <class T>
PlanarForce<T> operator-(const PlanarForce<T>& a) {
  return {-a.t, -a.f};
}
template <class T>
PlanarForce<T>& operator+=(PlanarForce<T>& a, const PlanarForce<std::type_identity_t<T>>& b) {
  return a = a + b;
}
template <class A, class B>
PlanarForce<Product<A, B>> operator*(const A& s, const PlanarForce<B>& a) {
  return {s * a.t, s * a.f};
}

/// The power of a force along a motion at the same point.
template <class A, class B>
Product<A, B> dot(const PlanarMotion<A>& V, const PlanarForce<B>& F) {
  return V.w * F.t + dot(V.v, F.f);
}
/// V × U.  [eq. 2.76]
template <class A, class B>
PlanarMotion<Product<A, B>> cross(const PlanarMotion<A>& V, const PlanarMotion<B>& U) {
  return {Product<A, B>(0), perpendicular(V.w * U.v - U.w * V.v)};
}
/// V ×* F.  [crf of table A.1]
template <class A, class B>
PlanarForce<Product<A, B>> cross(const PlanarMotion<A>& V, const PlanarForce<B>& F) {
  return {cross(V.v, F.f), V.w * perpendicular(F.f)};
}
/// The velocity of the same body at the point displaced by p.
template <class A, class B>
PlanarMotion<Product<A, B>> shift(const PlanarMotion<A>& V, const Vec2<B>& p) {
  return {Product<A, B>(V.w), V.v + V.w * perpendicular(p)};
}
/// The same force at the point displaced by p.
template <class A, class B>
PlanarForce<Product<A, B>> shift(const PlanarForce<A>& F, const Vec2<B>& p) {
  return {F.t - cross(p, F.f), F.f.template cast<Product<A, B>>()};
}
/// The acceleration at the point displaced by p of a body with acceleration A (of its origin) and angular
/// velocity w:  a + α·(z×p) − w²·p.
template <class T>
PlanarMotion<T> shift_acceleration(const PlanarMotion<T>& A, const T& w, const Vec2<T>& p) {
  return {A.w, A.v + A.w * perpendicular(p) - w * w * p};
}
/// The spatial acceleration from the classical one: they differ by w×v. classical_acceleration() converts
/// back.
template <class T>
PlanarMotion<T> spatial_acceleration(const PlanarMotion<T>& A_classical, const PlanarMotion<T>& V) {
  return {A_classical.w, A_classical.v - V.w * perpendicular(V.v)};
}
template <class T>
PlanarMotion<T> classical_acceleration(const PlanarMotion<T>& A_spatial, const PlanarMotion<T>& V) {
  return {A_spatial.w, A_spatial.v + V.w * perpendicular(V.v)};
}

}  // namespace sarrus
