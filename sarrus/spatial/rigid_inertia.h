#pragma once
/// @file
/// The inertia of a rigid body about a frame's origin: mass m, first moment h = m·c, second moment I — ten
/// numbers. Costs are those of Featherstone's table A.4.

#include "sarrus/spatial/pose.h"

namespace sarrus {

/// M_B: inertia of a rigid body about B's origin, expressed in B.
///   M = [ I  [h]×; −[h]×  m·1 ]
template <class T = double>
struct RigidInertia {
  T m{};
  Vec3<T> h = Vec3<T>::zero();  ///< Mass times the position of the center of mass.
  Sym3<T> I = Sym3<T>::zero();  ///< Rotational inertia about the frame's origin.

  /// From mass, center of mass and rotational inertia about the center of mass:  I = I_c − m·[c]×[c]×.
  static RigidInertia from_central(const T& mass, const Vec3<T>& com, const Sym3<T>& I_central) {
    const Vec3<T> h = mass * com;
    return {mass, h, I_central - cross_cross_lower(com, h)};
  }
  template <class U>
  RigidInertia<U> cast() const {
    return {U(m), h.template cast<U>(), I.template cast<U>()};
  }
  /// Position of the center of mass; the mass must not be zero.
  Vec3<T> com() const { return (T(1) / m) * h; }
  /// Rotational inertia about the center of mass.
  Sym3<T> central() const { return I + cross_cross_lower(com(), h); }
};

template <class T>
RigidInertia<T> operator+(const RigidInertia<T>& a, const RigidInertia<T>& b) {
  return {a.m + b.m, a.h + b.h, a.I + b.I};
}
template <class T>
RigidInertia<T> operator*(const std::type_identity_t<T>& s, const RigidInertia<T>& M) {
  return {s * M.m, s * M.h, s * M.I};
}
/// Momentum of a body moving with V: h = M·V.
template <class A, class B>
Force<Product<A, B>> operator*(const RigidInertia<A>& M, const Motion<B>& V) {
  return {M.I * V.w + cross(M.h, V.v), M.m * V.v - cross(M.h, V.w)};
}
/// The inertia about the point displaced by −r, axes unchanged.
template <class T>
RigidInertia<T> shift(const RigidInertia<T>& M, const Vec3<T>& r) {
  const Vec3<T> y = M.h + M.m * r;
  return {M.m, y, M.I - cross_cross_lower(r, M.h) - cross_cross_lower(y, r)};
}
/// M_A = X_AB·M_B: the inertia about A's origin expressed in A.  [XᵀIX of table A.4]
template <class T>
RigidInertia<T> operator*(const Pose<T>& X, const RigidInertia<T>& M) {
  return shift(RigidInertia<T>{M.m, X.R * M.h, rotate(X.R, M.I)}, X.p);
}
/// M_B from M_A.  [X*IX⁻¹ of table A.4]
template <class T>
RigidInertia<T> inverse_times(const Pose<T>& X, const RigidInertia<T>& M) {
  const Vec3<T> y = M.h - M.m * X.p;
  const Sym3<T> Z = M.I + cross_cross_lower(X.p, M.h) + cross_cross_lower(y, X.p);
  return {M.m, X.R.inverse_times(y), rotate(X.R.inverse(), Z)};
}
/// The same inertia expressed in other axes.
template <class T>
RigidInertia<T> operator*(const Rotation<T>& R, const RigidInertia<T>& M) {
  return {M.m, R * M.h, rotate(R, M.I)};
}
/// The force that gives a body of angular velocity w the classical acceleration A:  F = M·A + (w×I·w,
/// w×(w×h)).
template <class T>
Force<T> newton_euler(const RigidInertia<T>& M, const Motion<T>& A, const Vec3<T>& w) {
  return M * A + Force<T>{cross(w, M.I * w), cross(w, cross(w, M.h))};
}
/// The kinetic energy V·(M·V)/2.
template <class T>
T kinetic_energy(const RigidInertia<T>& M, const Motion<T>& V) {
  return T(0.5) * dot(V, M * V);
}

}  // namespace sarrus
