#include "sarrus/derivatives/internal/joint_variation.h"

#include <array>

#include "sarrus/scalar/scalars.h"

namespace sarrus::internal {

namespace {

/// One lane of a joint: coordinates, speeds and parameters in double.
struct LaneOfJoint {
  std::array<double, max_joint_coordinates> q{};
  std::array<double, max_joint_speeds> u{}, udot{};
  std::array<double, max_joint_parameters> parameters{};
};

template <class T>
double number(const T& x, int lane) {
  if constexpr (ScalarTraits<T>::lanes == 1)
    return primal(x);
  else
    return static_cast<double>(x[lane]);
}

/// Sets one lane of x.
template <class T>
void set_lane(T& x, int lane, double value) {
  if constexpr (ScalarTraits<T>::lanes == 1)
    x = T(value);
  else
    x = T::each([&](int i) { return i == lane ? static_cast<ValueOf<T>>(value) : x[i]; });
}
template <class T>
void set_lane(Motion<T>& to, int lane, const Motion<double>& from) {
  set_lane(to.w.x, lane, from.w.x), set_lane(to.w.y, lane, from.w.y), set_lane(to.w.z, lane, from.w.z);
  set_lane(to.v.x, lane, from.v.x), set_lane(to.v.y, lane, from.v.y), set_lane(to.v.z, lane, from.v.z);
}

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
    direction[static_cast<std::size_t>(k)] = 1;
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
    const auto index = static_cast<std::size_t>(k);
    fixed_u[index] = Dual8(at.u[index]), varied_u[index] = Dual8::variable(at.u[index], k);
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
      const auto index = static_cast<std::size_t>(j);
      out.H[k][j] = partial(H[j], k);
      out.V[k] += at.u[index] * out.H[k][j];
      out.A[k] += at.udot[index] * out.H[k][j];
    }
  }
  return out;
}

}  // namespace

template <class T>
void calc_joint_variation(const Tree<T>& tree, const TreeNode<ConstantOf<T>>& node, const T* q, const T* u,
                          const T* udot, JointVariation<T>& out) {
  const Joint& joint = tree.joint(node);
  const auto parameter_count = static_cast<std::size_t>(tree.model().body(node.body).np);
  for (int lane = 0; lane < ScalarTraits<T>::lanes; ++lane) {
    LaneOfJoint at;
    for (int i = 0; i < node.nq; ++i) at.q[static_cast<std::size_t>(i)] = number(q[i], lane);
    for (int k = 0; k < node.nu; ++k) {
      const auto index = static_cast<std::size_t>(k);
      if (u) at.u[index] = number(u[node.u0 + k], lane);
      if (udot) at.udot[index] = number(udot[node.u0 + k], lane);
    }
    for (std::size_t i = 0; i < parameter_count; ++i)
      at.parameters[i] = static_cast<double>(primal(tree.joint_parameters(node)[i]));
    const JointVariation<double> found = calc_variation(joint, at);
    for (int k = 0; k < node.nu; ++k) {
      set_lane(out.V[k], lane, found.V[k]), set_lane(out.A[k], lane, found.A[k]);
      set_lane(out.A_by_u[k], lane, found.A_by_u[k]);
      for (int j = 0; j < node.nu; ++j) set_lane(out.H[k][j], lane, found.H[k][j]);
    }
  }
}

#define SARRUS_INSTANTIATE(T)                                                                               \
  template void calc_joint_variation<T>(const Tree<T>&, const TreeNode<ConstantOf<T>>&, const T*, const T*, \
                                        const T*, JointVariation<T>&);
SARRUS_FOR_EACH_SCALAR(SARRUS_INSTANTIATE)
#undef SARRUS_INSTANTIATE

}  // namespace sarrus::internal
