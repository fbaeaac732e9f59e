#pragma once
/// @file
/// Between coordinates and speeds:  q̇ = N(q)·u,  u = N⁻¹(q)·q̇,  q̈ = N(q)·u̇ + Ṅ·u, and their transposes.

#include "sarrus/base/array_view.h"
#include "sarrus/dynamics/tree.h"

namespace sarrus {

/// q̇ = N(q)·u.
template <class T>
void calc_qdot(const Tree<T>& tree, In<T> q, In<T> u, Out<T> qdot);
/// u = N⁻¹(q)·q̇ (of a quaternion's rate, the part along the quaternion itself does not count).
template <class T>
void calc_speeds(const Tree<T>& tree, In<T> q, In<T> qdot, Out<T> u);
/// q̈ = N(q)·u̇ + Ṅ·u.
template <class T>
void calc_qddot(const Tree<T>& tree, In<T> q, In<T> u, In<T> udot, Out<T> qddot);
/// fu = Nᵀ(q)·fq: forces that do on u the work that fq do on q̇.
template <class T>
void calc_speed_forces(const Tree<T>& tree, In<T> q, In<T> fq, Out<T> fu);

/// fq = N⁻ᵀ(q)·fu: forces that do on q̇ the work that fu do on u. Those on a quaternion have no part along it.
template <class T>
void calc_coordinate_forces(const Tree<T>& tree, In<T> q, In<T> fu, Out<T> fq);

}  // namespace sarrus
