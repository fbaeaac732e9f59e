#include "sarrus/dynamics/frames.h"

#include "sarrus/dynamics/node_frame.h"
#include "sarrus/scalar/scalar_types.h"

namespace sarrus {

template <class T>
Pose<T> calc_pose(const Tree<T>& tree, const PositionKinematics<T>& position,
                  const FrameOn<std::type_identity_t<T>>& F) {
  require_stage(tree, position);
  const FrameOnNode<T> at(tree, F);
  const NodePosition<T>& node = position.nodes[at.index()];
  return Pose<T>{rotation_of(node), Vec3<T>(node.p)} * at.X_KF;
}
template <class T>
Pose<T> calc_pose(const Tree<T>& tree, const PositionKinematics<T>& position,
                  const FrameOn<std::type_identity_t<T>>& A, const FrameOn<std::type_identity_t<T>>& F) {
  return calc_pose(tree, position, A).inverse_times(calc_pose(tree, position, F));
}

template <class T>
Motion<T> calc_velocity(const Tree<T>& tree, const PositionKinematics<T>& position,
                        const VelocityKinematics<T>& velocity, const FrameOn<std::type_identity_t<T>>& F) {
  require_stage(tree, position), require_stage(tree, velocity);
  const FrameOnNode<T> at(tree, F);
  return shift(motion_of(velocity.nodes[at.index()]), rotation_of(position.nodes[at.index()]) * at.X_KF.p);
}
template <class T>
Motion<T> calc_velocity(const Tree<T>& tree, const PositionKinematics<T>& position,
                        const VelocityKinematics<T>& velocity, const FrameOn<std::type_identity_t<T>>& A,
                        const FrameOn<std::type_identity_t<T>>& F) {
  const Vec3<T> p_AF_W = calc_pose(tree, position, F).p - calc_pose(tree, position, A).p;
  return calc_velocity(tree, position, velocity, F) -
         shift(calc_velocity(tree, position, velocity, A), p_AF_W);
}

template <class T>
Motion<T> calc_acceleration(const Tree<T>& tree, const PositionKinematics<T>& position,
                            const VelocityKinematics<T>& velocity,
                            const AccelerationKinematics<T>& acceleration,
                            const FrameOn<std::type_identity_t<T>>& F) {
  require_stage(tree, position), require_stage(tree, velocity), require_stage(tree, acceleration);
  const FrameOnNode<T> at(tree, F);
  return shift_acceleration(motion_of(acceleration.nodes[at.index()]), Vec3<T>(velocity.nodes[at.index()].w),
                            rotation_of(position.nodes[at.index()]) * at.X_KF.p);
}
template <class T>
Motion<T> calc_acceleration(const Tree<T>& tree, const PositionKinematics<T>& position,
                            const VelocityKinematics<T>& velocity,
                            const AccelerationKinematics<T>& acceleration,
                            const FrameOn<std::type_identity_t<T>>& A,
                            const FrameOn<std::type_identity_t<T>>& F) {
  const Vec3<T> p_AF_W = calc_pose(tree, position, F).p - calc_pose(tree, position, A).p;
  const Motion<T> V_WA = calc_velocity(tree, position, velocity, A);
  const Motion<T> V_AF = calc_velocity(tree, position, velocity, A, F);
  // The acceleration of the point of A that coincides with F's origin; below, the Coriolis term.
  const Motion<T> carried =
      shift_acceleration(calc_acceleration(tree, position, velocity, acceleration, A), V_WA.w, p_AF_W);
  const Motion<T> A_WF = calc_acceleration(tree, position, velocity, acceleration, F);
  return {A_WF.w - carried.w - cross(V_WA.w, V_AF.w), A_WF.v - carried.v - cross(V_WA.w, V_AF.v + V_AF.v)};
}

template <class T>
Motion<T> express_in(const Tree<T>& tree, const PositionKinematics<T>& position,
                     const FrameOn<std::type_identity_t<T>>& E, const Motion<std::type_identity_t<T>>& V_W) {
  return calc_pose(tree, position, E).R.inverse() * V_W;
}
template <class T>
Force<T> express_in(const Tree<T>& tree, const PositionKinematics<T>& position,
                    const FrameOn<std::type_identity_t<T>>& E, const Force<std::type_identity_t<T>>& F_W) {
  return calc_pose(tree, position, E).R.inverse() * F_W;
}

#define SARRUS_INSTANTIATE(T)                                                                              \
  template Pose<T> calc_pose<T>(const Tree<T>&, const PositionKinematics<T>&, const FrameOn<T>&);          \
  template Pose<T> calc_pose<T>(const Tree<T>&, const PositionKinematics<T>&, const FrameOn<T>&,           \
                                const FrameOn<T>&);                                                        \
  template Motion<T> calc_velocity<T>(const Tree<T>&, const PositionKinematics<T>&,                        \
                                      const VelocityKinematics<T>&, const FrameOn<T>&);                    \
  template Motion<T> calc_velocity<T>(const Tree<T>&, const PositionKinematics<T>&,                        \
                                      const VelocityKinematics<T>&, const FrameOn<T>&, const FrameOn<T>&); \
  template Motion<T> calc_acceleration<T>(const Tree<T>&, const PositionKinematics<T>&,                    \
                                          const VelocityKinematics<T>&, const AccelerationKinematics<T>&,  \
                                          const FrameOn<T>&);                                              \
  template Motion<T> calc_acceleration<T>(const Tree<T>&, const PositionKinematics<T>&,                    \
                                          const VelocityKinematics<T>&, const AccelerationKinematics<T>&,  \
                                          const FrameOn<T>&, const FrameOn<T>&);
SARRUS_FOR_EACH_SCALAR(SARRUS_INSTANTIATE)
#undef SARRUS_INSTANTIATE
#define SARRUS_INSTANTIATE(T)                                                                       \
  template Motion<T> express_in<T>(const Tree<T>&, const PositionKinematics<T>&, const FrameOn<T>&, \
                                   const Motion<T>&);                                               \
  template Force<T> express_in<T>(const Tree<T>&, const PositionKinematics<T>&, const FrameOn<T>&,  \
                                  const Force<T>&);
SARRUS_FOR_EACH_SCALAR(SARRUS_INSTANTIATE)
#undef SARRUS_INSTANTIATE

}  // namespace sarrus
