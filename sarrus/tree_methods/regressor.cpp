#include "sarrus/tree_methods/regressor.h"

#include "sarrus/dynamics/node_frame.h"
#include "sarrus/scalar/scalar_types.h"

namespace sarrus {

namespace {

/// Motion of a body in its own axes, at its own origin.
template <class T>
struct MotionInBodyAxes {
  Rotation<T> R_WB;
  Vec3<T> w, alpha, a;  ///< Angular velocity and acceleration; acceleration of the origin less gravity.
  T w_squared;
};

template <class T>
MotionInBodyAxes<T> motion_of_body(const Tree<T>& tree, const Regressor<T>& at, int b,
                                   const Vec3<T>& gravity) {
  const Rotation<T> R = calc_pose(tree, at.position, FrameOn<T>(b)).R;
  const Vec3<T> w = calc_velocity(tree, at.position, at.velocity, FrameOn<T>(b)).w;
  const Motion<T> A = calc_acceleration(tree, at.position, at.velocity, at.acceleration, FrameOn<T>(b));
  return {R, R.inverse_times(w), R.inverse_times(A.w), R.inverse_times(A.v - gravity), dot(w, w)};
}

/// The ten entries of a body in the row of a speed that moves it with H, given in the body's axes.
template <class T, class Entry>
void write_entries(const MotionInBodyAxes<T>& body, const Motion<T>& H, Entry&& y) {
  const Vec3<T>&w = H.w, &v = H.v, &alpha = body.alpha, &omega = body.w;
  const Vec3<T> h = cross(body.a, w) + cross(v, alpha) + dot(omega, v) * omega - body.w_squared * v;
  const Vec3<T> z = cross(w, omega);
  y(0) = dot(v, body.a);
  y(1) = h.x, y(2) = h.y, y(3) = h.z;
  y(4) = w.x * alpha.x + z.x * omega.x;
  y(5) = w.y * alpha.y + z.y * omega.y;
  y(6) = w.z * alpha.z + z.z * omega.z;
  y(7) = w.x * alpha.y + w.y * alpha.x + z.x * omega.y + z.y * omega.x;
  y(8) = w.x * alpha.z + w.z * alpha.x + z.x * omega.z + z.z * omega.x;
  y(9) = w.y * alpha.z + w.z * alpha.y + z.y * omega.z + z.z * omega.y;
}

/// Writes the columns of one body: inward over all joints that move it.
template <class T>
void write_body(const Tree<T>& tree, const Regressor<T>& at, int b, const Vec3<T>& gravity, MatrixX<T>& Y) {
  const MotionInBodyAxes<T> body = motion_of_body(tree, at, b, gravity);
  const Vec3<T> p = calc_pose(tree, at.position, FrameOn<T>(b)).p;
  for (int i = tree.place(b).node; i > 0; i = tree.node(i).parent) {
    const auto& node = tree.node(i);
    for (int k = 0; k < node.nu; ++k) {
      const Motion<T> H =
          shift(motion_of(column(node, at.position, i, k)), p - Vec3<T>(at.position.nodes[i].p));
      write_entries(body, {body.R_WB.inverse_times(H.w), body.R_WB.inverse_times(H.v)},
                    [&](int j) -> T& { return Y(node.u0 + k, inertia_parameter_index(b, j)); });
    }
  }
}

}  // namespace

template <class T>
void calc_regressor(const Tree<T>& tree, In<T> q, In<T> u, In<T> udot, Regressor<T>& workspace, MatrixX<T>& Y,
                    const InverseDynamicsOptions& options) {
  calc_position_kinematics(tree, q, workspace.position);
  calc_velocity_kinematics(tree, workspace.position, u.empty() ? In<T>(workspace.zero) : u,
                           workspace.velocity);
  calc_acceleration_kinematics(tree, workspace.position, workspace.velocity, udot, workspace.acceleration);
  const Vec3<T> gravity = options.gravity ? tree.parameters().gravity.template cast<T>() : Vec3<T>::zero();
  Y.resize(tree.nu(), inertia_parameter_index(tree.body_count(), 0));
  Y.fill(T(0));
  for (int b = 1; b < tree.body_count(); ++b) write_body(tree, workspace, b, gravity, Y);
}

template <class T>
void calc_kinetic_energy_regressor(const Tree<T>& tree, const PositionKinematics<T>& position,
                                   const VelocityKinematics<T>& velocity, Out<T> y) {
  require_size(y, inertia_parameter_index(tree.body_count(), 0), "y",
               "ten times the number of bodies without the world");
  for (int b = 1; b < tree.body_count(); ++b) {
    const Pose<T> X = calc_pose(tree, position, FrameOn<T>(b));
    const Motion<T> V_W = calc_velocity(tree, position, velocity, FrameOn<T>(b));
    const Vec3<T> w = X.R.inverse_times(V_W.w), v = X.R.inverse_times(V_W.v), h = cross(v, w);
    const T half(0.5);
    const T values[] = {half * dot(v, v), h.x,       h.y,       h.z,      half * w.x * w.x, half * w.y * w.y,
                        half * w.z * w.z, w.x * w.y, w.x * w.z, w.y * w.z};
    for (int j = 0; j < inertia_parameter_count; ++j) y[inertia_parameter_index(b, j)] = values[j];
  }
}

template <class T>
void calc_potential_energy_regressor(const Tree<T>& tree, const PositionKinematics<T>& position, Out<T> y) {
  require_size(y, inertia_parameter_index(tree.body_count(), 0), "y",
               "ten times the number of bodies without the world");
  const Vec3<T> g = tree.parameters().gravity.template cast<T>();
  for (int b = 1; b < tree.body_count(); ++b) {
    const Pose<T> X = calc_pose(tree, position, FrameOn<T>(b));
    const Vec3<T> h = -X.R.inverse_times(g);
    const T values[] = {-dot(g, X.p), h.x, h.y, h.z};
    for (int j = 0; j < inertia_parameter_count; ++j)
      y[inertia_parameter_index(b, j)] = j < 4 ? values[j] : T(0);
  }
}

#define SARRUS_INSTANTIATE(T)                                                                      \
  template void calc_regressor<T>(const Tree<T>&, In<T>, In<T>, In<T>, Regressor<T>&, MatrixX<T>&, \
                                  const InverseDynamicsOptions&);                                  \
  template void calc_kinetic_energy_regressor<T>(const Tree<T>&, const PositionKinematics<T>&,     \
                                                 const VelocityKinematics<T>&, Out<T>);            \
  template void calc_potential_energy_regressor<T>(const Tree<T>&, const PositionKinematics<T>&, Out<T>);
SARRUS_FOR_EACH_SCALAR(SARRUS_INSTANTIATE)
#undef SARRUS_INSTANTIATE

}  // namespace sarrus
