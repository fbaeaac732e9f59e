#include "sarrus/dynamics/subtree_properties.h"

#include "sarrus/scalar/scalar_types.h"

namespace sarrus {

namespace {

/// Calls f(b) for a body and all its descendants, which have consecutive numbers.
template <class T, class F>
void for_each_beyond(const Tree<T>& tree, int body, const F& f) {
  require(body >= 0 && body < tree.body_count(), "there is no body {}; model '{}' has bodies 0 to {}", body,
          tree.model().name(), tree.body_count() - 1);
  const Connectivity& bodies = tree.model().connectivity();
  f(body);
  for (int b = body + 1; b < tree.body_count() && bodies.depth(b) > bodies.depth(body); ++b) f(b);
}

/// Inertia of a body about its own origin, in world axes.
template <class T>
RigidInertia<T> inertia_in_world(const Tree<T>& tree, const Rotation<T>& R_WB, int body) {
  return R_WB * tree.parameters().inertia[body].template cast<T>();
}

template <class T>
T inverse_mass(const Tree<T>& tree, int body) {
  const ConstantOf<T> mass = calc_mass(tree, body);
  require(primal(mass) > 0, "body '{}' and its descendants have a mass of {} kg and so no center of mass",
          tree.model().body(body).name, primal(mass));
  return T(1) / T(mass);
}

}  // namespace

template <class T>
ConstantOf<T> calc_mass(const Tree<T>& tree, int body) {
  ConstantOf<T> sum(0);
  for_each_beyond(tree, body, [&](int b) { sum = sum + tree.parameters().inertia[b].m; });
  return sum;
}

template <class T>
Vec3<T> calc_com_position(const Tree<T>& tree, const PositionKinematics<T>& position, int body) {
  Vec3<T> sum = Vec3<T>::zero();
  for_each_beyond(tree, body, [&](int b) {
    const Pose<T> X = calc_pose(tree, position, FrameOn<T>(b));
    const RigidInertia<T> M = inertia_in_world(tree, X.R, b);
    sum += M.m * X.p + M.h;
  });
  return inverse_mass(tree, body) * sum;
}

template <class T>
Vec3<T> calc_com_velocity(const Tree<T>& tree, const PositionKinematics<T>& position,
                          const VelocityKinematics<T>& velocity, int body) {
  return inverse_mass(tree, body) * calc_momentum(tree, position, velocity, body).f;
}

template <class T>
Vec3<T> calc_com_acceleration(const Tree<T>& tree, const PositionKinematics<T>& position,
                              const VelocityKinematics<T>& velocity,
                              const AccelerationKinematics<T>& acceleration, int body) {
  Vec3<T> sum = Vec3<T>::zero();
  for_each_beyond(tree, body, [&](int b) {
    const RigidInertia<T> M = inertia_in_world(tree, calc_pose(tree, position, FrameOn<T>(b)).R, b);
    const Motion<T> V = calc_velocity(tree, position, velocity, FrameOn<T>(b)),
                    A = calc_acceleration(tree, position, velocity, acceleration, FrameOn<T>(b));
    sum += newton_euler(M, A, V.w).f;
  });
  return inverse_mass(tree, body) * sum;
}

template <class T>
RigidInertia<T> calc_central_inertia(const Tree<T>& tree, const PositionKinematics<T>& position, int body) {
  const Vec3<T> com = calc_com_position(tree, position, body);
  RigidInertia<T> sum;
  for_each_beyond(tree, body, [&](int b) {
    const Pose<T> X = calc_pose(tree, position, FrameOn<T>(b));
    sum = sum + shift(inertia_in_world(tree, X.R, b), X.p - com);
  });
  return sum;
}

template <class T>
Force<T> calc_momentum(const Tree<T>& tree, const PositionKinematics<T>& position,
                       const VelocityKinematics<T>& velocity, int body) {
  Force<T> sum = Force<T>::zero();
  for_each_beyond(tree, body, [&](int b) {
    const Pose<T> X = calc_pose(tree, position, FrameOn<T>(b));
    sum +=
        shift(inertia_in_world(tree, X.R, b) * calc_velocity(tree, position, velocity, FrameOn<T>(b)), -X.p);
  });
  return sum;
}

template <class T>
Force<T> calc_central_momentum(const Tree<T>& tree, const PositionKinematics<T>& position,
                               const VelocityKinematics<T>& velocity, int body) {
  return shift(calc_momentum(tree, position, velocity, body), calc_com_position(tree, position, body));
}

#define SARRUS_INSTANTIATE(T)                                                                               \
  template ConstantOf<T> calc_mass<T>(const Tree<T>&, int);                                                 \
  template Vec3<T> calc_com_position<T>(const Tree<T>&, const PositionKinematics<T>&, int);                 \
  template Vec3<T> calc_com_velocity<T>(const Tree<T>&, const PositionKinematics<T>&,                       \
                                        const VelocityKinematics<T>&, int);                                 \
  template Vec3<T> calc_com_acceleration<T>(const Tree<T>&, const PositionKinematics<T>&,                   \
                                            const VelocityKinematics<T>&, const AccelerationKinematics<T>&, \
                                            int);                                                           \
  template RigidInertia<T> calc_central_inertia<T>(const Tree<T>&, const PositionKinematics<T>&, int);      \
  template Force<T> calc_momentum<T>(const Tree<T>&, const PositionKinematics<T>&,                          \
                                     const VelocityKinematics<T>&, int);                                    \
  template Force<T> calc_central_momentum<T>(const Tree<T>&, const PositionKinematics<T>&,                  \
                                             const VelocityKinematics<T>&, int);
SARRUS_FOR_EACH_SCALAR(SARRUS_INSTANTIATE)
#undef SARRUS_INSTANTIATE

}  // namespace sarrus
