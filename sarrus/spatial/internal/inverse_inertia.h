#pragma once
/// @file
/// Accelerations from forces: A with M·A = F, for rigid and articulated inertias. Factor once, then apply to
/// as many forces as needed; inverse_times(M, F) does both. There is no pivoting and no branching: M must be
/// positive definite, and a singular one (a massless body, a point mass) yields numbers that are not finite.

#include "sarrus/spatial/articulated_inertia.h"

namespace sarrus::internal {

/// S = L·D·Lᵀ of a symmetric positive definite 3×3 matrix, with ones on the diagonal of L.
template <class T>
struct SymmetricFactor {
  T l_yx, l_zx, l_zy;  ///< L below its diagonal.
  Vec3<T> inv_D;       ///< Reciprocals of D's diagonal.

  explicit SymmetricFactor(const Sym3<T>& S) {
    inv_D.x = T(1) / S.xx;
    l_yx = S.xy * inv_D.x, l_zx = S.xz * inv_D.x;
    inv_D.y = T(1) / (S.yy - l_yx * S.xy);
    const T zy = S.yz - l_zx * S.xy;
    l_zy = zy * inv_D.y;
    inv_D.z = T(1) / (S.zz - l_zx * S.xz - l_zy * zy);
  }
  /// L⁻¹·b.
  template <class U>
  Vec3<Product<T, U>> forward(const Vec3<U>& b) const {
    const auto y = b.y - l_yx * b.x;
    return {Product<T, U>(b.x), y, b.z - l_zx * b.x - l_zy * y};
  }
  /// D⁻¹·b.
  template <class U>
  Vec3<Product<T, U>> scale(const Vec3<U>& b) const {
    return {inv_D.x * b.x, inv_D.y * b.y, inv_D.z * b.z};
  }
  /// L⁻ᵀ·b.
  template <class U>
  Vec3<Product<T, U>> backward(const Vec3<U>& b) const {
    const auto y = b.y - l_zy * b.z;
    return {b.x - l_yx * y - l_zx * b.z, y, Product<T, U>(b.z)};
  }
  /// S⁻¹·b.
  template <class U>
  Vec3<Product<T, U>> solve(const Vec3<U>& b) const {
    return backward(scale(forward(b)));
  }
};

/// A rigid inertia prepared for M⁻¹·F: inverse mass, center of mass c, central inertia I_c = I + [c]×[h]×.
template <class T>
struct RigidInertiaFactor {
  T inv_m;
  Vec3<T> com;
  internal::SymmetricFactor<T> central;

  explicit RigidInertiaFactor(const RigidInertia<T>& M)
      : inv_m(T(1) / M.m), com(inv_m * M.h), central(M.I + cross_cross_lower(com, M.h)) {}
};

/// M⁻¹·F through the center of mass, where linear and angular motion decouple:
///   α = I_c⁻¹·(t − c×f),  a = f/m + c×α.  [Featherstone, eq. 2.74]
template <class A, class B>
Motion<Product<A, B>> inverse_times(const RigidInertiaFactor<A>& M, const Force<B>& F) {
  const auto w = M.central.solve(F.t - cross(M.com, F.f));
  return {w, M.inv_m * F.f + cross(M.com, w)};
}

/// The L·D·Lᵀ factors of an articulated inertia [ I  H; Hᵀ  M ], linear block first:
///   M = L·D·Lᵀ,  G = D⁻¹·L⁻¹·Hᵀ,  S = I − Gᵀ·D·G  (the Schur complement), factored in its turn.
template <class T>
struct ArticulatedInertiaFactor {
  internal::SymmetricFactor<T> linear;
  Mat3<T> G;
  internal::SymmetricFactor<T> schur;

  explicit ArticulatedInertiaFactor(const ArticulatedInertia<T>& a)
      : ArticulatedInertiaFactor(a, internal::SymmetricFactor<T>(a.M), transpose(a.H)) {}

 private:
  ArticulatedInertiaFactor(const ArticulatedInertia<T>& a, const internal::SymmetricFactor<T>& M,
                           const Mat3<T>& Ht)
      : ArticulatedInertiaFactor(a, M, M.forward(Ht.x), M.forward(Ht.y), M.forward(Ht.z)) {}
  /// From x, y, z: the columns of L⁻¹·Hᵀ = D·G.
  ArticulatedInertiaFactor(const ArticulatedInertia<T>& a, const internal::SymmetricFactor<T>& M,
                           const Vec3<T>& x, const Vec3<T>& y, const Vec3<T>& z)
      : linear(M),
        G{M.scale(x), M.scale(y), M.scale(z)},
        schur(a.I - Sym3<T>{dot(G.x, x), dot(G.y, y), dot(G.z, z), dot(G.x, y), dot(G.x, z), dot(G.y, z)}) {}
};

/// M⁻¹·F:  with y = L⁻¹·f,  α = S⁻¹·(t − Gᵀ·y),  a = L⁻ᵀ·(D⁻¹·y − G·α).
template <class A, class B>
Motion<Product<A, B>> inverse_times(const ArticulatedInertiaFactor<A>& M, const Force<B>& F) {
  const auto y = M.linear.forward(F.f);
  const auto w = M.schur.solve(F.t - transpose_times(M.G, y));
  return {w, M.linear.backward(M.linear.scale(y) - M.G * w)};
}

/// M⁻¹·F for a single force.
template <class A, class B>
Motion<Product<A, B>> inverse_times(const RigidInertia<A>& M, const Force<B>& F) {
  return inverse_times(RigidInertiaFactor<A>(M), F);
}
template <class A, class B>
Motion<Product<A, B>> inverse_times(const ArticulatedInertia<A>& M, const Force<B>& F) {
  return inverse_times(ArticulatedInertiaFactor<A>(M), F);
}

}  // namespace sarrus::internal
