#pragma once
/// @file
/// Articulated-body inertias of the tree recursions, in world axes: for double in the 4-lane vectors of
/// lane3.h, for every other scalar ArticulatedInertia (21 numbers), with the same functions for both.

#include "sarrus/base/inline.h"
#include "sarrus/spatial/articulated_inertia.h"
#include "sarrus/spatial/lane_inertia.h"

namespace sarrus {

inline namespace SARRUS_ARCH_NAMESPACE {

/// [ I  Gᵀ; G  M ]: the blocks by columns. G maps an angular acceleration to a force.
template <class T>
struct ArticulatedBlocks {
  LaneRotation<T> I, G, M;
};
using LaneArticulatedInertia = ArticulatedBlocks<double>;

/// The articulated inertia of the recursions over scalar T.
template <class T>
using TreeArticulated =
    std::conditional_t<std::is_same_v<T, double>, LaneArticulatedInertia, ArticulatedInertia<T>>;

/// A rigid body is an articulated body without joints:  G = −[h]×,  M = m·1.
SARRUS_ALWAYS_INLINE LaneArticulatedInertia articulated(const LaneRigidInertia& rigid) {
  return {rigid.I,
          unit_vectors_cross(rigid.h),
          {Lane3d::unit<0>(rigid.m), Lane3d::unit<1>(rigid.m), Lane3d::unit<2>(rigid.m)}};
}
template <class T>
SARRUS_ALWAYS_INLINE ArticulatedInertia<T> articulated(const RigidInertia<T>& rigid) {
  return ArticulatedInertia<T>(rigid);
}
SARRUS_ALWAYS_INLINE const LaneArticulatedInertia& articulated(const LaneArticulatedInertia& A) { return A; }
template <class T>
SARRUS_ALWAYS_INLINE const ArticulatedInertia<T>& articulated(const ArticulatedInertia<T>& A) {
  return A;
}

/// The force for a unit acceleration about an axis through the origin; times_sliding() is that for one along
/// the axis.
SARRUS_ALWAYS_INLINE LaneForce<double> times_turning(const LaneArticulatedInertia& A, const Lane3d& axis) {
  return {A.I * axis, A.G * axis};
}
SARRUS_ALWAYS_INLINE LaneForce<double> times_sliding(const LaneArticulatedInertia& A, const Lane3d& axis) {
  return {transpose(A.G) * axis, A.M * axis};
}
template <class T>
SARRUS_ALWAYS_INLINE LaneForce<T> times_turning(const ArticulatedInertia<T>& A, const Vec3<T>& axis) {
  return {A.I * axis, transpose_times(A.H, axis)};
}
template <class T>
SARRUS_ALWAYS_INLINE LaneForce<T> times_sliding(const ArticulatedInertia<T>& A, const Vec3<T>& axis) {
  return {A.H * axis, A.M * axis};
}
SARRUS_ALWAYS_INLINE LaneForce<double> times_turning(const LaneRigidInertia& M, const Lane3d& axis) {
  return {M.I * axis, cross(axis, M.h)};
}
SARRUS_ALWAYS_INLINE LaneForce<double> times_sliding(const LaneRigidInertia& M, const Lane3d& axis) {
  return {cross(M.h, axis), M.m * axis};
}
template <class T>
SARRUS_ALWAYS_INLINE LaneForce<T> times_turning(const RigidInertia<T>& M, const Vec3<T>& axis) {
  return {M.I * axis, cross(axis, M.h)};
}
template <class T>
SARRUS_ALWAYS_INLINE LaneForce<T> times_sliding(const RigidInertia<T>& M, const Vec3<T>& axis) {
  return {cross(M.h, axis), M.m * axis};
}
/// The force for a general acceleration.
template <class Articulated, class T>
LaneForce<T> times(const Articulated& A, const LaneMotion<T>& acceleration) {
  const LaneForce<T> turning = times_turning(A, acceleration.w), sliding = times_sliding(A, acceleration.v);
  return {turning.t + sliding.t, turning.f + sliding.f};
}

/// The inertia about the point displaced by −r:
///   G' = G − M·[r]×,   I' = I − Gᵀ·[r]× + [r]×·G'
SARRUS_ALWAYS_INLINE LaneArticulatedInertia shifted(const LaneArticulatedInertia& A, const Lane3d& r) {
  const LaneRotation<double> H = transpose(A.G);
  const double x = r[0], y = r[1], z = r[2];
  const LaneRotation<double> G{A.G.x + (y * A.M.z - z * A.M.y), A.G.y + (z * A.M.x - x * A.M.z),
                               A.G.z + (x * A.M.y - y * A.M.x)};
  return {{A.I.x + (y * H.z - z * H.y) + cross(r, G.x), A.I.y + (z * H.x - x * H.z) + cross(r, G.y),
           A.I.z + (x * H.y - y * H.x) + cross(r, G.z)},
          G,
          A.M};
}
/// Like shift(), but every product is summed at once, which suits fused multiply-add:
///   H' = H + [r]×·M,   I' = I + [r]×·Hᵀ − H'·[r]×
template <class T>
SARRUS_ALWAYS_INLINE ArticulatedInertia<T> shifted(const ArticulatedInertia<T>& A, const Vec3<T>& r) {
  const Sym3<T>& M = A.M;
  const Mat3<T>& H = A.H;
  const auto plus_cross = [&](const Vec3<T>& to, const T& x, const T& y, const T& z) {
    return Vec3<T>{to.x + r.y * z - r.z * y, to.y + r.z * x - r.x * z, to.z + r.x * y - r.y * x};
  };
  const Mat3<T> G{plus_cross(H.x, M.xx, M.xy, M.xz), plus_cross(H.y, M.xy, M.yy, M.yz),
                  plus_cross(H.z, M.xz, M.yz, M.zz)};
  Sym3<T> I = A.I;
  I.xx = I.xx + r.y * (H.z.x + G.z.x) - r.z * (H.y.x + G.y.x);
  I.yy = I.yy + r.z * (H.x.y + G.x.y) - r.x * (H.z.y + G.z.y);
  I.zz = I.zz + r.x * (H.y.z + G.y.z) - r.y * (H.x.z + G.x.z);
  I.xy = I.xy + r.z * (H.x.x - G.y.y) - r.x * H.z.x + r.y * G.z.y;
  I.xz = I.xz + r.y * (G.z.z - H.x.x) + r.x * H.y.x - r.z * G.y.z;
  I.yz = I.yz + r.x * (H.y.y - G.z.z) - r.y * H.x.y + r.z * G.x.z;
  return {M, G, I};
}

/// Subtracts W·Uᵀ. Only sums of these over a joint's columns are symmetric; if 21 numbers are stored, only
/// the lower triangles are updated.
SARRUS_ALWAYS_INLINE void subtract_outer(LaneArticulatedInertia& A, const LaneForce<double>& W,
                                         const LaneForce<double>& U) {
  const auto subtract = [](LaneRotation<double>& block, const Lane3d& w, const Lane3d& u) {
    block.x = block.x - Lane3d::element_times<0>(u, w);
    block.y = block.y - Lane3d::element_times<1>(u, w);
    block.z = block.z - Lane3d::element_times<2>(u, w);
  };
  subtract(A.I, W.t, U.t);
  subtract(A.G, W.f, U.t);
  subtract(A.M, W.f, U.f);
}
template <class T>
SARRUS_ALWAYS_INLINE void subtract_outer(ArticulatedInertia<T>& A, const LaneForce<T>& W,
                                         const LaneForce<T>& U) {
  const auto subtract = [](Sym3<T>& block, const Vec3<T>& w, const Vec3<T>& u) {
    block.xx -= w.x * u.x, block.yy -= w.y * u.y, block.zz -= w.z * u.z;
    block.xy -= w.y * u.x, block.xz -= w.z * u.x, block.yz -= w.z * u.y;
  };
  subtract(A.I, W.t, U.t);
  subtract(A.M, W.f, U.f);
  A.H.x = A.H.x - W.f.x * U.t, A.H.y = A.H.y - W.f.y * U.t, A.H.z = A.H.z - W.f.z * U.t;
}

SARRUS_ALWAYS_INLINE void add(LaneArticulatedInertia& to, const LaneArticulatedInertia& A) {
  to.I.x += A.I.x, to.I.y += A.I.y, to.I.z += A.I.z;
  to.G.x += A.G.x, to.G.y += A.G.y, to.G.z += A.G.z;
  to.M.x += A.M.x, to.M.y += A.M.y, to.M.z += A.M.z;
}
SARRUS_ALWAYS_INLINE void add(LaneArticulatedInertia& to, const LaneRigidInertia& rigid) {
  add(to, articulated(rigid));
}
template <class T>
SARRUS_ALWAYS_INLINE void add(Sym3<T>& to, const Sym3<T>& S) {
  to.xx += S.xx, to.yy += S.yy, to.zz += S.zz, to.xy += S.xy, to.xz += S.xz, to.yz += S.yz;
}
template <class T>
SARRUS_ALWAYS_INLINE void add(ArticulatedInertia<T>& to, const ArticulatedInertia<T>& A) {
  add(to.I, A.I);
  add(to.M, A.M);
  to.H.x += A.H.x, to.H.y += A.H.y, to.H.z += A.H.z;
}
template <class T>
SARRUS_ALWAYS_INLINE void add(ArticulatedInertia<T>& to, const RigidInertia<T>& rigid) {
  add(to.I, rigid.I);
  to.M.xx += rigid.m, to.M.yy += rigid.m, to.M.zz += rigid.m;
  to.H.x.y += rigid.h.z, to.H.x.z -= rigid.h.y;
  to.H.y.x -= rigid.h.z, to.H.y.z += rigid.h.x;
  to.H.z.x += rigid.h.y, to.H.z.y -= rigid.h.x;
}

inline const LaneArticulatedInertia& blocks(const LaneArticulatedInertia& A) { return A; }
template <class T>
ArticulatedBlocks<T> blocks(const ArticulatedInertia<T>& A) {
  return {LaneRotation<T>(A.I.matrix()), transpose(LaneRotation<T>(A.H)), LaneRotation<T>(A.M.matrix())};
}

/// The inverse of a symmetric matrix, by cofactors.
template <class T>
LaneRotation<T> symmetric_inverse(const LaneRotation<T>& S) {
  const Lane3<T> x = cross(S.y, S.z), y = cross(S.z, S.x), z = cross(S.x, S.y);
  const T scale = T(1) / dot(S.x, x);
  return {scale * x, scale * y, scale * z};
}
/// The acceleration caused by a force, A⁻¹·F, with linear accelerations eliminated first:
///   K = M⁻¹·G,   (I − Gᵀ·K)·w = t − Kᵀ·f,   v = M⁻¹·f − K·w
template <class T, class Articulated>
LaneMotion<T> acceleration(const Articulated& A, const LaneForce<T>& F) {
  const ArticulatedBlocks<T>& b = blocks(A);
  const LaneRotation<T> inverse_M = symmetric_inverse(b.M), H = transpose(b.G);
  const LaneRotation<T> K{inverse_M * b.G.x, inverse_M * b.G.y, inverse_M * b.G.z};
  const LaneRotation<T> S{b.I.x - H * K.x, b.I.y - H * K.y, b.I.z - H * K.z};
  const Lane3<T> w = symmetric_inverse(S) * (F.t - transpose(K) * F.f);
  return {w, inverse_M * F.f - K * w};
}

}  // namespace SARRUS_ARCH_NAMESPACE

}  // namespace sarrus
