#pragma once
/// @file
/// Rigid-body inertias of the tree recursions, in world axes: for double in the 4-lane vectors of lane3.h,
/// for every other scalar RigidInertia, with the same functions for both.

#include "sarrus/base/inline.h"
#include "sarrus/spatial/lane3.h"
#include "sarrus/spatial/rigid_inertia.h"

namespace sarrus {

inline namespace SARRUS_ARCH_NAMESPACE {

/// Mass, first moment and rotational inertia; the latter by columns.
struct LaneRigidInertia {
  double m;
  Lane3d h;
  LaneRotation<double> I;
};

/// The rigid inertia of the recursions over scalar T.
template <class T>
using TreeInertia = std::conditional_t<std::is_same_v<T, double>, LaneRigidInertia, RigidInertia<T>>;

template <class T>
TreeInertia<T> zero_inertia() {
  const Lane3<T> zero(Vec3<T>::zero());
  if constexpr (std::is_same_v<T, double>)
    return {0, zero, {zero, zero, zero}};
  else
    return {};
}

/// Conversion to a RigidInertia.
inline RigidInertia<double> rigid_inertia(const LaneRigidInertia& M) {
  return {M.m, Vec3<double>(M.h), Sym3<double>::lower(M.I.matrix())};
}
template <class T>
const RigidInertia<T>& rigid_inertia(const RigidInertia<T>& M) {
  return M;
}

/// R·S·Rᵀ for a symmetric matrix S.
inline LaneRotation<double> rotated(const LaneRotation<double>& R, const Sym3<double>& S) {
  const LaneRotation<double> A = R * S.matrix();
  return {R.x[0] * A.x + R.y[0] * A.y + R.z[0] * A.z, R.x[1] * A.x + R.y[1] * A.y + R.z[1] * A.z,
          R.x[2] * A.x + R.y[2] * A.y + R.z[2] * A.z};
}
/// A node's inertia, given in its own axes, expressed in world axes.
inline LaneRigidInertia rotated(const LaneRotation<double>& R, const RigidInertia<double>& M) {
  return {M.m, R * M.h, rotated(R, M.I)};
}
template <class T, class C>
SARRUS_ALWAYS_INLINE RigidInertia<T> rotated(const LaneRotation<T>& R, const RigidInertia<C>& M) {
  return Rotation<T>(R.matrix()) * M.template cast<T>();
}

/// The inertia about the point displaced by −r:
///   h' = h + m·r,   I' = I − r·hᵀ − h'·rᵀ + (h·r + h'·r)·1
SARRUS_ALWAYS_INLINE LaneRigidInertia shifted(const LaneRigidInertia& M, const Lane3d& r) {
  const Lane3d h = M.h + M.m * r;
  const double trace = dot(M.h + h, r);
  return {M.m,
          h,
          {M.I.x - M.h[0] * r - r[0] * h + Lane3d::unit<0>(trace),
           M.I.y - M.h[1] * r - r[1] * h + Lane3d::unit<1>(trace),
           M.I.z - M.h[2] * r - r[2] * h + Lane3d::unit<2>(trace)}};
}
template <class T>
SARRUS_ALWAYS_INLINE RigidInertia<T> shifted(const RigidInertia<T>& M, const Vec3<T>& r) {
  return shift(M, r);
}

SARRUS_ALWAYS_INLINE void add(LaneRigidInertia& to, const LaneRigidInertia& M) {
  to.m += M.m;
  to.h += M.h;
  to.I.x += M.I.x, to.I.y += M.I.y, to.I.z += M.I.z;
}
template <class T>
SARRUS_ALWAYS_INLINE void add(RigidInertia<T>& to, const RigidInertia<T>& M) {
  to = to + M;
}

/// M·V: the momentum of a body that moves with V; also the force for the acceleration V from rest.
template <class T>
LaneForce<T> momentum(const TreeInertia<T>& M, const LaneMotion<T>& V) {
  return {M.I * V.w + cross(M.h, V.v), M.m * V.v + cross(V.w, M.h)};
}

}  // namespace SARRUS_ARCH_NAMESPACE

}  // namespace sarrus
