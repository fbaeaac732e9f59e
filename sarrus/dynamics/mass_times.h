#pragma once
/// @file
/// Products with the mass matrix without forming it: the differential inverse dynamics of [Featherstone 2008,
/// table 6.1]. For the inverse see calc_inverse_mass_times() of inverse_mass_times.h.

#include "sarrus/dynamics/inverse_dynamics.h"

namespace sarrus {

/// M(q)·v in O(n): the forces that accelerations v require at rest, without gravity.
template <class T>
void calc_mass_times(const Tree<T>& tree, In<T> q, In<T> v, InverseDynamics<T>& workspace, Out<T> result) {
  require_size(v, tree.nu(), "v", "the model has nu");
  calc_inverse_dynamics(tree, q, {}, v, {}, workspace, result, {.gravity = false});
}

/// Column k of M(q) in O(n); `unit` is scratch memory of nu numbers.
template <class T>
void calc_mass_column(const Tree<T>& tree, In<T> q, int k, InverseDynamics<T>& workspace, Out<T> unit,
                      Out<T> column) {
  require(k >= 0 && k < tree.nu(), "there is no speed {}; the model has speeds 0 to {}", k, tree.nu() - 1);
  require_size(unit, tree.nu(), "unit", "the model has nu");
  for (int j = 0; j < tree.nu(); ++j) unit[j] = T(j == k ? 1 : 0);
  calc_mass_times(tree, q, In<T>(unit.data(), unit.size()), workspace, column);
}

}  // namespace sarrus
