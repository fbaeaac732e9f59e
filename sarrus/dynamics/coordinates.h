#pragma once
/// @file
/// Conversion between coordinates and generalized speeds:  q̇ = N(q)·u,  u = N⁻¹(q)·q̇,  q̈ = N(q)·u̇ + Ṅ·u, and
/// the transposes for forces.

#include "sarrus/base/array_view.h"
#include "sarrus/dynamics/tree.h"

namespace sarrus {

/// q̇ = N(q)·u.
template <class T>
void calc_qdot(const Tree<T>& tree, In<T> q, In<T> u, Out<T> qdot);
/// u = N⁻¹(q)·q̇ (the component of a quaternion's rate along the quaternion itself is ignored).
template <class T>
void calc_speeds(const Tree<T>& tree, In<T> q, In<T> qdot, Out<T> u);
/// q̈ = N(q)·u̇ + Ṅ·u.
template <class T>
void calc_qddot(const Tree<T>& tree, In<T> q, In<T> u, In<T> udot, Out<T> qddot);
/// fu = Nᵀ(q)·fq: the forces that do the same work on u as fq on q̇.
template <class T>
void calc_speed_forces(const Tree<T>& tree, In<T> q, In<T> fq, Out<T> fu);

/// fq = N⁻ᵀ(q)·fu: the forces that do the same work on q̇ as fu on u. Those on a quaternion have no component
/// along it.
template <class T>
void calc_coordinate_forces(const Tree<T>& tree, In<T> q, In<T> fu, Out<T> fq);

}  // namespace sarrus
