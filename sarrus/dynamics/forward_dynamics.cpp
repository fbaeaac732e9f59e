#include "sarrus/dynamics/forward_dynamics.h"

#include <algorithm>

#include "sarrus/base/internal/prefetch.h"
#include "sarrus/dynamics/internal/bias_sweep.h"
#include "sarrus/dynamics/internal/body_articulated_steps.h"
#include "sarrus/dynamics/internal/free_joint_cut.h"
#include "sarrus/dynamics/internal/prescribed_forces.h"
#include "sarrus/scalar/scalar_types.h"
#include "sarrus/sparse/symmetric_solve.h"

namespace sarrus {

using namespace internal;

namespace {

/// Inputs without ports and locks.
struct CoupledInput : SweepInput<double> {
  static constexpr bool has_ports() { return false; }
  static constexpr bool has_locks() { return false; }
  bool is_coupled(int speed) const { return couplings->speeds().contains(speed); }
};

/// Orientation of a node from that of its parent; returns r, from the parent's origin to the node's.
template <class T>
Lane3<T> place(const Tree<T>& tree, const TreeNode<ConstantOf<T>>& node, const LaneRotation<T>& parent,
               JointMotions<T>& joints, LaneRotation<T>& R) {
  const LaneRotation<T> R_WF = parent * node.R;
  const Lane3<T> r = parent * node.p;
  const int q0 = node.q0;
  if (node.shape == JointShape::revolute) {
    R = turned(R_WF, joints.sine[q0], joints.cosine[q0]);
    return r;
  }
  if (node.shape == JointShape::prismatic) {
    R = R_WF;
    return r + joints.q[q0] * R_WF.z;
  }
  const JointMotion<T> joint(tree, node, joints.q.data() + q0, nullptr, nullptr);
  joint.write_columns(node, R_WF, joints.columns);
  R = R_WF * joint.X_FM.R.matrix();
  return r + R_WF * joint.X_FM.p;
}

/// The inward step of a pin or slider: propagates a node's load (A, bias) across its joint, about the
/// parent's origin. The shift does not wait for D.
///   A' − U'·U'ᵀ/D,   bias' + U'·(τ − h·bias)/D
/// The result is written to `handed`, and delivered unless it stays there for the parent.
template <bool turns, class T, class Given, class Inertia>
SARRUS_ALWAYS_INLINE void reduce(const Given& given, const ArticulatedLink& link,
                                 const ArticulatedNode<T>& node, const Inertia& A, const LaneForce<T>& bias,
                                 ForwardDynamics<T>& out, ArticulatedLoad<T>& handed) {
  const int u0 = link.u0;
  ArticulatedSpeed<T>& speed = out.speeds[u0];
  const LaneForce<T> U = turns ? times_turning(A, node.axis) : times_sliding(A, node.axis);
  if (given.is_coupled(u0)) [[unlikely]] {
    speed = {U, dot(node.axis, turns ? bias.t : bias.f)};
    if (link.parent == 0) return;
    handed = at_parent<T>(link, A, bias, node.r, out);
    if (!link.stays) deliver(link, handed, out);
    return;
  }
  T D = dot(node.axis, turns ? U.t : U.f);
  if (given.has_ports()) D += given.port_inertia[u0];
  T inverse = T(1) / D;
  if (given.has_locks()) inverse = inverse * (T(1) - given.locked[u0]);
  const T residual = given.force(u0) - dot(node.axis, turns ? bias.t : bias.f);
  speed.value = residual * inverse;
  out.factors[factor_stride * u0] = inverse;
  if (link.parent == 0) return;
  handed = at_parent<T>(link, A, bias, node.r, out);
  const LaneForce<T> U_P = at_parent<T>(U, node.r), W = inverse * U_P;
  subtract_outer(handed.A, W, U_P);
  handed.bias += residual * W;
  speed.W = W;
  if (!in_registers<T> || !link.stays) deliver(link, handed, out);
}

/// The inward step of any pin or slider: the inertia of a leaf is rigid, which saves about half of the shift.
/// The load is in `handed` if the link before has left it there.
template <bool turns, class T, class Given>
SARRUS_ALWAYS_INLINE void reduce(const Given& given, const ArticulatedLink& link,
                                 const ArticulatedNode<T>& node, const ArticulatedLoad<T>& load,
                                 bool is_handed, ForwardDynamics<T>& out, ArticulatedLoad<T>& handed) {
  if (link.is_leaf) {
    reduce<turns>(given, link, node, node.inertia, node.bias, out, handed);
  } else if constexpr (in_registers<T>) {
    if (!is_handed) handed = load;
    const ArticulatedLoad<T> own = handed;
    reduce<turns>(given, link, node, own.A, own.bias, out, handed);
  } else {
    reduce<turns>(given, link, node, load.A, load.bias, out, handed);
  }
}

/// The inward step for the k free speeds, given by number, of a joint of general shape. Rows and columns of
/// locked speeds become those of the identity matrix.
template <int k, class T, class Given>
void reduce_free(const Given& given, const ArticulatedLink& link, const int* free,
                 const ArticulatedNode<T>& node, const ArticulatedLoad<T>& load, ForwardDynamics<T>& out,
                 ArticulatedLoad<T>& handed) {
  constexpr Constant<k> count;
  LaneForce<T> U[k];
  T D[k][k], residual[k], value[k];
  for (int a = 0; a < k; ++a) {
    const LaneMotion<T>& H = out.joints.columns[free[a]];
    U[a] = times(load.A, H);
    residual[a] = given.force(free[a]) - dot(H.w, load.bias.t, H.v, load.bias.f);
    for (int b = 0; b <= a; ++b) {
      const LaneMotion<T>& other = out.joints.columns[free[b]];
      D[a][b] = dot(other.w, U[a].t, other.v, U[a].f);
    }
    if (given.has_ports()) D[a][a] += given.port_inertia[free[a]];
  }
  for (int a = 0; a < k && given.has_locks(); ++a) {
    const T freedom = T(1) - given.locked[free[a]];
    for (int b = 0; b < a; ++b) D[a][b] = D[a][b] * freedom * (T(1) - given.locked[free[b]]);
    D[a][a] = D[a][a] * freedom + given.locked[free[a]];
    residual[a] = residual[a] * freedom;
    U[a] = freedom * U[a];
  }
  for (int a = 0; a < k; ++a) value[a] = residual[a];
  factor_LTDL(count, k, D[0]);
  solve_LTDL(count, k, D[0], value);
  T* factors = out.factors.data() + factor_stride * link.u0;
  for (int a = 0; a < k; ++a) {
    out.speeds[free[a]].value = value[a];
    for (int b = 0; b <= a; ++b) factors[factor_stride * a + b] = D[a][b];
  }
  if (link.parent == 0) return;
  LaneForce<T> W[k];
  for (int a = 0; a < k; ++a) W[a] = U[a] = at_parent<T>(U[a], node.r);
  solve_LTDL(count, k, D[0], W);
  for (int a = 0; a < k; ++a) {
    subtract_outer(handed.A, W[a], U[a]);
    handed.bias += residual[a] * W[a];
    out.speeds[free[a]].W = W[a];
  }
}

/// The inward step of a joint of general shape.
template <class T, class Given>
[[gnu::noinline]] void reduce_general(const Given& given, const ArticulatedLink& link,
                                      const ArticulatedNode<T>& node, const ArticulatedLoad<T>& load,
                                      ForwardDynamics<T>& out) {
  ArticulatedLoad<T> handed;
  if (link.parent > 0) handed = at_parent<T>(link, load.A, load.bias, node.r, out);
  int free[max_joint_speeds], count = 0;
  for (int k = link.u0; k < link.u0 + link.nu; ++k) {
    if ((link.is_mixed && out.held.prescribed().contains(k)) || given.is_coupled(k)) {
      const LaneMotion<T>& H = out.joints.columns[k];
      out.speeds[k] = {times(load.A, H), dot(H.w, load.bias.t, H.v, load.bias.f)};
    } else {
      free[count++] = k;
    }
  }
  switch (count) {
    case 1:
      reduce_free<1>(given, link, free, node, load, out, handed);
      break;
    case 2:
      reduce_free<2>(given, link, free, node, load, out, handed);
      break;
    case 3:
      reduce_free<3>(given, link, free, node, load, out, handed);
      break;
    case 4:
      reduce_free<4>(given, link, free, node, load, out, handed);
      break;
    case 5:
      reduce_free<5>(given, link, free, node, load, out, handed);
      break;
    case 6:
      reduce_free<6>(given, link, free, node, load, out, handed);
      break;
    default:
      break;
  }
  if (link.parent > 0) deliver(link, handed, out);
}

/// Second sweep, inward: articulated inertias and bias forces.
template <class T, class Given>
void reduce_links(const Given& given, ForwardDynamics<T>& out) {
  const ArticulatedLinks& links = out.moving();
  ArticulatedLoad<T> handed;
  bool is_handed = false;  // true if `handed` is the load of the current link
  for (int i = static_cast<int>(links.size()) - 1; i > 0; --i) {
    const ArticulatedLink& link = links[i];
    const ArticulatedNode<T>& node = out.nodes[link.node];
    ArticulatedLoad<T>& load = out.loads[link.load_slot];
    // Prefetches what the next step will write: stores that wait for their cache lines delay the loads behind
    // them.
    prefetch(out.speeds[std::max(link.u0, 1) - 1]);
    if (link.shape == JointShape::revolute) {
      reduce<true>(given, link, node, load, is_handed, out, handed);
    } else if (link.shape == JointShape::prismatic) {
      reduce<false>(given, link, node, load, is_handed, out, handed);
    } else {
      if (link.is_leaf) load = {articulated(node.inertia), node.bias};
      if (given.cuts && link.is_free && !link.is_mixed && !given.is_coupled(link.u0))
        reduce_free_joint(given, link, node, load, out);
      else
        reduce_general(given, link, node, load, out);
    }
    if constexpr (in_registers<T> && !std::is_same_v<Given, PlainInput<T>>)
      if (given.couplings && given.couplings->begins_group(link.node)) {
        // A copy, so that `handed` has no address: other links keep it in registers.
        ArticulatedLoad<T> of_parent = out.loads[link.parent_load_slot];
        if (link.stays) of_parent = handed;
        given.couplings->reduce(link.node, given.tau, given.port_inertia, out, of_parent);
        if (link.stays)
          handed = of_parent;
        else
          out.loads[link.parent_load_slot] = of_parent;
      }
    is_handed = link.stays;
  }
}

/// Inputs that all links share are examined once where that saves time.
template <class T>
void reduce_all(const SweepInput<T>& given, ForwardDynamics<T>& out) {
  if constexpr (in_registers<T>)
    if (!given.has_ports() && !given.has_locks()) {
      if (given.couplings) return reduce_links(CoupledInput{given}, out);
      return reduce_links(PlainInput<T>{given}, out);
    }
  reduce_links(given, out);
}

template <class T>
bool has_free_joint(const Tree<T>& tree) {
  return std::any_of(tree.nodes().begin(), tree.nodes().end(), [](const auto& node) { return node.is_free; });
}

template <class T>
void require_ports(const Tree<T>& tree, In<T> port_inertia) {
  if (!port_inertia.empty()) require_size(port_inertia, tree.nu(), "port_inertia", "the model has nu");
}

/// Checks `locked`, and stores which speeds are free, for products with M⁻¹.
template <class T>
void require_locks(const Tree<T>& tree, In<T> locked, ForwardDynamics<T>& out) {
  out.locks = !locked.empty();
  if (!out.locks) return;
  require_size(locked, tree.nu(), "locked", "the model has nu");
  for (int k = 0; k < tree.nu(); ++k) out.freedom[k] = T(1) - locked[k];
}

/// True if free joints are treated as cuts: no port resists their speeds. The values of scalars other than
/// plain numbers are not examined.
template <class T>
bool takes_cuts(const Tree<T>& tree, In<T> port_inertia, const ForwardDynamics<T>& out) {
  if (port_inertia.empty() || out.free_inertias.empty()) return true;
  if constexpr (std::is_floating_point_v<T>) {
    return std::none_of(tree.nodes().begin(), tree.nodes().end(), [&](const auto& node) {
      const T* first = port_inertia.data() + node.u0;
      return node.is_free && std::any_of(first, first + node.nu, [](T m) { return m != 0; });
    });
  }
  return false;
}

}  // namespace

template <class T>
ForwardDynamics<T>::ForwardDynamics(const Tree<T>& tree)
    : nodes(tree.node_count()),
      nu(tree.nu()),
      joints(tree),
      motions(tree.slot_count()),
      links(links_of(tree)),
      loads(tree.node_count()),
      free_inertias(has_free_joint(tree) ? tree.nu() : 0),
      speeds(tree.nu()),
      factors(tree.nu() * factor_stride, T(0)),
      increments(tree.node_count()),
      held(links, tree.nu()),
      given_udot(tree.nu(), T(0)),
      transmitted(tree.node_count()),
      freedom(tree.nu(), T(1)) {
  if constexpr (ScalarTraits<T>::lanes > 1)
    if (has_body_forward_dynamics(tree)) body.emplace(tree);
}

template <class T>
void calc_articulated_inertias(const Tree<T>& tree, In<T> q, ForwardDynamics<T>& out, In<T> port_inertia) {
  require_size(q, tree.nq(), "q", "the model has nq");
  require_stage(tree, out);
  require_ports(tree, port_inertia);
  out.joints.set(tree, q);
  out.hybrid = out.cuts = out.locks = out.in_body_axes = false;
  out.motions[0].R = LaneRotation<T>(Mat3<T>::identity());
  for (std::size_t i = 1; i < out.links.size(); ++i) {
    const auto& constants = tree.node(out.links[i].node);
    ArticulatedNode<T>& node = out.nodes[out.links[i].node];
    LaneRotation<T>& R = out.motions[constants.slot].R;
    node.r = place(tree, constants, out.motions[constants.parent_slot].R, out.joints, R);
    node.axis = R.z;
    node.inertia = rotated(R, constants.inertia);
    node.bias = {zero3<T>(), zero3<T>()};
  }
  reduce_all<T>({.tau = {}, .port_inertia = port_inertia, .locked = {}, .cuts = false}, out);
}

template <class T>
void calc_bias_loads(const Tree<T>& tree, In<T> q, In<T> u, In<T> udot, In<Force<T>> F_B_W,
                     ForwardDynamics<T>& out, bool gravity) {
  require_sizes(tree, q, u, udot, "udot", F_B_W);
  require_stage(tree, out);
  out.joints.set(tree, q);
  calc_bias<T>(tree, u, udot, F_B_W, gravity, out);
}

namespace {

/// Joints of coupled groups are treated as rigid in the sweeps and eliminated together, at the first node of
/// their group.
template <class T>
void calc_coupled_forward_dynamics(const Tree<T>& tree, In<T> u, In<T> tau, In<Force<T>> F_B_W,
                                   ForwardDynamics<T>& out, Out<T> udot,
                                   const ForwardDynamicsOptions<T>& options) {
  CoupledSpeeds& couplings = *options.couplings;
  require_speeds(couplings.speeds(), tree.nu());
  const In<T> biases = couplings.has_biases() ? In<T>(couplings.biases()) : In<T>();
  calc_bias<T>(tree, u, biases, F_B_W, options.gravity, out);
  reduce_all<T>({.tau = tau,
                 .port_inertia = options.port_inertia,
                 .locked = options.locked,
                 .cuts = out.cuts,
                 .couplings = &couplings},
                out);
  expand<T>(out, udot.data(), &couplings);
  for (int k = 0; k < tree.nu() && !biases.empty(); ++k) udot[k] += biases[k];
}

}  // namespace

template <class T>
void calc_forward_dynamics(const Tree<T>& tree, In<T> q, In<T> u, In<T> tau, In<Force<T>> F_B_W,
                           ForwardDynamics<T>& out, Out<T> udot,
                           const ForwardDynamicsOptions<std::type_identity_t<T>>& options) {
  require_sizes(tree, q, u, tau, "tau", F_B_W);
  require_size(udot, tree.nu(), "udot", "the model has nu");
  require_stage(tree, out);
  require_ports<T>(tree, options.port_inertia);
  require_locks<T>(tree, options.locked, out);
  out.hybrid = false;
  if constexpr (ScalarTraits<T>::lanes > 1) {
    out.in_body_axes = out.body && F_B_W.empty() && options.port_inertia.empty() && options.locked.empty();
    if (out.in_body_axes) {
      calc_body_forward_dynamics<T>(tree, q, u, tau, options.gravity, *out.body, udot);
      return;
    }
  }
  out.joints.set(tree, q);
  out.cuts = options.locked.empty() && takes_cuts<T>(tree, options.port_inertia, out);
  if constexpr (std::is_same_v<T, double>)
    if (options.couplings) return calc_coupled_forward_dynamics<T>(tree, u, tau, F_B_W, out, udot, options);
  calc_bias<T>(tree, u, {}, F_B_W, options.gravity, out);
  reduce_all<T>(
      {.tau = tau, .port_inertia = options.port_inertia, .locked = options.locked, .cuts = out.cuts}, out);
  expand<T>(out, udot.data());
}

template <class T>
void calc_hybrid_dynamics(const Tree<T>& tree, In<T> q, In<T> u, const IndexSet& prescribed, Out<T> tau,
                          Out<T> udot, In<Force<T>> F_B_W, ForwardDynamics<T>& out,
                          const ForwardDynamicsOptions<std::type_identity_t<T>>& options) {
  require_sizes(tree, q, u, {tau.data(), tau.size()}, "tau", F_B_W);
  require_size(tau, tree.nu(), "tau", "the model has nu");
  require_size(udot, tree.nu(), "udot", "the model has nu");
  require_stage(tree, out);
  require_ports<T>(tree, options.port_inertia);
  require_speeds(prescribed, tree.nu());
  require(options.locked.empty(), "hybrid dynamics takes a set of speeds; `locked` is for forward dynamics");
  out.joints.set(tree, q);
  out.in_body_axes = false;
  out.hybrid = true;
  out.locks = false;
  out.cuts = takes_cuts<T>(tree, options.port_inertia, out);
  if (out.held.set(out.links, prescribed, options.prescribed_forces))
    std::fill(out.given_udot.begin(), out.given_udot.end(), T(0));
  for (const int k : out.held.mixed_speeds()) out.given_udot[k] = udot[k];
  if (F_B_W.empty())
    calc_held_bias<false, T>(tree, u, {udot.data(), udot.size()}, F_B_W, options.gravity, out);
  else
    calc_held_bias<true, T>(tree, u, {udot.data(), udot.size()}, F_B_W, options.gravity, out);
  reduce_all<T>(
      {.tau = {tau.data(), tau.size()}, .port_inertia = options.port_inertia, .locked = {}, .cuts = out.cuts},
      out);
  expand<T>(out, udot.data());
  if (options.prescribed_forces)
    calc_prescribed_forces<T>(out, {udot.data(), udot.size()}, tau, options.port_inertia);
}

#define SARRUS_INSTANTIATE(T)                                                                              \
  template struct ForwardDynamics<T>;                                                                      \
  template void calc_forward_dynamics<T>(const Tree<T>&, In<T>, In<T>, In<T>, In<Force<T>>,                \
                                         ForwardDynamics<T>&, Out<T>, const ForwardDynamicsOptions<T>&);   \
  template void calc_hybrid_dynamics<T>(const Tree<T>&, In<T>, In<T>, const IndexSet&, Out<T>, Out<T>,     \
                                        In<Force<T>>, ForwardDynamics<T>&,                                 \
                                        const ForwardDynamicsOptions<T>&);                                 \
  template void calc_articulated_inertias<T>(const Tree<T>&, In<T>, ForwardDynamics<T>&, In<T>);           \
  template void calc_bias_loads<T>(const Tree<T>&, In<T>, In<T>, In<T>, In<Force<T>>, ForwardDynamics<T>&, \
                                   bool);
SARRUS_FOR_EACH_SCALAR(SARRUS_INSTANTIATE)
#undef SARRUS_INSTANTIATE

}  // namespace sarrus
