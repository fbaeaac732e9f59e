#include "sarrus/tree_methods/mapped_dynamics.h"

#include <algorithm>

#include "sarrus/scalar/eigen.h"
#include "sarrus/scalar/scalar_types.h"
#include "sarrus/sparse/symmetric_solve.h"

namespace sarrus {

namespace {

std::size_t most_inputs(const CoordinateMap& map) {
  std::size_t most = 1;
  for (const auto& driven : map.driven()) most = std::max(most, driven.y.size());
  return most;
}

/// A row of G: its columns and entries, or a row of the identity matrix.
template <class T>
struct MapRow {
  const int* columns;
  const T* entries;  ///< Null for a row of the identity matrix.
  int count;
  int unit;

  MapRow(const CoordinateMap& map, const MappedCoordinates<T>& at, int u)
      : columns(&unit), entries(nullptr), count(1), unit(map.v_of_u(u)) {
    if (unit >= 0) return;
    const auto& driven = map.driven()[map.driven_of_u(u)];
    columns = driven.v.data();
    entries = at.G.data() + driven.first;
    count = static_cast<int>(driven.v.size());
  }
  MapRow(const MapRow&) = delete;
  MapRow& operator=(const MapRow&) = delete;
  /// s times entry k.
  T times(const T& s, int k) const { return entries ? entries[k] * s : s; }
};

template <class T>
void require_map(const Tree<T>& tree, const CoordinateMap& map, const MappedDynamics<T>& workspace) {
  require(
      map.nq() == tree.nq() && map.nu() == tree.nu() &&
          static_cast<int>(workspace.coordinates.G.size()) == map.entry_count(),
      "the map is of {} coordinates and {} speeds with {} entries, the tree has {} and {} and the workspace "
      "{}; make map and workspace for this tree",
      map.nq(), map.nu(), map.entry_count(), tree.nq(), tree.nu(), workspace.coordinates.G.size());
}

}  // namespace

template <class T>
MappedCoordinates<T>::MappedCoordinates(const CoordinateMap& map)
    : q(map.nq(), T(0)),
      u(map.nu(), T(0)),
      G(map.entry_count(), T(0)),
      bias(u),
      x(most_inputs(map), T(0)),
      hessian(x.size() * x.size(), T(0)) {}

template <class T>
MappedDynamics<T>::MappedDynamics(const Tree<T>& tree, const CoordinateMap& map)
    : coordinates(map),
      position(tree),
      inverse(tree),
      mass(tree),
      mapped_mass(map.nv(), map.nv()),
      udot(tree.nu(), T(0)),
      tau(udot) {}

template <class T>
void calc_mapped_coordinates(const CoordinateMap& map, In<T> y, In<T> v, MappedCoordinates<T>& out) {
  require_size(y, map.ny(), "y", "the map has ny");
  if (!v.empty()) require_size(v, map.nv(), "v", "the map has nv");
  for (int k = 0; k < map.nq(); ++k)
    if (map.y_of_q(k) >= 0) out.q[k] = y[map.y_of_q(k)];
  for (int k = 0; k < map.nu(); ++k)
    if (map.v_of_u(k) >= 0) out.u[k] = v.empty() ? T(0) : v[map.v_of_u(k)];
  for (const auto& driven : map.driven()) {
    const std::size_t n = driven.y.size();
    for (std::size_t i = 0; i < n; ++i) out.x[i] = y[driven.y[i]];
    T* gradient = out.G.data() + driven.first;
    T value, speed = T(0), bias = T(0);
    driven.function.evaluate(out.x.data(), value, gradient, out.hessian.data());
    for (std::size_t i = 0; i < n && !v.empty(); ++i) {
      speed += gradient[i] * v[driven.v[i]];
      for (std::size_t j = 0; j < n; ++j) bias += out.hessian[i * n + j] * v[driven.v[i]] * v[driven.v[j]];
    }
    out.q[driven.q] = value;
    out.u[driven.u] = speed;
    out.bias[driven.u] = bias;
  }
}

template <class T>
void calc_mapped_accelerations(const CoordinateMap& map, const MappedCoordinates<T>& at, In<T> vdot,
                               Out<T> udot) {
  if (!vdot.empty()) require_size(vdot, map.nv(), "vdot", "the map has nv");
  require_size(udot, map.nu(), "udot", "the model has nu");
  for (int u = 0; u < map.nu(); ++u) {
    const MapRow<T> row(map, at, u);
    udot[u] = at.bias[u];
    for (int k = 0; k < row.count && !vdot.empty(); ++k) udot[u] += row.times(vdot[row.columns[k]], k);
  }
}

template <class T>
void calc_mapped_forces(const CoordinateMap& map, const MappedCoordinates<T>& at, In<T> tau, Out<T> tau_v) {
  require_size(tau, map.nu(), "tau", "the model has nu");
  require_size(tau_v, map.nv(), "tau_v", "the map has nv");
  std::fill(tau_v.begin(), tau_v.end(), T(0));
  for (int u = 0; u < map.nu(); ++u) {
    const MapRow<T> row(map, at, u);
    for (int k = 0; k < row.count; ++k) tau_v[row.columns[k]] += row.times(tau[u], k);
  }
}

template <class T>
void calc_mapped_matrix(const CoordinateMap& map, const MappedCoordinates<T>& at, const TreeMatrix<T>& M,
                        MatrixX<T>& out) {
  require(M.size() == map.nu(), "the matrix has size {}, but the map has nu = {}", M.size(), map.nu());
  out.resize(map.nv(), map.nv());
  out.fill(T(0));
  for (int i = 0; i < M.size(); ++i) {
    const MapRow<T> left(map, at, i);
    for (int place = 0; place < M.pattern().length(i); ++place) {
      const int j = M.pattern().columns(i)[place];
      const MapRow<T> right(map, at, j);
      for (int k = 0; k < left.count; ++k) {
        const T product = left.times(M.row(i)[place], k);
        const int a = left.columns[k];
        for (int l = 0; l < right.count; ++l) {
          const int b = right.columns[l];
          const T entry = right.times(product, l);
          // Add to the upper triangle. An entry off the diagonal stands for itself and its mirror image.
          if (i != j || a <= b) out(std::min(a, b), std::max(a, b)) += entry;
          if (i != j && a == b) out(a, a) += entry;
        }
      }
    }
  }
  for (int a = 0; a < map.nv(); ++a)
    for (int b = 0; b < a; ++b) out(a, b) = out(b, a);
}

template <class T>
void calc_mapped_inverse_dynamics(const Tree<T>& tree, const CoordinateMap& map, In<T> y, In<T> v, In<T> vdot,
                                  In<Force<T>> F_B_W, MappedDynamics<T>& work, Out<T> tau_v) {
  require_map(tree, map, work);
  calc_mapped_coordinates(map, y, v, work.coordinates);
  calc_mapped_accelerations(map, work.coordinates, vdot, work.udot);
  calc_inverse_dynamics(tree, work.coordinates.q, work.coordinates.u, work.udot, F_B_W, work.inverse,
                        work.tau);
  calc_mapped_forces(map, work.coordinates, work.tau, tau_v);
}

template <class T>
void calc_mapped_forward_dynamics(const Tree<T>& tree, const CoordinateMap& map, In<T> y, In<T> v,
                                  In<T> tau_v, In<Force<T>> F_B_W, MappedDynamics<T>& work, Out<T> vdot) {
  if (!tau_v.empty()) require_size(tau_v, map.nv(), "tau_v", "the map has nv");
  // With v̇ = 0 the accelerations are g, so that the forces are bias + M·g.
  calc_mapped_inverse_dynamics(tree, map, y, v, {}, F_B_W, work, vdot);
  for (int k = 0; k < map.nv(); ++k) vdot[k] = (tau_v.empty() ? T(0) : tau_v[k]) - vdot[k];
  calc_position_kinematics(tree, work.coordinates.q, work.position);
  calc_mass_matrix(tree, work.position, work.mass);
  calc_mapped_matrix(map, work.coordinates, work.mass.matrix, work.mapped_mass);
  factor_LTDL(map.nv(), map.nv(), work.mapped_mass.data());
  solve_LTDL(map.nv(), map.nv(), work.mapped_mass.data(), vdot.data());
}

#define SARRUS_INSTANTIATE(T)                                                                              \
  template struct MappedCoordinates<T>;                                                                    \
  template struct MappedDynamics<T>;                                                                       \
  template void calc_mapped_coordinates<T>(const CoordinateMap&, In<T>, In<T>, MappedCoordinates<T>&);     \
  template void calc_mapped_accelerations<T>(const CoordinateMap&, const MappedCoordinates<T>&, In<T>,     \
                                             Out<T>);                                                      \
  template void calc_mapped_forces<T>(const CoordinateMap&, const MappedCoordinates<T>&, In<T>, Out<T>);   \
  template void calc_mapped_matrix<T>(const CoordinateMap&, const MappedCoordinates<T>&,                   \
                                      const TreeMatrix<T>&, MatrixX<T>&);                                  \
  template void calc_mapped_inverse_dynamics<T>(const Tree<T>&, const CoordinateMap&, In<T>, In<T>, In<T>, \
                                                In<Force<T>>, MappedDynamics<T>&, Out<T>);                 \
  template void calc_mapped_forward_dynamics<T>(const Tree<T>&, const CoordinateMap&, In<T>, In<T>, In<T>, \
                                                In<Force<T>>, MappedDynamics<T>&, Out<T>);
SARRUS_FOR_EACH_SCALAR(SARRUS_INSTANTIATE)
#undef SARRUS_INSTANTIATE

}  // namespace sarrus
