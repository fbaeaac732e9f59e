#pragma once
/// @file
/// Planar counterparts of poses, motions, forces and inertias: everything happens in the plane z = 0, and
/// rotations are about z. Names and meanings are those of the spatial ones; embed() converts a planar
/// quantity to a spatial one, planar() takes the planar part of a spatial one.  [Featherstone, sec. 2.16 and
/// A.1]

#include "sarrus/spatial/articulated_inertia.h"
#include "sarrus/spatial/planar_inertia.h"

namespace sarrus {

/// The spatial quantity that is equivalent to a planar one in the plane z = 0.
template <class T>
Vec3<T> embed(const Vec2<T>& a) {
  return {a.x, a.y, T(0)};
}
template <class T>
Motion<T> embed(const PlanarMotion<T>& V) {
  return {{T(0), T(0), V.w}, embed(V.v)};
}
template <class T>
Force<T> embed(const PlanarForce<T>& F) {
  return {{T(0), T(0), F.t}, embed(F.f)};
}
template <class T>
Pose<T> embed(const PlanarPose<T>& X) {
  const T zero(0), one(1);
  return {Rotation<T>(Mat3<T>::rows(X.c, -X.s, zero, X.s, X.c, zero, zero, zero, one)), embed(X.p)};
}
/// A flat body with the given moment about z, half of it about each axis of the plane. The mass must not be
/// zero.
template <class T>
RigidInertia<T> embed(const PlanarInertia<T>& M) {
  const T I = M.central(), half = T(0.5) * I;
  return RigidInertia<T>::from_central(M.m, embed(M.com()), Sym3<T>::diagonal(half, half, I));
}
/// A spatial articulated inertia that can accelerate out of the plane without any force.
template <class T>
ArticulatedInertia<T> embed(const PlanarArticulatedInertia<T>& a) {
  const T zero(0);
  return {Sym3<T>{a.M_xx, a.M_yy, zero, a.M_xy, zero, zero},
          Mat3<T>{{zero, zero, a.H.x}, {zero, zero, a.H.y}, Vec3<T>::zero()},
          Sym3<T>::diagonal(zero, zero, a.I)};
}

/// The planar part of a spatial quantity; components out of the plane are dropped.
template <class T>
Vec2<T> planar(const Vec3<T>& a) {
  return {a.x, a.y};
}
template <class T>
PlanarMotion<T> planar(const Motion<T>& V) {
  return {V.w.z, planar(V.v)};
}
template <class T>
PlanarForce<T> planar(const Force<T>& F) {
  return {F.t.z, planar(F.f)};
}
/// The planar part of a pose, which must be rotated about z only.
template <class T>
PlanarPose<T> planar(const Pose<T>& X) {
  return {X.R(0, 0), X.R(1, 0), planar(X.p)};
}
template <class T>
PlanarInertia<T> planar(const RigidInertia<T>& M) {
  return {M.m, planar(M.h), M.I.zz};
}
template <class T>
PlanarArticulatedInertia<T> planar(const ArticulatedInertia<T>& a) {
  return {a.M.xx, a.M.xy, a.M.yy, Vec2<T>{a.H.x.z, a.H.y.z}, a.I.zz};
}

}  // namespace sarrus
