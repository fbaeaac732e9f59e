#pragma once
/// @file
/// Products with the inverse of the mass matrix.

#include "sarrus/dynamics/forward_dynamics.h"

namespace sarrus {

/// M⁻¹·v in O(n), with the articulated inertias of the last forward dynamics or calc_articulated_inertias():
/// `v` are forces, the result accelerations. `v` and `result` may be the same array. After hybrid dynamics
/// the prescribed speeds are held: the result is zero there, and for the free speeds it is the inverse of
/// their block of M times their part of v.
template <class T>
void calc_inverse_mass_times(const Tree<T>& tree, ForwardDynamics<T>& workspace, In<T> v, Out<T> result);

}  // namespace sarrus
