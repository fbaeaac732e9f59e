#include "sarrus/dynamics/inverse_dynamics.h"

#include <algorithm>

#include "sarrus/dynamics/node_quantities.h"
#include "sarrus/scalar/scalars.h"
#include "sarrus/scalar/sincos_array.h"

namespace sarrus {

namespace {

/// What a joint of general shape adds to its parent's motion.
template <class T>
void move_general(const Tree<T>& tree, const TreeNode<ConstantOf<T>>& node, const NewtonEulerNode<T>& parent,
                  const T* q, const T* u, const T* udot, const LaneRotation<T>& R_WF, InverseDynamics<T>& out,
                  NewtonEulerNode<T>& to) {
  Pose<T> X_FM;
  Motion<T> H[max_joint_speeds];
  tree.joint(node).pose_and_columns(q, tree.joint_parameters(node), X_FM, H);
  to.R = R_WF * X_FM.R.matrix();
  to.r += R_WF * X_FM.p;
  LaneMotion<T>* columns = out.columns.data() + node.u0;
  LaneMotion<T> V{zero3<T>(), zero3<T>()}, A{zero3<T>(), zero3<T>()};
  for (int k = 0; k < node.nu; ++k) columns[k] = {R_WF * H[k].w, R_WF * H[k].v};
  if (u) {
    for (int k = 0; k < node.nu; ++k) V.w += u[k] * columns[k].w, V.v += u[k] * columns[k].v;
    const Motion<T> bias = tree.joint(node).bias(q, u, tree.joint_parameters(node));
    A = {R_WF * bias.w, R_WF * bias.v};
  }
  for (int k = 0; udot && k < node.nu; ++k) A.w += udot[k] * columns[k].w, A.v += udot[k] * columns[k].v;
  to.w = parent.w + V.w;
  to.alpha = parent.alpha + cross(parent.w, V.w) + A.w;
  to.a = parent.a + cross(parent.alpha, to.r) + cross(parent.w, cross(parent.w, to.r) + V.v + V.v) + A.v;
}

/// I·v of a node's rotational inertia, in the node's axes.
template <class T>
Lane3<T> rotational_inertia_times(const TreeNode<ConstantOf<T>>& node, const Lane3<T>& v) {
  if constexpr (std::is_same_v<T, double>)
    return node.I * v;
  else
    return node.inertia.I * v;
}

/// Newton's and Euler's equations of a node:
///   f = m·a + α×mc + ω×(ω×mc),   n = I·α + ω×I·ω + mc×a
/// The rotational inertia stays in the node's own axes: the angular quantities are turned there and back.
template <class T>
void load(const TreeNode<ConstantOf<T>>& constants, NewtonEulerNode<T>& node) {
  const LaneRotation<T> R_KW = transpose(node.R);
  const Lane3<T> mc = node.R * constants.inertia.h, w = R_KW * node.w, alpha = R_KW * node.alpha;
  const Lane3<T> n =
      rotational_inertia_times<T>(constants, alpha) + cross(w, rotational_inertia_times<T>(constants, w));
  node.force = constants.inertia.m * node.a + cross(node.alpha, mc) + cross(node.w, cross(node.w, mc));
  node.moment = node.R * n + cross(mc, node.a);
}

/// Motion of a node from that of its parent.
template <class T>
void move(const Tree<T>& tree, const TreeNode<ConstantOf<T>>& constants, In<T> u, In<T> udot,
          const NewtonEulerNode<T>& parent, InverseDynamics<T>& out, NewtonEulerNode<T>& node) {
  const T none = T(0);
  const LaneRotation<T> R_WF = parent.R * constants.R;
  node.r = parent.R * constants.p;
  if (constants.shape == JointShape::general) {
    move_general(tree, constants, parent, out.q.data() + constants.q0,
                 u.empty() ? nullptr : u.data() + constants.u0,
                 udot.empty() ? nullptr : udot.data() + constants.u0, R_WF, out, node);
  } else {
    const T& rate = u.empty() ? none : u[constants.u0];
    const T& second_rate = udot.empty() ? none : udot[constants.u0];
    if (constants.shape == JointShape::revolute) {
      const T &s = out.sine[static_cast<std::size_t>(constants.q0)],
              &c = out.cosine[static_cast<std::size_t>(constants.q0)];
      node.R = {c * R_WF.x + s * R_WF.y, c * R_WF.y - s * R_WF.x, R_WF.z};
      const Lane3<T> turning = rate * R_WF.z;
      node.w = parent.w + turning;
      node.alpha = parent.alpha + cross(parent.w, turning) + second_rate * R_WF.z;
      node.a = parent.a + cross(parent.alpha, node.r) + cross(parent.w, cross(parent.w, node.r));
    } else {
      node.R = R_WF;
      node.r += out.q[static_cast<std::size_t>(constants.q0)] * R_WF.z;
      node.w = parent.w;
      node.alpha = parent.alpha;
      node.a = parent.a + cross(parent.alpha, node.r) +
               cross(parent.w, cross(parent.w, node.r) + (rate + rate) * R_WF.z) + second_rate * R_WF.z;
    }
  }
}

/// Subtracts the applied forces of the bodies from the loads of their nodes.
template <class T>
void apply(const Tree<T>& tree, In<Force<T>> F_B_W, std::vector<NewtonEulerNode<T>>& nodes) {
  for (int b = 1; b < tree.body_count(); ++b) {
    const auto& place = tree.place(b);
    NewtonEulerNode<T>& node = nodes[static_cast<std::size_t>(place.node)];
    const Lane3<T> f(F_B_W[b].f), p = node.R * place.X_KB.p;
    node.force = node.force - f;
    node.moment = node.moment - Lane3<T>(F_B_W[b].t) - cross(p, f);
  }
}

}  // namespace

template <class T>
InverseDynamics<T>::InverseDynamics(const Tree<T>& tree)
    : nodes(static_cast<std::size_t>(tree.node_count())),
      nu(tree.nu()),
      columns(static_cast<std::size_t>(tree.nu())),
      q(padded_size<T>(tree.nq()), T(0)),
      sine(q),
      cosine(q) {
  const Lane3<T> zero = zero3<T>();
  nodes[0] = {LaneRotation<T>(Mat3<T>::identity()), zero, zero, zero, zero, zero, zero};
}

template <class T>
void calc_loads(const Tree<T>& tree, In<T> q, In<T> u, In<T> udot, In<Force<T>> F_B_W,
                InverseDynamics<T>& out, const InverseDynamicsOptions& options) {
  require_size(q, tree.nq(), "q", "the model has nq");
  if (!u.empty()) require_size(u, tree.nu(), "u", "the model has nu");
  if (!udot.empty()) require_size(udot, tree.nu(), "udot", "the model has nu");
  if (!F_B_W.empty()) require_size(F_B_W, tree.body_count(), "F_B_W", "the number of bodies with the world");
  require_stage(tree, out);
  std::copy(q.begin(), q.end(), out.q.begin());
  sincos_array(tree.nq(), out.q.data(), out.sine.data(), out.cosine.data());
  NewtonEulerNode<T>* nodes = out.nodes.data();
  nodes[0].a = options.gravity ? Lane3<T>(-tree.parameters().gravity.template cast<T>()) : zero3<T>();
  nodes[0].force = nodes[0].moment = zero3<T>();
  for (int i = 1; i < tree.node_count(); ++i) {
    const auto& constants = tree.node(i);
    move(tree, constants, u, udot, nodes[constants.parent], out, nodes[i]);
    load(constants, nodes[i]);
  }
  if (!F_B_W.empty()) apply(tree, F_B_W, out.nodes);
}

template <class T>
void calc_inverse_dynamics(const Tree<T>& tree, In<T> q, In<T> u, In<T> udot, In<Force<T>> F_B_W,
                           InverseDynamics<T>& out, Out<T> tau, const InverseDynamicsOptions& options) {
  require_size(tau, tree.nu(), "tau", "the model has nu");
  calc_loads(tree, q, u, udot, F_B_W, out, options);
  // Inward: project on the joint, pass the rest to the parent.
  NewtonEulerNode<T>* nodes = out.nodes.data();
  for (int i = tree.node_count() - 1; i > 0; --i) {
    const auto& constants = tree.node(i);
    const NewtonEulerNode<T>& node = nodes[i];
    NewtonEulerNode<T>& parent = nodes[constants.parent];
    if (constants.shape == JointShape::revolute) {
      tau[constants.u0] = dot(node.R.z, node.moment);
    } else if (constants.shape == JointShape::prismatic) {
      tau[constants.u0] = dot(node.R.z, node.force);
    } else {
      for (int k = constants.u0; k < constants.u0 + constants.nu; ++k) {
        const LaneMotion<T>& H = out.columns[static_cast<std::size_t>(k)];
        tau[k] = dot(H.w, node.moment) + dot(H.v, node.force);
      }
    }
    parent.force += node.force;
    parent.moment += node.moment + cross(node.r, node.force);
  }
}

template <class T>
Force<T> joint_reaction(const Tree<T>& tree, const InverseDynamics<T>& workspace, int body) {
  const auto& place = tree.place(body);
  const NewtonEulerNode<T>& node = workspace.nodes[static_cast<std::size_t>(place.node)];
  return shift(Force<T>{Vec3<T>(node.moment), Vec3<T>(node.force)}, Vec3<T>(node.R * place.X_KB.p));
}

#define SARRUS_INSTANTIATE(T)                                                                         \
  template struct InverseDynamics<T>;                                                                 \
  template void calc_loads<T>(const Tree<T>&, In<T>, In<T>, In<T>, In<Force<T>>, InverseDynamics<T>&, \
                              const InverseDynamicsOptions&);                                         \
  template void calc_inverse_dynamics<T>(const Tree<T>&, In<T>, In<T>, In<T>, In<Force<T>>,           \
                                         InverseDynamics<T>&, Out<T>, const InverseDynamicsOptions&); \
  template Force<T> joint_reaction<T>(const Tree<T>&, const InverseDynamics<T>&, int);
SARRUS_FOR_EACH_SCALAR(SARRUS_INSTANTIATE)
#undef SARRUS_INSTANTIATE

}  // namespace sarrus
