#pragma once
/// @file
/// Spatial (6-D) motions and forces, angular part first. They are different types: a motion cannot be added
/// to a force, multiplied by a motion, or transformed as a force. [Featherstone 2008, ch. 2]

#include "sarrus/spatial/vec3.h"

namespace sarrus {

/// A spatial velocity or acceleration: angular part w, and linear part v at its reference point.
template <class T = double>
struct Motion {
  Vec3<T> w{}, v{};
  template <class U>
  Motion<U> cast() const {
    return {w.template cast<U>(), v.template cast<U>()};
  }
  static Motion zero() { return {Vec3<T>::zero(), Vec3<T>::zero()}; }
};

/// A spatial force (wrench), impulse or momentum: moment t about its reference point, and force f.
template <class T = double>
struct Force {
  Vec3<T> t{}, f{};
  template <class U>
  Force<U> cast() const {
    return {t.template cast<U>(), f.template cast<U>()};
  }
  static Force zero() { return {Vec3<T>::zero(), Vec3<T>::zero()}; }
};

template <class A, class B>
Motion<Product<A, B>> operator+(const Motion<A>& a, const Motion<B>& b) {
  return {a.w + b.w, a.v + b.v};
}
template <class A, class B>
Motion<Product<A, B>> operator-(const Motion<A>& a, const Motion<B>& b) {
  return {a.w - b.w, a.v - b.v};
}
template <class T>
Motion<T> operator-(const Motion<T>& a) {
  return {-a.w, -a.v};
}
template <class T>
Motion<T>& operator+=(Motion<T>& a, const Motion<std::type_identity_t<T>>& b) {
  return a = a + b;
}
template <class A, class B>
Motion<Product<A, B>> operator*(const A& s, const Motion<B>& a) {
  return {s * a.w, s * a.v};
}

template <class A, class B>
Force<Product<A, B>> operator+(const Force<A>& a, const Force<B>& b) {
  return {a.t + b.t, a.f + b.f};
}
template <class A, class B>
Force<Product<A, B>> operator-(const Force<A>& a, const Force<B>& b) {
  return {a.t - b.t, a.f - b.f};
}
template <class T>
Force<T> operator-(const Force<T>& a) {
  return {-a.t, -a.f};
}
template <class T>
Force<T>& operator+=(Force<T>& a, const Force<std::type_identity_t<T>>& b) {
  return a = a + b;
}
template <class A, class B>
Force<Product<A, B>> operator*(const A& s, const Force<B>& a) {
  return {s * a.t, s * a.f};
}

/// The power of a force along a motion at the same point.
template <class A, class B>
Product<A, B> dot(const Motion<A>& V, const Force<B>& F) {
  return dot(V.w, F.t) + dot(V.v, F.f);
}

/// V × U: the rate of change of the motion U carried along with velocity V.  [eq. 2.29]
template <class A, class B>
Motion<Product<A, B>> cross(const Motion<A>& V, const Motion<B>& U) {
  return {cross(V.w, U.w), cross(V.w, U.v) + cross(V.v, U.w)};
}
/// V ×* F: the rate of change of the force F carried along with velocity V.  [eq. 2.30]
template <class A, class B>
Force<Product<A, B>> cross(const Motion<A>& V, const Force<B>& F) {
  return {cross(V.w, F.t) + cross(V.v, F.f), cross(V.w, F.f)};
}

/// The velocity of the same body at the point displaced by p.
template <class A, class B>
Motion<Product<A, B>> shift(const Motion<A>& V, const Vec3<B>& p) {
  return {Vec3<Product<A, B>>{V.w.x, V.w.y, V.w.z}, V.v + cross(V.w, p)};
}
/// The same force at the point displaced by p.
template <class A, class B>
Force<Product<A, B>> shift(const Force<A>& F, const Vec3<B>& p) {
  return {F.t - cross(p, F.f), Vec3<Product<A, B>>{F.f.x, F.f.y, F.f.z}};
}
/// The acceleration at the point displaced by p of a body with acceleration A (of its origin) and angular
/// velocity w:  a + α×p + w×(w×p).
template <class T>
Motion<T> shift_acceleration(const Motion<T>& A, const Vec3<T>& w, const Vec3<T>& p) {
  return {A.w, A.v + cross(A.w, p) + cross(w, cross(w, p))};
}
/// Featherstone's spatial acceleration from the classical one: they differ by w×v. classical_acceleration()
/// converts back.  [sec. 2.11]
template <class T>
Motion<T> spatial_acceleration(const Motion<T>& A_classical, const Motion<T>& V) {
  return {A_classical.w, A_classical.v - cross(V.w, V.v)};
}
template <class T>
Motion<T> classical_acceleration(const Motion<T>& A_spatial, const Motion<T>& V) {
  return {A_spatial.w, A_spatial.v + cross(V.w, V.v)};
}

}  // namespace sarrus
