#pragma once
/// @file
/// Articulated-body inertia: a general symmetric positive semidefinite map from accelerations to forces, 21
/// numbers.

#include "sarrus/spatial/rigid_inertia.h"

namespace sarrus {

/// M = [ I  H; Hᵀ  M ], I and M symmetric.  [Featherstone, table A.3]
template <class T = double>
struct ArticulatedInertia {
  Sym3<T> M = Sym3<T>::zero();
  Mat3<T> H = Mat3<T>::zero();
  Sym3<T> I = Sym3<T>::zero();

  ArticulatedInertia() = default;
  ArticulatedInertia(const Sym3<T>& M_, const Mat3<T>& H_, const Sym3<T>& I_) : M(M_), H(H_), I(I_) {}
  /// A rigid body is an articulated body without joints.
  explicit ArticulatedInertia(const RigidInertia<T>& rigid)
      : M(Sym3<T>::diagonal(rigid.m, rigid.m, rigid.m)), H(cross_matrix(rigid.h)), I(rigid.I) {}
  template <class U>
  ArticulatedInertia<U> cast() const {
    return {M.template cast<U>(), H.template cast<U>(), I.template cast<U>()};
  }
};

template <class T>
ArticulatedInertia<T> operator+(const ArticulatedInertia<T>& a, const ArticulatedInertia<T>& b) {
  return {a.M + b.M, a.H + b.H, a.I + b.I};
}
template <class T>
ArticulatedInertia<T> operator-(const ArticulatedInertia<T>& a, const ArticulatedInertia<T>& b) {
  return {a.M - b.M, a.H - b.H, a.I - b.I};
}
template <class T>
ArticulatedInertia<T> operator*(const std::type_identity_t<T>& s, const ArticulatedInertia<T>& a) {
  return {s * a.M, s * a.H, s * a.I};
}
/// Adding a rigid body changes only 15 of the 21 numbers.
template <class T>
ArticulatedInertia<T> operator+(const ArticulatedInertia<T>& a, const RigidInertia<T>& b) {
  ArticulatedInertia<T> r = a;
  r.M.xx = a.M.xx + b.m, r.M.yy = a.M.yy + b.m, r.M.zz = a.M.zz + b.m;
  r.H.x.y = a.H.x.y + b.h.z, r.H.x.z = a.H.x.z - b.h.y;
  r.H.y.x = a.H.y.x - b.h.z, r.H.y.z = a.H.y.z + b.h.x;
  r.H.z.x = a.H.z.x + b.h.y, r.H.z.y = a.H.z.y - b.h.x;
  r.I = a.I + b.I;
  return r;
}
template <class T>
Force<T> operator*(const ArticulatedInertia<T>& a, const Motion<T>& V) {
  return {a.I * V.w + a.H * V.v, a.M * V.v + transpose_times(a.H, V.w)};
}
/// F·Fᵀ·s: the term that projecting out one joint column subtracts.
template <class T>
ArticulatedInertia<T> outer(const Force<T>& F, const T& s) {
  const Vec3<T> st = s * F.t, sf = s * F.f;
  return {Sym3<T>::lower(outer(F.f, sf)), outer(F.t, sf), Sym3<T>::lower(outer(F.t, st))};
}

namespace internal {
/// [r]×·S for symmetric S: 15 multiplications, 9 additions.
template <class T>
Mat3<T> cross_times(const Vec3<T>& r, const Sym3<T>& S) {
  const T zxy = r.z * S.xy, yxz = r.y * S.xz, xyz = r.x * S.yz;
  return Mat3<T>::rows(yxz - zxy, r.y * S.yz - r.z * S.yy, r.y * S.zz - r.z * S.yz,  //
                       r.z * S.xx - r.x * S.xz, zxy - xyz, r.z * S.xz - r.x * S.zz,  //
                       r.x * S.xy - r.y * S.xx, r.x * S.yy - r.y * S.xy, xyz - yxz);
}
/// Lower triangle of [r]×·Hᵀ − G·[r]×, symmetric if G − H = [r]×·(symmetric).
template <class T>
Sym3<T> cross_transpose_minus_times_cross(const Vec3<T>& r, const Mat3<T>& H, const Mat3<T>& G) {
  Sym3<T> s;
  s.xx = r.y * (H(0, 2) + G(0, 2)) - r.z * (H(0, 1) + G(0, 1));
  s.yy = r.z * (H(1, 0) + G(1, 0)) - r.x * (H(1, 2) + G(1, 2));
  s.zz = r.x * (H(2, 1) + G(2, 1)) - r.y * (H(2, 0) + G(2, 0));
  s.xy = r.z * (H(0, 0) - G(1, 1)) - r.x * H(0, 2) + r.y * G(1, 2);
  s.xz = r.y * (G(2, 2) - H(0, 0)) + r.x * H(0, 1) - r.z * G(2, 1);
  s.yz = r.x * (H(1, 1) - G(2, 2)) - r.y * H(1, 0) + r.z * G(2, 0);
  return s;
}
}  // namespace internal

/// The articulated inertia about the point displaced by −r, axes unchanged.
template <class T>
ArticulatedInertia<T> shift(const ArticulatedInertia<T>& a, const Vec3<T>& r) {
  const Mat3<T> H = a.H + internal::cross_times(r, a.M);
  return {a.M, H, a.I + internal::cross_transpose_minus_times_cross(r, a.H, H)};
}
/// The articulated inertia about A's origin expressed in A.  [XᵀI^A X of table A.4]
template <class T>
ArticulatedInertia<T> operator*(const Pose<T>& X, const ArticulatedInertia<T>& a) {
  return shift(ArticulatedInertia<T>(rotate(X.R, a.M), rotate(X.R, a.H), rotate(X.R, a.I)), X.p);
}
/// The articulated inertia about B's origin expressed in B.  [X*I^A X⁻¹ of table A.4]
template <class T>
ArticulatedInertia<T> inverse_times(const Pose<T>& X, const ArticulatedInertia<T>& a) {
  const ArticulatedInertia<T> b = shift(a, -X.p);
  const Rotation<T> R = X.R.inverse();
  return {rotate(R, b.M), rotate(R, b.H), rotate(R, b.I)};
}

}  // namespace sarrus
