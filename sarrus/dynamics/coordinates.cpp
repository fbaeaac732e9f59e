#include "sarrus/dynamics/coordinates.h"

#include <algorithm>

#include "sarrus/scalar/scalar_types.h"

namespace sarrus {

template <class T>
void calc_qdot(const Tree<T>& tree, In<T> q, In<T> u, Out<T> qdot) {
  require_size(q, tree.nq(), "q", "the model has nq");
  require_size(u, tree.nu(), "u", "the model has nu");
  require_size(qdot, tree.nq(), "qdot", "the model has nq");
  for (const auto& node : tree.nodes()) {
    if (node.shape == JointShape::general)
      tree.joint(node).qdot(q.data() + node.q0, u.data() + node.u0, qdot.data() + node.q0);
    else if (node.nu == 1)
      qdot[node.q0] = u[node.u0];
  }
}

template <class T>
void calc_speeds(const Tree<T>& tree, In<T> q, In<T> qdot, Out<T> u) {
  require_size(q, tree.nq(), "q", "the model has nq");
  require_size(qdot, tree.nq(), "qdot", "the model has nq");
  require_size(u, tree.nu(), "u", "the model has nu");
  for (const auto& node : tree.nodes()) {
    if (node.shape == JointShape::general)
      tree.joint(node).speeds(q.data() + node.q0, qdot.data() + node.q0, u.data() + node.u0);
    else if (node.nu == 1)
      u[node.u0] = qdot[node.q0];
  }
}

template <class T>
void calc_qddot(const Tree<T>& tree, In<T> q, In<T> u, In<T> udot, Out<T> qddot) {
  calc_qdot(tree, q, udot, qddot);
  require_size(u, tree.nu(), "u", "the model has nu");
  for (const auto& node : tree.nodes()) {
    if (node.shape != JointShape::general) continue;
    T bias[max_joint_coordinates];
    tree.joint(node).qdot_bias(q.data() + node.q0, u.data() + node.u0, bias);
    for (int k = 0; k < node.nq; ++k) qddot[node.q0 + k] += bias[k];
  }
}

template <class T>
void calc_speed_forces(const Tree<T>& tree, In<T> q, In<T> fq, Out<T> fu) {
  require_size(q, tree.nq(), "q", "the model has nq");
  require_size(fq, tree.nq(), "fq", "the model has nq");
  require_size(fu, tree.nu(), "fu", "the model has nu");
  for (const auto& node : tree.nodes()) {
    if (node.shape != JointShape::general) {
      if (node.nu == 1) fu[node.u0] = fq[node.q0];
      continue;
    }
    T unit[max_joint_speeds], rates[max_joint_coordinates];
    std::fill(unit, unit + node.nu, T(0));
    for (int k = 0; k < node.nu; ++k) {  // column k of N
      unit[k] = T(1);
      tree.joint(node).qdot(q.data() + node.q0, unit, rates);
      unit[k] = T(0);
      T sum = T(0);
      for (int i = 0; i < node.nq; ++i) sum += rates[i] * fq[node.q0 + i];
      fu[node.u0 + k] = sum;
    }
  }
}

template <class T>
void calc_coordinate_forces(const Tree<T>& tree, In<T> q, In<T> fu, Out<T> fq) {
  require_size(q, tree.nq(), "q", "the model has nq");
  require_size(fu, tree.nu(), "fu", "the model has nu");
  require_size(fq, tree.nq(), "fq", "the model has nq");
  for (const auto& node : tree.nodes()) {
    if (node.shape != JointShape::general) {
      if (node.nu == 1) fq[node.q0] = fu[node.u0];
      continue;
    }
    T unit[max_joint_coordinates], speeds[max_joint_speeds];
    std::fill(unit, unit + node.nq, T(0));
    for (int i = 0; i < node.nq; ++i) {  // column i of N⁻¹
      unit[i] = T(1);
      tree.joint(node).speeds(q.data() + node.q0, unit, speeds);
      unit[i] = T(0);
      T sum = T(0);
      for (int k = 0; k < node.nu; ++k) sum += speeds[k] * fu[node.u0 + k];
      fq[node.q0 + i] = sum;
    }
  }
}

#define SARRUS_INSTANTIATE(T)                                               \
  template void calc_qdot<T>(const Tree<T>&, In<T>, In<T>, Out<T>);         \
  template void calc_speeds<T>(const Tree<T>&, In<T>, In<T>, Out<T>);       \
  template void calc_qddot<T>(const Tree<T>&, In<T>, In<T>, In<T>, Out<T>); \
  template void calc_speed_forces<T>(const Tree<T>&, In<T>, In<T>, Out<T>); \
  template void calc_coordinate_forces<T>(const Tree<T>&, In<T>, In<T>, Out<T>);
SARRUS_FOR_EACH_SCALAR(SARRUS_INSTANTIATE)
#undef SARRUS_INSTANTIATE

}  // namespace sarrus
