#include "sarrus/derivatives/internal/joint_variation.h"

#include <array>

#include "sarrus/derivatives/internal/joint_lanes.h"
#include "sarrus/scalar/scalar_types.h"

namespace sarrus::internal {

namespace {

Motion<double> partial(const Motion<Dual8>& X, int k) {
  return {{X.w.x.partial[k], X.w.y.partial[k], X.w.z.partial[k]},
          {X.v.x.partial[k], X.v.y.partial[k], X.v.z.partial[k]}};
}

/// The coordinates as dual numbers whose partial k is N·e_k.
std::array<Dual8, max_joint_coordinates> coordinates_in_all_directions(const Joint& joint,
                                                                       const LaneOfJoint& at) {
  std::array<Dual8, max_joint_coordinates> q;
  for (std::size_t i = 0; i < q.size(); ++i) q[i] = Dual8(at.q[i]);
  for (int k = 0; k < joint.nu(); ++k) {
    std::array<double, max_joint_speeds> direction{};
    std::array<double, max_joint_coordinates> rate{};
    direction[k] = 1;
    joint.qdot(at.q.data(), direction.data(), rate.data());
    for (std::size_t i = 0; i < q.size(); ++i) q[i].partial[k] = rate[i];
  }
  return q;
}

JointVariation<double> calc_variation(const Joint& joint, const LaneOfJoint& at) {
  const int nu = joint.nu();
  std::array<Dual8, max_joint_parameters> parameters;
  std::array<Dual8, max_joint_speeds> fixed_u, varied_u;
  for (std::size_t i = 0; i < parameters.size(); ++i) parameters[i] = Dual8(at.parameters[i]);
  for (int k = 0; k < max_joint_speeds; ++k) {
    fixed_u[k] = Dual8(at.u[k]), varied_u[k] = Dual8::variable(at.u[k], k);
  }
  const auto q = coordinates_in_all_directions(joint, at);
  std::array<Dual8, max_joint_coordinates> fixed_q;
  for (std::size_t i = 0; i < q.size(); ++i) fixed_q[i] = Dual8(at.q[i]);

  Pose<Dual8> X_FM;
  Motion<Dual8> H[max_joint_speeds];
  joint.pose_and_columns(q.data(), parameters.data(), X_FM, H);
  const Motion<Dual8> bias = joint.bias(q.data(), fixed_u.data(), parameters.data()),
                      bias_of_u = joint.bias(fixed_q.data(), varied_u.data(), parameters.data());
  JointVariation<double> out;
  for (int k = 0; k < nu; ++k) {
    out.V[k] = Motion<double>::zero();
    out.A[k] = partial(bias, k);
    out.A_by_u[k] = partial(bias_of_u, k);
    for (int j = 0; j < nu; ++j) {
      out.H[k][j] = partial(H[j], k);
      out.V[k] += at.u[j] * out.H[k][j];
      out.A[k] += at.udot[j] * out.H[k][j];
    }
  }
  return out;
}

/// The motion of a frame with rotation R = R(ε) and origin p(ε):  [σ]× = R'·Rᵀ.
Motion<double> displacement(const Pose<Dual8>& X, int k) {
  const auto& R = X.R.matrix();
  const Vec3<Dual8>* columns[] = {&R.x, &R.y, &R.z};
  Vec3<double> turn = Vec3<double>::zero();  // σ = Σ r×r'/2 over the columns r
  for (const Vec3<Dual8>* r : columns)
    turn = turn + 0.5 * cross(Vec3<double>{r->x.value, r->y.value, r->z.value},
                              Vec3<double>{r->x.partial[k], r->y.partial[k], r->z.partial[k]});
  return {turn, {X.p.x.partial[k], X.p.y.partial[k], X.p.z.partial[k]}};
}

JointParameterVariation<double> calc_parameter_variation(const Joint& joint, const LaneOfJoint& at,
                                                         int parameter_count) {
  std::array<Dual8, max_joint_parameters> parameters;
  std::array<Dual8, max_joint_speeds> u;
  std::array<Dual8, max_joint_coordinates> q;
  for (int i = 0; i < max_joint_parameters; ++i) {
    parameters[i] = Dual8::variable(at.parameters[i], i);
  }
  for (std::size_t i = 0; i < u.size(); ++i) u[i] = Dual8(at.u[i]);
  for (std::size_t i = 0; i < q.size(); ++i) q[i] = Dual8(at.q[i]);
  Pose<Dual8> X_FM;
  Motion<Dual8> H[max_joint_speeds];
  joint.pose_and_columns(q.data(), parameters.data(), X_FM, H);
  const Motion<Dual8> bias = joint.bias(q.data(), u.data(), parameters.data());
  JointParameterVariation<double> out;
  for (int k = 0; k < parameter_count; ++k) {
    out.X[k] = displacement(X_FM, k);
    out.V[k] = Motion<double>::zero();
    out.A[k] = partial(bias, k);
    for (int j = 0; j < joint.nu(); ++j) {
      out.H[k][j] = partial(H[j], k);
      out.V[k] += at.u[j] * out.H[k][j];
      out.A[k] += at.udot[j] * out.H[k][j];
    }
  }
  return out;
}

}  // namespace

template <class T>
void calc_joint_variation(const Tree<T>& tree, const TreeNode<ConstantOf<T>>& node, const T* q, const T* u,
                          const T* udot, JointVariation<T>& out) {
  for (int lane = 0; lane < ScalarTraits<T>::lanes; ++lane) {
    const JointVariation<double> found =
        calc_variation(tree.joint(node), lane_of_joint(tree, node, q, u, udot, lane));
    for (int k = 0; k < node.nu; ++k) {
      set_lane(out.V[k], lane, found.V[k]), set_lane(out.A[k], lane, found.A[k]);
      set_lane(out.A_by_u[k], lane, found.A_by_u[k]);
      for (int j = 0; j < node.nu; ++j) set_lane(out.H[k][j], lane, found.H[k][j]);
    }
  }
}

template <class T>
void calc_joint_parameter_variation(const Tree<T>& tree, const TreeNode<ConstantOf<T>>& node, const T* q,
                                    const T* u, const T* udot, JointParameterVariation<T>& out) {
  const int count = tree.model().body(node.body).np;
  for (int lane = 0; lane < ScalarTraits<T>::lanes; ++lane) {
    const JointParameterVariation<double> found =
        calc_parameter_variation(tree.joint(node), lane_of_joint(tree, node, q, u, udot, lane), count);
    for (int k = 0; k < count; ++k) {
      set_lane(out.X[k], lane, found.X[k]);
      set_lane(out.V[k], lane, found.V[k]), set_lane(out.A[k], lane, found.A[k]);
      for (int j = 0; j < node.nu; ++j) set_lane(out.H[k][j], lane, found.H[k][j]);
    }
  }
}

#define SARRUS_INSTANTIATE(T)                                                                               \
  template void calc_joint_variation<T>(const Tree<T>&, const TreeNode<ConstantOf<T>>&, const T*, const T*, \
                                        const T*, JointVariation<T>&);                                      \
  template void calc_joint_parameter_variation<T>(const Tree<T>&, const TreeNode<ConstantOf<T>>&, const T*, \
                                                  const T*, const T*, JointParameterVariation<T>&);
SARRUS_FOR_EACH_SCALAR(SARRUS_INSTANTIATE)
#undef SARRUS_INSTANTIATE

}  // namespace sarrus::internal
