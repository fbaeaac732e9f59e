#include "sarrus/dynamics/mass_properties.h"

#include "sarrus/dynamics/node_frame.h"
#include "sarrus/scalar/eigen.h"
#include "sarrus/scalar/scalar_types.h"
#include "sarrus/spatial/internal/lane_six.h"

namespace sarrus {

using namespace internal;

namespace {

template <class T>
Vec3<T> origin(const PositionKinematics<T>& position, int node) {
  return Vec3<T>(position.nodes[node].p);
}

/// Σ m·p over the nodes, including mass welded to the world.
template <class T>
Vec3<T> first_moment(const Tree<T>& tree, const PositionKinematics<T>& position) {
  require_stage(tree, position);
  Vec3<T> sum = Vec3<T>::zero();
  for (int i = 0; i < tree.node_count(); ++i) {
    const auto& M = tree.node(i).inertia;
    sum += Vec3<T>(position.nodes[i].R * M.h) + M.m * origin(position, i);
  }
  return sum;
}

template <class T>
T inverse_mass(const Tree<T>& tree) {
  require(primal(tree.total_mass()) > 0, "model '{}' has a mass of {} kg and so no center of mass",
          tree.model().name(), primal(tree.total_mass()));
  return T(1) / T(tree.total_mass());
}

/// Calls f(speed, momentum about the point c per unit of it) for every speed:  I^c·H.
template <class T, class F>
SARRUS_ALWAYS_INLINE void for_each_momentum_column(const Tree<T>& tree, const PositionKinematics<T>& position,
                                                   const CompositeInertias<T>& composite, const Lane3<T>& c,
                                                   F f) {
  require_stage(tree, position), require_stage(tree, composite);
  const auto about_c = [&](const LaneForce<T>& h, const Lane3<T>& r) {
    return LaneForce<T>{h.t + cross(r, h.f), h.f};
  };
  const int n = tree.node_count();
  for (int i = 1; i < n; ++i) {
    const auto& node = tree.node(i);
    const NodePosition<T>& at = position.nodes[i];
    const TreeInertia<T>& M = composite.nodes[i];
    const Lane3<T> r = at.p - c, axis = at.R.z;
    if (node.shape == JointShape::revolute)
      f(node.u0, about_c({M.I * axis, cross(axis, M.h)}, r));
    else if (node.shape == JointShape::prismatic)
      f(node.u0, about_c({cross(M.h, axis), M.m * axis}, r));
    else
      for (int k = node.u0; k < node.u0 + node.nu; ++k) f(k, about_c(momentum<T>(M, position.columns[k]), r));
  }
}

}  // namespace

template <class T>
Vec3<T> calc_com_position(const Tree<T>& tree, const PositionKinematics<T>& position) {
  return inverse_mass(tree) * first_moment(tree, position);
}

template <class T>
Vec3<T> calc_com_velocity(const Tree<T>& tree, const PositionKinematics<T>& position,
                          const VelocityKinematics<T>& velocity) {
  return inverse_mass(tree) * calc_momentum(tree, position, velocity).f;
}

template <class T>
Vec3<T> calc_com_acceleration(const Tree<T>& tree, const PositionKinematics<T>& position,
                              const VelocityKinematics<T>& velocity,
                              const AccelerationKinematics<T>& acceleration) {
  require_stage(tree, position), require_stage(tree, velocity), require_stage(tree, acceleration);
  Vec3<T> sum = Vec3<T>::zero();
  for (int i = 1; i < tree.node_count(); ++i) {
    sum += newton_euler(inertia_in_world(tree, position, i), motion_of(acceleration.nodes[i]),
                        Vec3<T>(velocity.nodes[i].w))
               .f;
  }
  return inverse_mass(tree) * sum;
}

template <class T>
void calc_com_jacobian(const Tree<T>& tree, const PositionKinematics<T>& position,
                       const CompositeInertias<T>& composite, MatrixX<T>& J) {
  J.resize(3, tree.nu());
  const T scale = inverse_mass(tree);
  for_each_momentum_column(tree, position, composite, zero3<T>(), [&](int speed, const LaneForce<T>& h) {
    for (int row = 0; row < 3; ++row) J(row, speed) = scale * h.f[row];
  });
}

template <class T>
RigidInertia<T> calc_central_inertia(const Tree<T>& tree, const PositionKinematics<T>& position) {
  require_stage(tree, position);
  RigidInertia<T> sum;
  for (int i = 0; i < tree.node_count(); ++i)
    sum = sum + shift(inertia_in_world(tree, position, i), origin(position, i));
  return shift(sum, -sum.com());
}

template <class T>
Force<T> calc_momentum(const Tree<T>& tree, const PositionKinematics<T>& position,
                       const VelocityKinematics<T>& velocity) {
  require_stage(tree, position), require_stage(tree, velocity);
  Force<T> sum = Force<T>::zero();
  for (int i = 1; i < tree.node_count(); ++i)
    sum += shift(inertia_in_world(tree, position, i) * motion_of(velocity.nodes[i]), -origin(position, i));
  return sum;
}

template <class T>
Force<T> calc_central_momentum(const Tree<T>& tree, const PositionKinematics<T>& position,
                               const VelocityKinematics<T>& velocity) {
  return shift(calc_momentum(tree, position, velocity), calc_com_position(tree, position));
}

template <class T>
void calc_centroidal_momentum_matrix(const Tree<T>& tree, const PositionKinematics<T>& position,
                                     const CompositeInertias<T>& composite, MatrixX<T>& A) {
  A.resize(6, tree.nu());
  require_stage(tree, composite);
  const Lane3<T> com = inverse_mass(tree) * composite.nodes[0].h;
  T* const columns = A.data();
  for_each_momentum_column(tree, position, composite, com, [&](int speed, const LaneForce<T>& h) {
    write_six<T>(h.t, h.f, columns + 6 * speed);
  });
}

template <class T>
T calc_kinetic_energy(const Tree<T>& tree, const PositionKinematics<T>& position,
                      const VelocityKinematics<T>& velocity) {
  require_stage(tree, position), require_stage(tree, velocity);
  T sum = T(0);
  for (int i = 1; i < tree.node_count(); ++i)
    sum += kinetic_energy(inertia_in_world(tree, position, i), motion_of(velocity.nodes[i]));
  return sum;
}

template <class T>
T calc_potential_energy(const Tree<T>& tree, const PositionKinematics<T>& position) {
  return -dot(tree.parameters().gravity, first_moment(tree, position));
}

#define SARRUS_INSTANTIATE(T)                                                                                \
  template Vec3<T> calc_com_position<T>(const Tree<T>&, const PositionKinematics<T>&);                       \
  template Vec3<T> calc_com_velocity<T>(const Tree<T>&, const PositionKinematics<T>&,                        \
                                        const VelocityKinematics<T>&);                                       \
  template Vec3<T> calc_com_acceleration<T>(const Tree<T>&, const PositionKinematics<T>&,                    \
                                            const VelocityKinematics<T>&, const AccelerationKinematics<T>&); \
  template void calc_com_jacobian<T>(const Tree<T>&, const PositionKinematics<T>&,                           \
                                     const CompositeInertias<T>&, MatrixX<T>&);                              \
  template RigidInertia<T> calc_central_inertia<T>(const Tree<T>&, const PositionKinematics<T>&);            \
  template Force<T> calc_momentum<T>(const Tree<T>&, const PositionKinematics<T>&,                           \
                                     const VelocityKinematics<T>&);                                          \
  template Force<T> calc_central_momentum<T>(const Tree<T>&, const PositionKinematics<T>&,                   \
                                             const VelocityKinematics<T>&);                                  \
  template void calc_centroidal_momentum_matrix<T>(const Tree<T>&, const PositionKinematics<T>&,             \
                                                   const CompositeInertias<T>&, MatrixX<T>&);                \
  template T calc_kinetic_energy<T>(const Tree<T>&, const PositionKinematics<T>&,                            \
                                    const VelocityKinematics<T>&);                                           \
  template T calc_potential_energy<T>(const Tree<T>&, const PositionKinematics<T>&);
SARRUS_FOR_EACH_SCALAR(SARRUS_INSTANTIATE)
#undef SARRUS_INSTANTIATE

}  // namespace sarrus
