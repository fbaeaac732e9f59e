#include "sarrus/derivatives/motion_variation.h"

#include "sarrus/derivatives/internal/joint_variation.h"
#include "sarrus/derivatives/internal/speed_variation.h"
#include "sarrus/derivatives/internal/subtree_load.h"
#include "sarrus/scalar/scalar_types.h"

namespace sarrus {

using namespace internal;

namespace {

template <class T>
using Node = typename MotionVariation<T>::Node;

/// Carries the parent's motion to the node's origin: sets v, a and from.
template <class T>
SARRUS_ALWAYS_INLINE void carry(const Node<T>& parent, bool on_world, Node<T>& to) {
  to.from = on_world ? zero3<T>() : parent.from + to.r;
  to.v = parent.v + cross(parent.w, to.r);
  to.a = parent.a + cross(parent.alpha, to.r) + cross(parent.w, cross(parent.w, to.r));
}

/// A pin:  Ψ̇ = (ω_p×h, v×h),   Ψ̈ = (α_p×h + ω_p×(ω_p×h), a×h + 2·v×(ω_p×h)),   Φ = 2·Ψ̇.
template <class T>
SARRUS_ALWAYS_INLINE void move_pin(const Node<T>& parent, const T& rate, const T& second_rate, Node<T>& to,
                                   SpeedVariation<T>& speed) {
  const Lane3<T> h = to.R.z, turning = cross(parent.w, h);
  to.w = parent.w + rate * h;
  to.alpha = parent.alpha + rate * turning + second_rate * h;
  speed.S = {h, zero3<T>()};
  speed.psi = {turning, cross(to.v, h)};
  speed.psi2 = {cross(parent.alpha, h) + cross(parent.w, turning),
                cross(to.a, h) + T(2) * cross(to.v, turning)};
  speed.phi = {T(2) * speed.psi.w, T(2) * speed.psi.v};
}

/// A slider:  Ψ̇ = (0, ω_p×h),   Ψ̈ = (0, α_p×h + ω_p×(ω_p×h)),   Φ = 2·Ψ̇.
template <class T>
SARRUS_ALWAYS_INLINE void move_slider(const Node<T>& parent, const T& rate, const T& second_rate, Node<T>& to,
                                      SpeedVariation<T>& speed) {
  const Lane3<T> h = to.R.z, turning = cross(parent.w, h);
  to.w = parent.w, to.alpha = parent.alpha;
  to.v += rate * h;
  to.a += T(2) * rate * turning + second_rate * h;
  speed.S = {zero3<T>(), h};
  speed.psi = {zero3<T>(), turning};
  speed.psi2 = {zero3<T>(), cross(parent.alpha, h) + cross(parent.w, turning)};
  speed.phi = {zero3<T>(), T(2) * turning};
}

/// Pose and motion of a joint of general shape; `F` is R_WF. The node comes in carried to F's origin.
template <class T>
[[gnu::noinline]] void move_general(const Tree<T>& tree, const TreeNode<ConstantOf<T>>& node,
                                    const Node<T>& parent, const T* u, const T* udot,
                                    const LaneRotation<T>& F, MotionVariation<T>& out, Node<T>& to) {
  const T* q = out.joints.q.data() + node.q0;
  const JointMotion<T> joint(tree, node, q, u, udot);
  to.R = F * joint.X_FM.R.matrix();
  to.r += F * joint.X_FM.p;
  carry<T>(parent, node.parent == 0, to);
  const LaneMotion<T> V = in_world(F, joint.V), A = in_world(F, joint.A);
  to.w = parent.w + V.w;
  to.alpha = parent.alpha + cross(parent.w, V.w) + A.w;
  to.v += V.v;
  to.a += T(2) * cross(parent.w, V.v) + A.v;
  joint.write_columns(node, F, out.joints.columns);
  for (int k = node.u0; k < node.u0 + node.nu; ++k) out.speeds[k].S = out.joints.columns[k];
  if (node.is_free) {
    const LaneMotion<T> none{zero3<T>(), zero3<T>()};
    for (int k = node.u0; k < node.u0 + node.nu; ++k)
      set_variation<T>(parent, to, none, none, none, out.speeds[k]);
    return;
  }
  JointVariation<T> variation;
  calc_joint_variation(tree, node, q, u, udot, variation);
  LaneMotion<T>* change = out.column_changes.data() + out.first_change[node.body];
  for (int k = 0; k < node.nu; ++k) {
    set_variation<T>(parent, to, in_world(F, variation.V[k]), in_world(F, variation.A[k]),
                     in_world(F, variation.A_by_u[k]), out.speeds[node.u0 + k]);
    for (int j = 0; j < node.nu; ++j) *change++ = in_world(F, variation.H[k][j]);
  }
}

/// Subtracts the forces applied to the bodies of a node.
template <class T>
[[gnu::noinline]] void apply(const Tree<T>& tree, int i, In<Force<T>> F_B_W, const Node<T>& at,
                             NodeLoad<T>& load) {
  set_no_applied(load);
  for (const int b : tree.bodies_of(i)) apply_force<T>(F_B_W[b], at.R * tree.place(b).X_KB.p, load);
}

/// First sweep, outward: motions, variations and loads of the nodes.
template <class T>
void sweep_outward(const Tree<T>& tree, const T* u, const T* udot, In<Force<T>> F_B_W,
                   MotionVariation<T>& out) {
  for (int i = 1; i < tree.node_count(); ++i) {
    const auto& node = tree.node(i);
    const Node<T>& parent = out.nodes[node.parent];
    Node<T>& to = out.nodes[i];
    to.r = parent.R * node.p;
    const T rate = u ? u[node.u0] : T(0), second_rate = udot ? udot[node.u0] : T(0);
    SpeedVariation<T>& speed = out.speeds[node.u0];
    const int q0 = node.q0;
    if (node.shape == JointShape::revolute) {
      const LaneRotation<T> R_PK =
          turned(LaneRotation<T>::load(node.R), out.joints.sine[q0], out.joints.cosine[q0]);
      to.R = {parent.R * R_PK.x, parent.R * R_PK.y, parent.R * node.R.z};
      carry<T>(parent, node.parent == 0, to);
      move_pin<T>(parent, rate, second_rate, to, speed);
    } else if (node.shape == JointShape::prismatic) {
      to.R = parent.R * node.R;
      to.r += out.joints.q[q0] * to.R.z;
      carry<T>(parent, node.parent == 0, to);
      move_slider<T>(parent, rate, second_rate, to, speed);
    } else {
      move_general<T>(tree, node, parent, u, udot, parent.R * node.R, out, to);
    }
    set_load<T>(node.inertia, node.second_moments, to, out.loads[i]);
    if (!F_B_W.empty()) apply(tree, i, F_B_W, to, out.loads[i]);
  }
}

}  // namespace

template <class T>
MotionVariation<T>::MotionVariation(const Tree<T>& tree)
    : nodes(tree.node_count()),
      nu(tree.nu()),
      joints(tree),
      speeds(tree.nu()),
      loads(tree.node_count()),
      first_change(tree.body_count(), 0) {
  int changes = 0;
  for (const auto& node : tree.nodes()) {
    first_change[node.body] = changes;
    if (node.shape == JointShape::general && !node.is_free) changes += node.nu * node.nu;
  }
  column_changes.resize(changes);
}

template <class T>
void calc_motion_variation(const Tree<T>& tree, const InverseDynamicsInput<std::type_identity_t<T>>& at,
                           MotionVariation<T>& out) {
  require_sizes(tree, at.q, at.u, at.udot, "udot", at.forces);
  require_stage(tree, out);
  out.joints.set(tree, at.q);
  out.has_applied = !at.forces.empty();
  const Lane3<T> none = zero3<T>();
  out.nodes[0] = {LaneRotation<T>(Mat3<T>::identity()), none, none, none, none, none,
                  world_acceleration(tree, at.gravity)};
  sweep_outward(tree, at.u.empty() ? nullptr : at.u.data(), at.udot.empty() ? nullptr : at.udot.data(),
                at.forces, out);
}

#define SARRUS_INSTANTIATE(T)         \
  template struct MotionVariation<T>; \
  template void calc_motion_variation<T>(const Tree<T>&, const InverseDynamicsInput<T>&, MotionVariation<T>&);
SARRUS_FOR_EACH_SCALAR(SARRUS_INSTANTIATE)
#undef SARRUS_INSTANTIATE

}  // namespace sarrus
