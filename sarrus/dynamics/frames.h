#pragma once
/// @file
/// Poses, velocities and accelerations of bodies, frames and points, relative to any other body and expressed
/// anywhere.

#include "sarrus/dynamics/kinematics.h"

namespace sarrus {

/// A frame fixed on a body; by default the body's own.
template <class T = double>
struct FrameOn {
  int body = 0;
  Pose<ConstantOf<T>> X_BF{};

  FrameOn() = default;
  FrameOn(int body_number) : body(body_number) {}
  FrameOn(int body_number, const Pose<ConstantOf<T>>& X) : body(body_number), X_BF(X) {}
  FrameOn(int body_number, const Vec3<ConstantOf<T>>& p_B) : body(body_number), X_BF{{}, p_B} {}
  /// A named frame or point of a model.
  FrameOn(const BodyFrame& frame) : body(frame.body), X_BF(frame.X_BF.template cast<ConstantOf<T>>()) {}
  FrameOn(const BodyPoint& point) : body(point.body), X_BF{{}, point.p_B.template cast<ConstantOf<T>>()} {}
};

/// X_WF: pose of a frame in the world.
template <class T>
Pose<T> calc_pose(const Tree<T>& tree, const PositionKinematics<T>& position,
                  const FrameOn<std::type_identity_t<T>>& F);
/// X_AF: pose of frame F in frame A.
template <class T>
Pose<T> calc_pose(const Tree<T>& tree, const PositionKinematics<T>& position,
                  const FrameOn<std::type_identity_t<T>>& A, const FrameOn<std::type_identity_t<T>>& F);

/// V_WF: velocity of a frame in the world, at its origin, in world axes.
template <class T>
Motion<T> calc_velocity(const Tree<T>& tree, const PositionKinematics<T>& position,
                        const VelocityKinematics<T>& velocity, const FrameOn<std::type_identity_t<T>>& F);
/// V_AF: velocity of F's origin and its rotation as seen from A, in world axes; multiply by R_EW for other
/// axes.
template <class T>
Motion<T> calc_velocity(const Tree<T>& tree, const PositionKinematics<T>& position,
                        const VelocityKinematics<T>& velocity, const FrameOn<std::type_identity_t<T>>& A,
                        const FrameOn<std::type_identity_t<T>>& F);

/// A_WF: acceleration of a frame in the world, at its origin, in world axes.
template <class T>
Motion<T> calc_acceleration(const Tree<T>& tree, const PositionKinematics<T>& position,
                            const VelocityKinematics<T>& velocity,
                            const AccelerationKinematics<T>& acceleration,
                            const FrameOn<std::type_identity_t<T>>& F);
/// A_AF: acceleration of F as seen from A, in world axes.
template <class T>
Motion<T> calc_acceleration(const Tree<T>& tree, const PositionKinematics<T>& position,
                            const VelocityKinematics<T>& velocity,
                            const AccelerationKinematics<T>& acceleration,
                            const FrameOn<std::type_identity_t<T>>& A,
                            const FrameOn<std::type_identity_t<T>>& F);

/// A motion or force given in world axes, expressed in the axes of frame E.
template <class T>
Motion<T> express_in(const Tree<T>& tree, const PositionKinematics<T>& position,
                     const FrameOn<std::type_identity_t<T>>& E, const Motion<std::type_identity_t<T>>& V_W);
template <class T>
Force<T> express_in(const Tree<T>& tree, const PositionKinematics<T>& position,
                    const FrameOn<std::type_identity_t<T>>& E, const Force<std::type_identity_t<T>>& F_W);

}  // namespace sarrus
