#include "sarrus/dynamics/jacobian.h"

#include "sarrus/base/array.h"
#include "sarrus/dynamics/node_frame.h"
#include "sarrus/scalar/eigen.h"
#include "sarrus/scalar/scalar_types.h"

namespace sarrus {

namespace {

/// Calls f(speed, column at point p) for every speed on the path from a body to the world.
template <class T, class F>
void for_each_column(const Tree<T>& tree, const PositionKinematics<T>& position, int body, const Vec3<T>& p,
                     F&& f) {
  for (int i = FrameOnNode<T>(tree, body).node; i > 0; i = tree.node(i).parent) {
    const auto& node = tree.node(i);
    const Lane3<T> r = Lane3<T>(p) - position.nodes[i].p;
    for (int k = 0; k < node.nu; ++k) {
      const LaneMotion<T> H = column(node, position, i, k);
      f(node.u0 + k, Motion<T>{Vec3<T>(H.w), Vec3<T>(H.v + cross(H.w, r))});
    }
  }
}
/// Calls g for the columns of V_AF: those of F, and those of A at F's origin with the opposite sign.
template <class T, class G>
void for_each_relative_column(const Tree<T>& tree, const PositionKinematics<T>& position, const FrameOn<T>& A,
                              const FrameOn<T>& F, G&& g) {
  const Vec3<T> p = calc_pose(tree, position, F).p;
  for_each_column(tree, position, F.body, p, g);
  for_each_column(tree, position, A.body, p, [&](int speed, const Motion<T>& H) { g(speed, -H); });
}

template <class T>
void write(const Motion<T>& V, T* out) {
  out[0] = V.w.x, out[1] = V.w.y, out[2] = V.w.z, out[3] = V.v.x, out[4] = V.v.y, out[5] = V.v.z;
}

}  // namespace

template <class T>
Motion<T> calc_frame_jacobian_times(const Tree<T>& tree, const PositionKinematics<T>& position,
                                    const FrameOn<std::type_identity_t<T>>& F, In<T> u) {
  require_size(u, tree.nu(), "u", "the model has nu");
  Motion<T> V = Motion<T>::zero();
  for_each_column(tree, position, F.body, calc_pose(tree, position, F).p,
                  [&](int speed, const Motion<T>& H) { V += u[speed] * H; });
  return V;
}

template <class T>
void add_frame_jacobian_transpose_times(const Tree<T>& tree, const PositionKinematics<T>& position,
                                        const FrameOn<std::type_identity_t<T>>& at,
                                        const Force<std::type_identity_t<T>>& F, Out<T> tau) {
  require_size(tau, tree.nu(), "tau", "the model has nu");
  for_each_column(tree, position, at.body, calc_pose(tree, position, at).p,
                  [&](int speed, const Motion<T>& H) { tau[speed] += dot(H, F); });
}

template <class T>
void calc_frame_jacobian(const Tree<T>& tree, const PositionKinematics<T>& position,
                         const FrameOn<std::type_identity_t<T>>& F, MatrixX<T>& J) {
  J.resize(6, tree.nu());
  J.fill(T(0));
  for_each_column(tree, position, F.body, calc_pose(tree, position, F).p,
                  [&](int speed, const Motion<T>& H) { write(H, &J(0, speed)); });
}

template <class T>
void calc_frame_jacobian(const Tree<T>& tree, const PositionKinematics<T>& position,
                         const FrameOn<std::type_identity_t<T>>& A, const FrameOn<std::type_identity_t<T>>& F,
                         MatrixX<T>& J) {
  J.resize(6, tree.nu());
  J.fill(T(0));
  for_each_relative_column(tree, position, A, F, [&](int speed, const Motion<T>& H) {
    T column[6];
    write(H, column);
    for (int row = 0; row < 6; ++row) J(row, speed) += column[row];
  });
}

template <class T>
Motion<T> calc_frame_jacobian_times(const Tree<T>& tree, const PositionKinematics<T>& position,
                                    const FrameOn<std::type_identity_t<T>>& A,
                                    const FrameOn<std::type_identity_t<T>>& F, In<T> u) {
  require_size(u, tree.nu(), "u", "the model has nu");
  Motion<T> V = Motion<T>::zero();
  for_each_relative_column(tree, position, A, F, [&](int speed, const Motion<T>& H) { V += u[speed] * H; });
  return V;
}

template <class T>
void add_frame_jacobian_transpose_times(const Tree<T>& tree, const PositionKinematics<T>& position,
                                        const FrameOn<std::type_identity_t<T>>& A,
                                        const FrameOn<std::type_identity_t<T>>& at,
                                        const Force<std::type_identity_t<T>>& F, Out<T> tau) {
  require_size(tau, tree.nu(), "tau", "the model has nu");
  for_each_relative_column(tree, position, A, at,
                           [&](int speed, const Motion<T>& H) { tau[speed] += dot(H, F); });
}

template <class T>
Motion<T> calc_frame_jacobian_bias(const Tree<T>& tree, const PositionKinematics<T>& position,
                                   const VelocityKinematics<T>& velocity,
                                   const AccelerationKinematics<T>& bias,
                                   const FrameOn<std::type_identity_t<T>>& A,
                                   const FrameOn<std::type_identity_t<T>>& F) {
  const Vec3<T> w_WA = calc_velocity(tree, position, velocity, A).w;
  const Motion<T> V_AF = calc_velocity(tree, position, velocity, A, F);
  return calc_acceleration(tree, position, velocity, bias, A, F) +
         Motion<T>{cross(w_WA, V_AF.w), cross(w_WA, V_AF.v)};
}

template <class T>
void calc_station_jacobian(const Tree<T>& tree, const PositionKinematics<T>& position,
                           const FrameOn<std::type_identity_t<T>>& P, MatrixX<T>& J) {
  J.resize(3, tree.nu());
  J.fill(T(0));
  for_each_column(tree, position, P.body, calc_pose(tree, position, P).p, [&](int speed, const Motion<T>& H) {
    J(0, speed) = H.v.x, J(1, speed) = H.v.y, J(2, speed) = H.v.z;
  });
}

template <class T>
void calc_system_jacobian_times(const Tree<T>& tree, const PositionKinematics<T>& position, In<T> u,
                                VelocityKinematics<T>& workspace, Array<Motion<T>>& V_WB) {
  calc_velocity_kinematics(tree, position, u, workspace);
  V_WB.resize(tree.body_count());
  for (int b = 0; b < tree.body_count(); ++b) V_WB[b] = calc_velocity(tree, position, workspace, b);
}

template <class T>
void calc_system_jacobian_transpose_times(const Tree<T>& tree, const PositionKinematics<T>& position,
                                          const Array<Force<T>>& F_B_W, Array<Force<T>>& workspace,
                                          Out<T> tau) {
  require(std::ssize(F_B_W) == tree.body_count(), "there are {} forces for {} bodies", F_B_W.size(),
          tree.body_count());
  require_size(tau, tree.nu(), "tau", "the model has nu");
  require_stage(tree, position);
  workspace.assign(tree.node_count(), Force<T>::zero());
  // Forces of the bodies, moved to their nodes' origins.
  for (int b = 1; b < tree.body_count(); ++b) {
    const auto& place = tree.place(b);
    const auto& node = position.nodes[place.node];
    const Vec3<T> r = Vec3<T>(node.R * place.X_KB.p);
    workspace[place.node] += shift(F_B_W[b], -r);
  }
  // Inward: project on the joint, pass on to the parent.
  for (int i = tree.node_count() - 1; i > 0; --i) {
    const auto& node = tree.node(i);
    const Force<T>& F = workspace[i];
    for (int k = 0; k < node.nu; ++k) {
      const LaneMotion<T> H = column(node, position, i, k);
      tau[node.u0 + k] = dot(Motion<T>{Vec3<T>(H.w), Vec3<T>(H.v)}, F);
    }
    workspace[node.parent] += shift(F, -Vec3<T>(position.nodes[i].r));
  }
}

template <class T>
void calc_system_jacobian(const Tree<T>& tree, const PositionKinematics<T>& position, MatrixX<T>& J) {
  J.resize(6 * tree.body_count(), tree.nu());
  J.fill(T(0));
  for (int b = 1; b < tree.body_count(); ++b)
    for_each_column(tree, position, b, calc_pose(tree, position, FrameOn<T>(b)).p,
                    [&](int speed, const Motion<T>& H) { write(H, &J(6 * b, speed)); });
}

#define SARRUS_INSTANTIATE(T)                                                                                \
  template Motion<T> calc_frame_jacobian_times<T>(const Tree<T>&, const PositionKinematics<T>&,              \
                                                  const FrameOn<T>&, const FrameOn<T>&, In<T>);              \
  template void add_frame_jacobian_transpose_times<T>(const Tree<T>&, const PositionKinematics<T>&,          \
                                                      const FrameOn<T>&, const FrameOn<T>&, const Force<T>&, \
                                                      Out<T>);                                               \
  template Motion<T> calc_frame_jacobian_bias<T>(                                                            \
      const Tree<T>&, const PositionKinematics<T>&, const VelocityKinematics<T>&,                            \
      const AccelerationKinematics<T>&, const FrameOn<T>&, const FrameOn<T>&);
SARRUS_FOR_EACH_SCALAR(SARRUS_INSTANTIATE)
#undef SARRUS_INSTANTIATE
#define SARRUS_INSTANTIATE(T)                                                                              \
  template Motion<T> calc_frame_jacobian_times<T>(const Tree<T>&, const PositionKinematics<T>&,            \
                                                  const FrameOn<T>&, In<T>);                               \
  template void add_frame_jacobian_transpose_times<T>(const Tree<T>&, const PositionKinematics<T>&,        \
                                                      const FrameOn<T>&, const Force<T>&, Out<T>);         \
  template void calc_frame_jacobian<T>(const Tree<T>&, const PositionKinematics<T>&, const FrameOn<T>&,    \
                                       MatrixX<T>&);                                                       \
  template void calc_frame_jacobian<T>(const Tree<T>&, const PositionKinematics<T>&, const FrameOn<T>&,    \
                                       const FrameOn<T>&, MatrixX<T>&);                                    \
  template void calc_station_jacobian<T>(const Tree<T>&, const PositionKinematics<T>&, const FrameOn<T>&,  \
                                         MatrixX<T>&);                                                     \
  template void calc_system_jacobian_times<T>(const Tree<T>&, const PositionKinematics<T>&, In<T>,         \
                                              VelocityKinematics<T>&, Array<Motion<T>>&);                  \
  template void calc_system_jacobian_transpose_times<T>(const Tree<T>&, const PositionKinematics<T>&,      \
                                                        const Array<Force<T>>&, Array<Force<T>>&, Out<T>); \
  template void calc_system_jacobian<T>(const Tree<T>&, const PositionKinematics<T>&, MatrixX<T>&);
SARRUS_FOR_EACH_SCALAR(SARRUS_INSTANTIATE)
#undef SARRUS_INSTANTIATE

}  // namespace sarrus
