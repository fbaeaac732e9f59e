#include "sarrus/derivatives/dynamics_products.h"

#include "sarrus/derivatives/internal/subtree_load.h"
#include "sarrus/scalar/scalar_types.h"

namespace sarrus {

using namespace internal;

namespace {

template <class T>
T entry(In<T> x, int k) {
  return x.empty() ? T(0) : x[k];
}

template <class T>
void require_direction(const Tree<T>& tree, In<T> x, const char* name) {
  if (!x.empty()) require_size(x, tree.nu(), name, "the model has nu");
}

}  // namespace

template <class T>
DynamicsProducts<T>::DynamicsProducts(const Tree<T>& tree)
    : motion(tree),
      paths(3 * tree.node_count(), zero_motion<T>()),
      sums(3 * tree.node_count(), zero_force<T>()) {}

/// With X = Σ S·δ, Y = Σ (Ψ̇·δ + S·δu) and Z = Σ (Ψ̈·δ + Φ·δu + S·δu̇) over the speeds on the path to a node,
/// its wrench f changes by X×*f + I·Z + 2B·Y; and column j of a joint by X_p×S_j + Σ_k ∂_k H_j·δ_k.
template <class T>
void calc_inverse_dynamics_change(const Tree<T>& tree,
                                  const MotionDirection<std::type_identity_t<T>>& direction,
                                  DynamicsProducts<T>& workspace, Out<std::type_identity_t<T>> tau_change) {
  const MotionVariation<T>& motion = workspace.motion;
  require_stage(tree, motion);
  require_direction<T>(tree, direction.dq, "dq"), require_direction<T>(tree, direction.u, "u");
  require_direction<T>(tree, direction.udot, "udot");
  require_size(tau_change, tree.nu(), "tau_change", "the model has nu");
  for (int i = 1; i < tree.node_count(); ++i) {
    const auto& node = tree.node(i);
    const Lane3<T>& r = motion.nodes[i].r;
    const LaneMotion<T>* parent = workspace.paths.data() + 3 * node.parent;
    LaneMotion<T>* own = workspace.paths.data() + 3 * i;
    for (int c = 0; c < 3; ++c) own[c] = node.parent == 0 ? zero_motion<T>() : shifted<T>(parent[c], r);
    for (int k = node.u0; k < node.u0 + node.nu; ++k) {
      const SpeedVariation<T>& speed = motion.speeds[k];
      const T dq = entry<T>(direction.dq, k), du = entry<T>(direction.u, k),
              dudot = entry<T>(direction.udot, k);
      add_multiple(dq, speed.S, own[0]);
      add_multiple(dq, speed.psi, own[1]), add_multiple(du, speed.S, own[1]);
      add_multiple(dq, speed.psi2, own[2]), add_multiple(du, speed.phi, own[2]);
      add_multiple(dudot, speed.S, own[2]);
    }
    const NodeLoad<T>& load = motion.loads[i];
    LaneForce<T>* sums = workspace.sums.data() + 3 * i;
    sums[0] = momentum<T>(load.inertia, own[2]);
    sums[0] += twice_B<T>(load, trace_of<T>(load.G), own[1].w);
    sums[0] += cross_force<T>(own[0], load.wrench);
    if (motion.has_applied) sums[0] += applied_change<T>(load, own[0].w);
    sums[1] = load.wrench;
  }
  for (int i = tree.node_count() - 1; i > 0; --i) {
    const auto& node = tree.node(i);
    const LaneForce<T>*sums = workspace.sums.data() + 3 * i, &change = sums[0], &wrench = sums[1];
    const LaneMotion<T> carried =
        node.parent == 0 ? zero_motion<T>() : shifted<T>(workspace.paths[3 * node.parent], motion.nodes[i].r);
    for (int j = 0; j < node.nu; ++j) {
      const LaneMotion<T>& S = motion.speeds[node.u0 + j].S;
      LaneMotion<T> column = cross_motion<T>(carried, S);
      for (int k = 0; node.shape == JointShape::general && k < node.nu; ++k)
        add_multiple(entry<T>(direction.dq, node.u0 + k), motion.column_change(node, k, j), column);
      tau_change[node.u0 + j] = product<T>(S, change) + product<T>(column, wrench);
    }
    if (node.parent == 0) continue;
    LaneForce<T>* to = workspace.sums.data() + 3 * node.parent;
    for (int c = 0; c < 2; ++c) to[c] += at_parent<T>(sums[c], motion.nodes[i].r);
  }
}

/// With Λ = Σ S·λ over the speeds on the path to a node, λ·τ = Σ Λ·f over the nodes. Direction k changes Λ
/// beyond its joint, seen from there, by C = −S_k×Λ_p + Σ_j λ_j·(∂_k H_j − S_k×S_j), and with the sums F of
/// f, P of I·Λ and Q of (2B)ᵀ·Λ over the nodes beyond
///   by δ_k:  C·F + Ψ̈_k·P + Ψ̇_k·Q       by u_k:  Φ_k·P + S_k·Q       by u̇_k:  S_k·P
template <class T>
void calc_inverse_dynamics_gradient(const Tree<T>& tree, In<std::type_identity_t<T>> lambda,
                                    DynamicsProducts<T>& workspace,
                                    const MotionGradient<std::type_identity_t<T>>& out) {
  const MotionVariation<T>& motion = workspace.motion;
  require_stage(tree, motion);
  require_size(lambda, tree.nu(), "lambda", "the model has nu");
  require_direction<T>(tree, out.by_dq, "by_dq"), require_direction<T>(tree, out.by_u, "by_u");
  require_direction<T>(tree, out.by_udot, "by_udot");
  for (int i = 1; i < tree.node_count(); ++i) {
    const auto& node = tree.node(i);
    LaneMotion<T>& own = workspace.paths[3 * i];
    own =
        node.parent == 0 ? zero_motion<T>() : shifted<T>(workspace.paths[3 * node.parent], motion.nodes[i].r);
    for (int k = node.u0; k < node.u0 + node.nu; ++k) add_multiple(lambda[k], motion.speeds[k].S, own);
    const NodeLoad<T>& load = motion.loads[i];
    LaneForce<T>* sums = workspace.sums.data() + 3 * i;
    sums[0] = load.wrench;
    sums[1] = momentum<T>(load.inertia, own);
    sums[2] = {twice_B_transpose<T>(load, own), zero3<T>()};  // two torques, which no shift changes
    if (motion.has_applied) sums[2].f = applied_change_transpose<T>(load, own);
  }
  for (int i = tree.node_count() - 1; i > 0; --i) {
    const auto& node = tree.node(i);
    const LaneForce<T>* sums = workspace.sums.data() + 3 * i;
    const Lane3<T>&by_psi = sums[2].t, &by_turn = sums[2].f;
    const LaneMotion<T> carried =
        node.parent == 0 ? zero_motion<T>() : shifted<T>(workspace.paths[3 * node.parent], motion.nodes[i].r);
    for (int k = node.u0; k < node.u0 + node.nu; ++k) {
      const SpeedVariation<T>& speed = motion.speeds[k];
      if (!out.by_udot.empty()) out.by_udot[k] = product<T>(speed.S, sums[1]);
      if (!out.by_u.empty()) out.by_u[k] = product<T>(speed.phi, sums[1]) + dot(speed.S.w, by_psi);
      if (out.by_dq.empty()) continue;
      LaneMotion<T> change = cross_motion<T>(carried, speed.S);  // −S×Λ_p
      for (int j = 0; node.shape == JointShape::general && j < node.nu; ++j) {
        const T& weight = lambda[node.u0 + j];
        add_multiple(weight, motion.column_change(node, k - node.u0, j), change);
        add_multiple(-weight, cross_motion<T>(speed.S, motion.speeds[node.u0 + j].S), change);
      }
      out.by_dq[k] = product<T>(change, sums[0]) + product<T>(speed.psi2, sums[1]) +
                     dot(speed.psi.w, by_psi) + dot(speed.S.w, by_turn);
    }
    if (node.parent == 0) continue;
    LaneForce<T>* to = workspace.sums.data() + 3 * node.parent;
    for (int c = 0; c < 2; ++c) to[c] += at_parent<T>(sums[c], motion.nodes[i].r);
    to[2] += sums[2];
  }
}

#define SARRUS_INSTANTIATE(T)                                                                  \
  template struct DynamicsProducts<T>;                                                         \
  template void calc_inverse_dynamics_change<T>(const Tree<T>&, const MotionDirection<T>&,     \
                                                DynamicsProducts<T>&, Out<T>);                 \
  template void calc_inverse_dynamics_gradient<T>(const Tree<T>&, In<T>, DynamicsProducts<T>&, \
                                                  const MotionGradient<T>&);
SARRUS_FOR_EACH_SCALAR(SARRUS_INSTANTIATE)
#undef SARRUS_INSTANTIATE

}  // namespace sarrus
