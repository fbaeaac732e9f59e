#pragma once
/// @file
/// Joints of general shape are varied one lane of a pack at a time, in double.

#include <array>

#include "sarrus/dynamics/joint_motions.h"

namespace sarrus::internal {

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

/// One lane of a node's joint.
template <class T>
LaneOfJoint lane_of_joint(const Tree<T>& tree, const TreeNode<ConstantOf<T>>& node, const T* q, const T* u,
                          const T* udot, int lane) {
  LaneOfJoint at;
  for (int i = 0; i < node.nq; ++i) at.q[i] = number(q[i], lane);
  for (int k = 0; k < node.nu; ++k) {
    if (u) at.u[k] = number(u[node.u0 + k], lane);
    if (udot) at.udot[k] = number(udot[node.u0 + k], lane);
  }
  for (int i = 0; i < tree.model().body(node.body).np; ++i)
    at.parameters[i] = static_cast<double>(primal(tree.joint_parameters(node)[i]));
  return at;
}

}  // namespace sarrus::internal
