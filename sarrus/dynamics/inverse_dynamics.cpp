#include "sarrus/dynamics/inverse_dynamics.h"

#include "sarrus/base/array.h"
#include "sarrus/dynamics/internal/body_wrenches.h"
#include "sarrus/dynamics/internal/lane_inverse_dynamics.h"
#include "sarrus/scalar/scalar_types.h"

namespace sarrus {

using namespace internal;

namespace {

/// R_WK of a node's own axes from that of its parent.
template <class T>
Rotation<T> orientation(const Tree<T>& tree, const InverseDynamics<T>& workspace, int i,
                        const Rotation<T>& R_WP) {
  const auto& node = tree.node(i);
  const int q0 = node.q0;
  const Rotation<T> R_WF = R_WP * Rotation<T>(tree.body_node(i).R.template cast<T>());
  if (node.shape == JointShape::prismatic) return R_WF;
  if (node.shape == JointShape::general) return R_WF * workspace.X_FM[i].R;
  const LaneRotation<T> turned_axes =
      turned(LaneRotation<T>(R_WF.matrix()), workspace.joints.sine[q0], workspace.joints.cosine[q0]);
  return Rotation<T>(turned_axes.matrix());
}

/// Position of a body's origin in the axes of its node.
template <class T>
Vec3<ConstantOf<T>> body_origin(const Tree<T>& tree, int body) {
  const auto& place = tree.place(body);
  const auto& gamma = tree.body_node(place.node).gamma;
  return unturned(place.X_KB.p, gamma.sine, gamma.cosine);
}

/// Computes the orientations of all nodes in the world, and subtracts the forces applied to their bodies from
/// their loads.
template <class T>
[[gnu::noinline]] void apply(const Tree<T>& tree, In<Force<T>> F_B_W, InverseDynamics<T>& out) {
  for (int i = 1; i < tree.node_count(); ++i) {
    out.R_WK[i] = orientation(tree, out, i, out.R_WK[tree.node(i).parent]);
    for (const int b : tree.bodies_of(i)) {
      const Vec3<T> f = out.R_WK[i].inverse_times(F_B_W[b].f);
      out.nodes[i] += -Force<T>{out.R_WK[i].inverse_times(F_B_W[b].t), f};
      out.nodes[i].t = out.nodes[i].t - cross(body_origin(tree, b).template cast<T>(), f);
    }
  }
}

template <class T>
void sweep_outward(const Tree<T>& tree, In<T> u, In<T> udot, In<Force<T>> F_B_W,
                   const InverseDynamicsOptions& options, InverseDynamics<T>& out) {
  calc_wrenches<T>(tree, u, udot, options.gravity, out);
  if (!F_B_W.empty()) apply(tree, F_B_W, out);
}

/// Computes the forces of a joint of general shape; returns the wrench that passes through it, in its frame
/// F.
template <class T>
[[gnu::noinline]] Force<T> project_general(const TreeNode<ConstantOf<T>>& node, const Pose<T>& X_FM,
                                           const Force<T>& wrench, const Array<LaneMotion<T>>& columns,
                                           T* tau) {
  const Force<T> F{X_FM.R * wrench.t, X_FM.R * wrench.f};
  if (node.is_free)
    for (int k = 0; k < 3; ++k) tau[node.u0 + k] = F.t[k], tau[node.u0 + k + 3] = F.f[k];
  else
    for (int k = node.u0; k < node.u0 + node.nu; ++k) tau[k] = dot(motion_of(columns[k]), F);
  return {F.t + cross(X_FM.p, F.f), F.f};
}

template <class T>
void sweep_inward(const Tree<T>& tree, InverseDynamics<T>& out, T* tau) {
  // The wrench on a parent that comes next stays in registers: through memory it would arrive late. Packs
  // always add it, zero if it belongs to another node: a branch would cost more.
  Force<T> handed = Force<T>::zero();
  bool is_handed = false;  // true if it belongs to the current node
  for (int i = tree.node_count() - 1; i > 0; --i) {
    const auto& node = tree.node(i);
    const std::size_t index = i, q0 = node.q0;
    Force<T>& kept = out.nodes[index];
    Vec3<T> t = kept.t, f = kept.f;  // in K, then in F, then in the parent
    if (ScalarTraits<T>::lanes > 1 || is_handed) {
      t = t + handed.t, f = f + handed.f;
      kept.t = t, kept.f = f;
    }
    is_handed = node.parent > 0 && node.parent == i - 1;
    if (node.shape == JointShape::revolute) {
      const T &s = out.joints.sine[q0], &c = out.joints.cosine[q0];
      tau[node.u0] = t.z;
      t = turned(t, s, c), f = turned(f, s, c);
    } else if (node.shape == JointShape::prismatic) {
      const T& q = out.joints.q[q0];
      tau[node.u0] = f.z;
      t = {t.x - q * f.y, t.y + q * f.x, t.z};
    } else {
      const Force<T> F_F = project_general(node, out.X_FM[index], kept, out.joints.columns, tau);
      t = F_F.t, f = F_F.f;
    }
    if (node.parent > 0) {
      const auto& body = tree.body_node(i);
      f = out_of_joint(body, f);
      handed = {out_of_joint(body, t) + cross(body.p, f), f};
      if (is_handed) continue;
      out.nodes[node.parent] += handed;
    }
    handed = Force<T>::zero();
  }
}

/// R_WK of a node, computed from all joints on its path.
template <class T>
Rotation<T> orientation(const Tree<T>& tree, const InverseDynamics<T>& workspace, int i) {
  return i == 0 ? Rotation<T>()
                : orientation(tree, workspace, i, orientation(tree, workspace, tree.node(i).parent));
}

}  // namespace

template <class T>
void calc_inverse_dynamics(const Tree<T>& tree, In<T> q, In<T> u, In<T> udot, In<Force<T>> F_B_W,
                           InverseDynamics<T>& out, Out<T> tau, const InverseDynamicsOptions& options) {
  require_sizes(tree, q, u, udot, "udot", F_B_W);
  require_size(tau, tree.nu(), "tau", "the model has nu");
  require_stage(tree, out);
  set_own_angles(tree, q, out.joints);
  sweep_outward(tree, u, udot, F_B_W, options, out);
  sweep_inward(tree, out, tau.data());
}

template <class T>
Force<T> joint_reaction(const Tree<T>& tree, const InverseDynamics<T>& workspace, int body) {
  const Body& of = tree.model().body(body);
  const auto& place = tree.place(body);
  require(tree.node(place.node).body == body && body > 0,
          "the joint '{}' of body '{}' is a weld, which is no joint of its own to the recursion; take "
          "calc_joint_reaction(), or reaction() of a State",
          of.joint_name, of.name);
  const std::size_t index = place.node;
  if constexpr (std::is_same_v<T, double>) {
    const NewtonEulerNode& node = workspace.nodes[index];
    return shift(Force<T>{Vec3<T>(node.wrench.t), Vec3<T>(node.wrench.f)},
                 Vec3<T>(node.motion.R * place.X_KB.p));
  } else {
    const Rotation<T> R = orientation(tree, workspace, place.node);
    return R * shift(workspace.nodes[index], body_origin(tree, body).template cast<T>());
  }
}

#define SARRUS_INSTANTIATE(T)                                                                         \
  template void calc_inverse_dynamics<T>(const Tree<T>&, In<T>, In<T>, In<T>, In<Force<T>>,           \
                                         InverseDynamics<T>&, Out<T>, const InverseDynamicsOptions&); \
  template Force<T> joint_reaction<T>(const Tree<T>&, const InverseDynamics<T>&, int);
SARRUS_FOR_EACH_SCALAR(SARRUS_INSTANTIATE)
#undef SARRUS_INSTANTIATE

}  // namespace sarrus
