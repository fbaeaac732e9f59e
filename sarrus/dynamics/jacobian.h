#pragma once
/// @file
/// Jacobians of frames and points with respect to the generalized speeds: V_WF = J(q)·u; forces map with the
/// transpose, τ = Jᵀ·F. Angular rows come first. Each Jacobian is available as a product with a vector, as a
/// transposed product, and as a matrix; the bias J̇·u is the acceleration at u̇ = 0
/// (calc_acceleration_kinematics with an empty `udot`, then calc_acceleration).

#include "sarrus/base/array.h"
#include "sarrus/dynamics/frames.h"

namespace sarrus {

/// J·u of a frame: its velocity in the world if the speeds were `u`. The cost is proportional to the number
/// of joints between it and the world.
template <class T>
Motion<T> calc_frame_jacobian_times(const Tree<T>& tree, const PositionKinematics<T>& position,
                                    const FrameOn<std::type_identity_t<T>>& F, In<T> u);
/// Adds Jᵀ·F to `tau`, for a force at the frame's origin, in world axes.
template <class T>
void add_frame_jacobian_transpose_times(const Tree<T>& tree, const PositionKinematics<T>& position,
                                        const FrameOn<std::type_identity_t<T>>& at,
                                        const Force<std::type_identity_t<T>>& F, Out<T> tau);
/// The 6×nu Jacobian of a frame, in world axes.
template <class T>
void calc_frame_jacobian(const Tree<T>& tree, const PositionKinematics<T>& position,
                         const FrameOn<std::type_identity_t<T>>& F, MatrixX<T>& J);
/// The 6×nu Jacobian of V_AF: of frame F relative to A, in world axes.
template <class T>
void calc_frame_jacobian(const Tree<T>& tree, const PositionKinematics<T>& position,
                         const FrameOn<std::type_identity_t<T>>& A, const FrameOn<std::type_identity_t<T>>& F,
                         MatrixX<T>& J);
/// The 3×nu Jacobian of the position of a point, in world axes.
template <class T>
void calc_station_jacobian(const Tree<T>& tree, const PositionKinematics<T>& position,
                           const FrameOn<std::type_identity_t<T>>& P, MatrixX<T>& J);

/// J·u of V_AF, the velocity of frame F relative to A. The overload below adds Jᵀ·F: the force acts on F's
/// body and, opposite, on A's.
template <class T>
Motion<T> calc_frame_jacobian_times(const Tree<T>& tree, const PositionKinematics<T>& position,
                                    const FrameOn<std::type_identity_t<T>>& A,
                                    const FrameOn<std::type_identity_t<T>>& F, In<T> u);
template <class T>
void add_frame_jacobian_transpose_times(const Tree<T>& tree, const PositionKinematics<T>& position,
                                        const FrameOn<std::type_identity_t<T>>& A,
                                        const FrameOn<std::type_identity_t<T>>& at,
                                        const Force<std::type_identity_t<T>>& F, Out<T> tau);
/// J̇·u of V_AF in world axes; `bias` is acceleration kinematics with an empty `udot`. If A is the world, J̇·u
/// is the acceleration itself in `bias`: of a frame (calc_acceleration), of a point (its linear part) or of
/// all bodies.
template <class T>
Motion<T> calc_frame_jacobian_bias(const Tree<T>& tree, const PositionKinematics<T>& position,
                                   const VelocityKinematics<T>& velocity,
                                   const AccelerationKinematics<T>& bias,
                                   const FrameOn<std::type_identity_t<T>>& A,
                                   const FrameOn<std::type_identity_t<T>>& F);

/// J·u of the whole system: the velocities of all bodies (at their origins, in world axes).
template <class T>
void calc_system_jacobian_times(const Tree<T>& tree, const PositionKinematics<T>& position, In<T> u,
                                VelocityKinematics<T>& workspace, Array<Motion<T>>& V_WB);
/// τ = Jᵀ·F of the whole system, for forces on all bodies at their origins, in world axes.
template <class T>
void calc_system_jacobian_transpose_times(const Tree<T>& tree, const PositionKinematics<T>& position,
                                          const Array<Force<T>>& F_B_W, Array<Force<T>>& workspace,
                                          Out<T> tau);
/// The 6·bodies×nu Jacobian of all bodies.
template <class T>
void calc_system_jacobian(const Tree<T>& tree, const PositionKinematics<T>& position, MatrixX<T>& J);

}  // namespace sarrus
