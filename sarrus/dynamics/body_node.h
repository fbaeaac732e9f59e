#pragma once
/// @file
/// Constants of a node for recursions in the nodes' own axes. The frames F and K of a pin may be rotated
/// freely about its axis z. Packs use this freedom, as Denavit and Hartenberg did: K is rotated by γ so that
/// the axis of one child (the last) is reached by a rotation about K's x alone; other children need a
/// rotation ζ about z before it. The remaining rotation of a child's frame about its own axis is added to its
/// angle:
///   R_PF = Rz(γ_P)·Rz(ζ)·Rx(β)·Rz(δ − γ),   R_PK = Rz(γ_P)·Rz(ζ)·Rx(β)·Rz(q + δ)·Rz(−γ)
/// A rotation about one axis costs 4 multiplications instead of 9.

#include "sarrus/base/inline.h"
#include "sarrus/spatial/rigid_inertia.h"

namespace sarrus {

/// A constant angle by its sine and cosine.
template <class C>
struct Turn {
  C sine = C(0), cosine = C(1);
};

/// Constants of a node in its own axes.
template <class C>
struct BodyNode {
  bool is_turned = false;        ///< True if R is Rz(ζ)·Rx(β).
  bool is_turned_twice = false;  ///< True if R is Rz(ζ)·Rx(β) and ζ is not zero.
  Turn<C> zeta{}, beta{};
  Turn<C> gamma{};            ///< Rotation of these axes about z from those of TreeNode.
  Mat3<C> R{};                ///< Orientation of the joint's frame F in the parent's axes.
  Vec3<C> p{};                ///< Position of F in the parent's axes.
  RigidInertia<C> inertia{};  ///< As in TreeNode.
  Mat3<C> second_moments{};
};

/// Rᵀ·v for a rotation R about z by the angle with sine s and cosine c; turned() computes R·v.
template <class T, class C>
SARRUS_ALWAYS_INLINE Vec3<T> unturned(const Vec3<T>& v, const C& s, const C& c) {
  return {c * v.x + s * v.y, c * v.y - s * v.x, v.z};
}
template <class T, class C>
SARRUS_ALWAYS_INLINE Vec3<T> turned(const Vec3<T>& v, const C& s, const C& c) {
  return {c * v.x - s * v.y, s * v.x + c * v.y, v.z};
}
/// Rᵀ·v for a rotation R about x; turned_about_x() computes R·v.
template <class T, class C>
SARRUS_ALWAYS_INLINE Vec3<T> unturned_about_x(const Vec3<T>& v, const C& s, const C& c) {
  return {v.x, c * v.y + s * v.z, c * v.z - s * v.y};
}
template <class T, class C>
SARRUS_ALWAYS_INLINE Vec3<T> turned_about_x(const Vec3<T>& v, const C& s, const C& c) {
  return {v.x, c * v.y - s * v.z, s * v.y + c * v.z};
}

/// Rᵀ·v with the constant rotation R of a node's joint; out_of_joint() computes R·v.
template <class T, class C>
SARRUS_ALWAYS_INLINE Vec3<T> into_joint(const BodyNode<C>& node, Vec3<T> v) {
  if (!node.is_turned) return {dot(node.R.x, v), dot(node.R.y, v), dot(node.R.z, v)};
  if (node.is_turned_twice) v = unturned(v, node.zeta.sine, node.zeta.cosine);
  return unturned_about_x(v, node.beta.sine, node.beta.cosine);
}
template <class T, class C>
SARRUS_ALWAYS_INLINE Vec3<T> out_of_joint(const BodyNode<C>& node, const Vec3<T>& v) {
  if (!node.is_turned) return v.x * node.R.x + v.y * node.R.y + v.z * node.R.z;
  const Vec3<T> at_x = turned_about_x(v, node.beta.sine, node.beta.cosine);
  return node.is_turned_twice ? turned(at_x, node.zeta.sine, node.zeta.cosine) : at_x;
}

}  // namespace sarrus
