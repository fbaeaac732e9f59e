#include "sarrus/dynamics/forward_dynamics.h"

#include "sarrus/base/inline.h"
#include "sarrus/scalar/scalars.h"

namespace sarrus {

namespace {

constexpr int block = max_joint_speeds;  // length of a row of factors

/// A force about the point displaced by −r.
template <class T>
SARRUS_ALWAYS_INLINE LaneForce<T> at_parent(const LaneForce<T>& F, const Lane3<T>& r) {
  return {F.t + cross(r, F.f), F.f};
}
template <class T>
void add(ArticulatedLoad<T>& to, const ArticulatedLoad<T>& load) {
  add(to.A, load.A);
  to.bias += load.bias;
}

/// What is applied to the bodies of a node, at its origin.
template <class T>
void subtract_applied(const Tree<T>& tree, int i, In<Force<T>> F_B_W, const LaneRotation<T>& R,
                      LaneForce<T>& bias) {
  for (const int b : tree.bodies_of(i)) {
    const Lane3<T> f(F_B_W[b].f), p = R * tree.place(b).X_KB.p;
    bias.f = bias.f - f;
    bias.t = bias.t - Lane3<T>(F_B_W[b].t) - cross(p, f);
  }
}

/// First sweep, outward: motions at the given u̇ (of prescribed speeds), and the wrenches they take.
template <class T>
void calc_bias(const Tree<T>& tree, In<T> u, In<T> udot, In<Force<T>> F_B_W, bool gravity,
               ForwardDynamics<T>& out) {
  out.motions[0] = NodeMotion<T>::of_world(world_acceleration(tree, gravity));
  const int n = tree.node_count();
  for (int i = 1; i < n; ++i) {
    const auto& constants = tree.node(i);
    ArticulatedNode<T>& node = out.nodes[static_cast<std::size_t>(i)];
    NodeMotion<T>& motion = out.motions[static_cast<std::size_t>(constants.slot)];
    node.r = move(tree, constants, u.data(), udot.data(),
                  out.motions[static_cast<std::size_t>(constants.parent_slot)], out.joints, motion);
    node.axis = motion.R.z;
    calc_inertia_and_wrench(constants, motion, node.inertia, node.bias);
    if (!F_B_W.empty()) subtract_applied(tree, i, F_B_W, motion.R, node.bias);
  }
}

/// Orientation of a node from that of its parent; returns r, from the parent's origin to the node's.
template <class T>
Lane3<T> place(const Tree<T>& tree, const TreeNode<ConstantOf<T>>& node, const LaneRotation<T>& parent,
               JointMotions<T>& joints, LaneRotation<T>& R) {
  const LaneRotation<T> R_WF = parent * node.R;
  const Lane3<T> r = parent * node.p;
  const auto q0 = static_cast<std::size_t>(node.q0);
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

/// What the inward sweep reads besides the workspace.
template <class T>
struct Given {
  In<T> tau;           ///< Forces of the free speeds, or nothing.
  In<T> port_inertia;  ///< Or nothing.
  bool hybrid;         ///< Whether any speed may be prescribed.
  bool cuts;           ///< Whether free joints are taken as cuts.

  T force(int speed) const { return tau.empty() ? T(0) : tau[speed]; }
};

/// A node's load as its parent would have it if the joint did not give way. The first child that hands down
/// takes the parent's own share with it, so that the parent need not wait for an addition.
template <class T>
SARRUS_ALWAYS_INLINE ArticulatedLoad<T> at_parent(const TreeNode<ConstantOf<T>>& constants,
                                                  const ArticulatedLoad<T>& load, const Lane3<T>& r,
                                                  const ForwardDynamics<T>& out) {
  ArticulatedLoad<T> handed{shifted(load.A, r), at_parent<T>(load.bias, r)};
  if (constants.is_last_child) {
    const ArticulatedNode<T>& parent = out.nodes[static_cast<std::size_t>(constants.parent)];
    add(handed.A, parent.inertia);
    handed.bias += parent.bias;
  }
  return handed;
}
/// Hands what is left of a node's load to its parent.
template <class T>
SARRUS_ALWAYS_INLINE void deliver(const TreeNode<ConstantOf<T>>& constants, const ArticulatedLoad<T>& load,
                                  ForwardDynamics<T>& out) {
  ArticulatedLoad<T>& parent = out.loads[static_cast<std::size_t>(constants.parent_load_slot)];
  if (constants.is_last_child)
    parent = load;
  else
    add(parent, load);
}

/// D = L·diag(d)·Lᵀ of a symmetric positive definite matrix of which the lower triangle is given, in place: L
/// below the diagonal, 1/d on it.
template <int k, class T>
void factor(T (&D)[k][k]) {
  for (int j = 0; j < k; ++j) {
    T scaled[k];
    for (int p = 0; p < j; ++p) {
      scaled[p] = D[j][p];
      D[j][p] = scaled[p] * D[p][p];
    }
    for (int p = 0; p < j; ++p) D[j][j] -= D[j][p] * scaled[p];
    for (int i = j + 1; i < k; ++i)
      for (int p = 0; p < j; ++p) D[i][j] -= D[j][p] * D[i][p];
    D[j][j] = T(1) / D[j][j];
  }
}
/// x ← D⁻¹·x from those factors; the elements of x are numbers or forces.
template <int k, class T, class Element>
void solve(const T (&D)[k][k], Element (&x)[k]) {
  for (int i = 1; i < k; ++i)
    for (int j = 0; j < i; ++j) x[i] -= D[i][j] * x[j];
  for (int i = k - 1; i >= 0; --i) {
    x[i] = D[i][i] * x[i];
    for (int j = i + 1; j < k; ++j) x[i] -= D[j][i] * x[j];
  }
}

/// The inward step of a pin or slider: what is left of a node's load when its joint gives way, about the
/// parent's origin. The shift does not wait for D.  A' − U'·U'ᵀ/D,  bias' + U'·(τ − h·bias)/D
template <bool turns, class T>
SARRUS_ALWAYS_INLINE void reduce(const Given<T>& given, const TreeNode<ConstantOf<T>>& constants,
                                 const ArticulatedNode<T>& node, const ArticulatedLoad<T>& load,
                                 ForwardDynamics<T>& out) {
  const int u0 = constants.u0;
  ArticulatedSpeed<T>& speed = out.speeds[static_cast<std::size_t>(u0)];
  const LaneForce<T> U = turns ? times_turning(load.A, node.axis) : times_sliding(load.A, node.axis);
  const T along = dot(node.axis, turns ? load.bias.t : load.bias.f);
  if (given.hybrid && out.prescribed.contains(u0)) {
    speed = {U, along};
    if (constants.parent > 0) deliver(constants, at_parent<T>(constants, load, node.r, out), out);
    return;
  }
  T D = dot(node.axis, turns ? U.t : U.f);
  if (!given.port_inertia.empty()) D += given.port_inertia[u0];
  const T inverse = T(1) / D, residual = given.force(u0) - along;
  speed.value = residual * inverse;
  out.factors[static_cast<std::size_t>(block * u0)] = inverse;
  if (constants.parent == 0) return;
  ArticulatedLoad<T> handed = at_parent<T>(constants, load, node.r, out);
  const LaneForce<T> U_P = at_parent<T>(U, node.r), W = inverse * U_P;
  subtract_outer(handed.A, W, U_P);
  handed.bias += residual * W;
  speed.W = W;
  deliver(constants, handed, out);
}

/// The same for the k free speeds, given by number, of a joint of general shape.
template <int k, class T>
void reduce_free(const Given<T>& given, const TreeNode<ConstantOf<T>>& constants, const int* free,
                 const ArticulatedNode<T>& node, const ArticulatedLoad<T>& load, ForwardDynamics<T>& out,
                 ArticulatedLoad<T>& handed) {
  LaneForce<T> U[k];
  T D[k][k], residual[k], value[k];
  for (int a = 0; a < k; ++a) {
    const LaneMotion<T>& H = out.joints.columns[static_cast<std::size_t>(free[a])];
    U[a] = times(load.A, H);
    residual[a] = value[a] = given.force(free[a]) - dot(H.w, load.bias.t, H.v, load.bias.f);
    for (int b = 0; b <= a; ++b) {
      const LaneMotion<T>& other = out.joints.columns[static_cast<std::size_t>(free[b])];
      D[a][b] = dot(other.w, U[a].t, other.v, U[a].f);
    }
    if (!given.port_inertia.empty()) D[a][a] += given.port_inertia[free[a]];
  }
  factor<k>(D);
  solve<k>(D, value);
  for (int a = 0; a < k; ++a) {
    out.speeds[static_cast<std::size_t>(free[a])].value = value[a];
    for (int b = 0; b <= a; ++b) out.factors[static_cast<std::size_t>(block * free[a] + b)] = D[a][b];
  }
  if (constants.parent == 0) return;
  LaneForce<T> W[k];
  for (int a = 0; a < k; ++a) W[a] = U[a] = at_parent<T>(U[a], node.r);
  solve<k>(D, W);
  for (int a = 0; a < k; ++a) {
    subtract_outer(handed.A, W[a], U[a]);
    handed.bias += residual[a] * W[a];
    out.speeds[static_cast<std::size_t>(free[a])].W = W[a];
  }
}

/// τ of a free joint as a force in world axes.
template <class T>
LaneForce<T> free_joint_force(const LaneMotion<T>* columns, const T* tau) {
  const LaneRotation<T> R_WF(columns[0].w, columns[1].w, columns[2].w);
  return {R_WF * Vec3<T>{tau[0], tau[1], tau[2]}, R_WF * Vec3<T>{tau[3], tau[4], tau[5]}};
}
/// Values of the speeds of a free joint from the acceleration of its node in a parent at rest.
template <class T>
void set_free_values(const LaneMotion<T>* columns, const LaneMotion<T>& acceleration,
                     ArticulatedSpeed<T>* speeds) {
  for (int k = 0; k < 3; ++k) {
    speeds[k].value = dot(columns[k].w, acceleration.w);
    speeds[k + 3].value = dot(columns[k].w, acceleration.v);
  }
}
/// The inward step of a free joint. It is a cut: the node's own acceleration follows from its load, and the
/// parent bears no more than the joint's force.
template <class T>
[[gnu::noinline]] void reduce_free_joint(const Given<T>& given, const TreeNode<ConstantOf<T>>& constants,
                                         const ArticulatedNode<T>& node, const ArticulatedLoad<T>& load,
                                         ForwardDynamics<T>& out) {
  const LaneMotion<T>* columns = out.joints.columns.data() + constants.u0;
  ArticulatedSpeed<T>* speeds = out.speeds.data() + constants.u0;
  T tau[6];
  for (int k = 0; k < 6; ++k) tau[k] = given.force(constants.u0 + k);
  const LaneForce<T> force = free_joint_force(columns, tau);
  out.free_inertias[static_cast<std::size_t>(constants.u0)] = load.A;
  set_free_values(columns, acceleration<T>(load.A, {force.t - load.bias.t, force.f - load.bias.f}), speeds);
  if (constants.parent == 0) return;
  for (int k = 0; k < 3; ++k) {
    speeds[k].W = {columns[k].w, zero3<T>()};
    speeds[k + 3].W = {cross(node.r, columns[k].w), columns[k].w};
  }
  deliver(constants, at_parent<T>(constants, {articulated(zero_inertia<T>()), force}, node.r, out), out);
}

/// The inward step of a joint of general shape.
template <class T>
[[gnu::noinline]] void reduce_general(const Given<T>& given, const TreeNode<ConstantOf<T>>& constants,
                                      const ArticulatedNode<T>& node, const ArticulatedLoad<T>& load,
                                      ForwardDynamics<T>& out) {
  ArticulatedLoad<T> handed = at_parent<T>(constants, load, node.r, out);
  int free[max_joint_speeds], count = 0;
  for (int k = constants.u0; k < constants.u0 + constants.nu; ++k) {
    if (given.hybrid && out.prescribed.contains(k)) {
      const LaneMotion<T>& H = out.joints.columns[static_cast<std::size_t>(k)];
      out.speeds[static_cast<std::size_t>(k)] = {times(load.A, H), dot(H.w, load.bias.t, H.v, load.bias.f)};
    } else {
      free[count++] = k;
    }
  }
  switch (count) {
    case 1:
      reduce_free<1>(given, constants, free, node, load, out, handed);
      break;
    case 2:
      reduce_free<2>(given, constants, free, node, load, out, handed);
      break;
    case 3:
      reduce_free<3>(given, constants, free, node, load, out, handed);
      break;
    case 4:
      reduce_free<4>(given, constants, free, node, load, out, handed);
      break;
    case 5:
      reduce_free<5>(given, constants, free, node, load, out, handed);
      break;
    case 6:
      reduce_free<6>(given, constants, free, node, load, out, handed);
      break;
    default:
      break;
  }
  if (constants.parent > 0) deliver(constants, handed, out);
}

/// Second sweep, inward: articulated inertias and bias forces.
template <class T>
void reduce_all(const Tree<T>& tree, const Given<T>& given, ForwardDynamics<T>& out) {
  for (int i = tree.node_count() - 1; i > 0; --i) {
    const auto& constants = tree.node(i);
    const ArticulatedNode<T>& node = out.nodes[static_cast<std::size_t>(i)];
    ArticulatedLoad<T>& load = out.loads[static_cast<std::size_t>(constants.load_slot)];
    if (constants.is_leaf) load = {articulated(node.inertia), node.bias};
    if (constants.shape == JointShape::revolute)
      reduce<true>(given, constants, node, load, out);
    else if (constants.shape == JointShape::prismatic)
      reduce<false>(given, constants, node, load, out);
    else if (given.cuts && constants.is_free)
      reduce_free_joint(given, constants, node, load, out);
    else
      reduce_general(given, constants, node, load, out);
  }
}

/// x ← D⁻¹·x of a joint's free speeds, from the factors that were kept.
template <class T>
void solve_factored(const T* factors, const int* free, int count, T* x) {
  const auto D = [&](int a, int b) -> const T& { return factors[block * free[a] + b]; };
  for (int i = 1; i < count; ++i)
    for (int j = 0; j < i; ++j) x[i] -= D(i, j) * x[j];
  for (int i = count - 1; i >= 0; --i) {
    x[i] = D(i, i) * x[i];
    for (int j = i + 1; j < count; ++j) x[i] -= D(j, i) * x[j];
  }
}

/// Third sweep, outward: rates of the free speeds, forces of the prescribed ones.
template <class T>
void expand(const Tree<T>& tree, bool hybrid, ForwardDynamics<T>& out, T* udot, T* tau) {
  out.increments[0] = {zero3<T>(), zero3<T>()};
  for (int i = 1; i < tree.node_count(); ++i) {
    const auto& constants = tree.node(i);
    const ArticulatedNode<T>& node = out.nodes[static_cast<std::size_t>(i)];
    const LaneMotion<T> parent = out.increments[static_cast<std::size_t>(constants.parent_slot)];
    LaneMotion<T>& increment = out.increments[static_cast<std::size_t>(constants.slot)];
    increment = {parent.w, parent.v + cross(parent.w, node.r)};
    for (int k = constants.u0; k < constants.u0 + constants.nu; ++k) {
      if (hybrid && out.prescribed.contains(k)) continue;
      const ArticulatedSpeed<T>& speed = out.speeds[static_cast<std::size_t>(k)];
      udot[k] = speed.value;
      if (constants.parent > 0) udot[k] -= dot(speed.W.t, parent.w, speed.W.f, parent.v);
      if (constants.shape == JointShape::revolute) {
        increment.w += udot[k] * node.axis;
      } else if (constants.shape == JointShape::prismatic) {
        increment.v += udot[k] * node.axis;
      } else {
        const LaneMotion<T>& H = out.joints.columns[static_cast<std::size_t>(k)];
        increment.w += udot[k] * H.w, increment.v += udot[k] * H.v;
      }
    }
    for (int k = constants.u0; hybrid && k < constants.u0 + constants.nu; ++k) {
      if (!out.prescribed.contains(k)) continue;
      const ArticulatedSpeed<T>& speed = out.speeds[static_cast<std::size_t>(k)];
      tau[k] = speed.value + dot(speed.W.t, increment.w, speed.W.f, increment.v);
    }
  }
}

template <class T>
bool has_free_joint(const Tree<T>& tree) {
  return std::any_of(tree.nodes().begin(), tree.nodes().end(), [](const auto& node) { return node.is_free; });
}

template <class T>
void require_ports(const Tree<T>& tree, const ForwardDynamicsOptions<T>& options) {
  if (!options.port_inertia.empty())
    require_size(options.port_inertia, tree.nu(), "port_inertia", "the model has nu");
}

}  // namespace

template <class T>
ForwardDynamics<T>::ForwardDynamics(const Tree<T>& tree)
    : nodes(static_cast<std::size_t>(tree.node_count())),
      nu(tree.nu()),
      joints(tree),
      motions(static_cast<std::size_t>(tree.slot_count())),
      loads(static_cast<std::size_t>(tree.load_slot_count())),
      free_inertias(has_free_joint(tree) ? static_cast<std::size_t>(tree.nu()) : 0),
      speeds(static_cast<std::size_t>(tree.nu())),
      factors(static_cast<std::size_t>(tree.nu() * block), T(0)),
      increments(static_cast<std::size_t>(tree.slot_count())),
      prescribed(tree.nu()),
      given_udot(static_cast<std::size_t>(tree.nu()), T(0)) {}

template <class T>
void calc_articulated_inertias(const Tree<T>& tree, In<T> q, ForwardDynamics<T>& out) {
  require_size(q, tree.nq(), "q", "the model has nq");
  require_stage(tree, out);
  out.joints.set(q);
  out.hybrid = out.cuts = false;
  out.motions[0].R = LaneRotation<T>(Mat3<T>::identity());
  for (int i = 1; i < tree.node_count(); ++i) {
    const auto& constants = tree.node(i);
    ArticulatedNode<T>& node = out.nodes[static_cast<std::size_t>(i)];
    LaneRotation<T>& R = out.motions[static_cast<std::size_t>(constants.slot)].R;
    node.r =
        place(tree, constants, out.motions[static_cast<std::size_t>(constants.parent_slot)].R, out.joints, R);
    node.axis = R.z;
    node.inertia = rotated(R, constants.inertia);
    node.bias = {zero3<T>(), zero3<T>()};
  }
  reduce_all<T>(tree, {.tau = {}, .port_inertia = {}, .hybrid = false, .cuts = false}, out);
}

template <class T>
void calc_bias_loads(const Tree<T>& tree, In<T> q, In<T> u, In<T> udot, In<Force<T>> F_B_W,
                     ForwardDynamics<T>& out, bool gravity) {
  require_sizes(tree, q, u, udot, "udot", F_B_W);
  require_stage(tree, out);
  out.joints.set(q);
  calc_bias<T>(tree, u, udot, F_B_W, gravity, out);
}

template <class T>
void calc_forward_dynamics(const Tree<T>& tree, In<T> q, In<T> u, In<T> tau, In<Force<T>> F_B_W,
                           ForwardDynamics<T>& out, Out<T> udot,
                           const ForwardDynamicsOptions<std::type_identity_t<T>>& options) {
  require_sizes(tree, q, u, tau, "tau", F_B_W);
  require_size(udot, tree.nu(), "udot", "the model has nu");
  require_stage(tree, out);
  require_ports<T>(tree, options);
  out.joints.set(q);
  out.hybrid = false;
  out.cuts = options.port_inertia.empty();
  calc_bias<T>(tree, u, {}, F_B_W, options.gravity, out);
  reduce_all<T>(tree, {.tau = tau, .port_inertia = options.port_inertia, .hybrid = false, .cuts = out.cuts},
                out);
  expand<T>(tree, false, out, udot.data(), nullptr);
}

template <class T>
void calc_hybrid_dynamics(const Tree<T>& tree, In<T> q, In<T> u, const SpeedSet& prescribed, Out<T> tau,
                          Out<T> udot, In<Force<T>> F_B_W, ForwardDynamics<T>& out,
                          const ForwardDynamicsOptions<std::type_identity_t<T>>& options) {
  require_sizes(tree, q, u, {tau.data(), tau.size()}, "tau", F_B_W);
  require_size(tau, tree.nu(), "tau", "the model has nu");
  require_size(udot, tree.nu(), "udot", "the model has nu");
  require_stage(tree, out);
  require_ports<T>(tree, options);
  require_set(prescribed, tree.nu());
  out.joints.set(q);
  out.hybrid = true;
  out.cuts = false;
  out.prescribed = prescribed;
  for (int k = 0; k < tree.nu(); ++k)
    out.given_udot[static_cast<std::size_t>(k)] = prescribed.contains(k) ? udot[k] : T(0);
  calc_bias<T>(tree, u, out.given_udot, F_B_W, options.gravity, out);
  reduce_all<T>(
      tree,
      {.tau = {tau.data(), tau.size()}, .port_inertia = options.port_inertia, .hybrid = true, .cuts = false},
      out);
  expand<T>(tree, true, out, udot.data(), tau.data());
  for (int k = 0; k < tree.nu() && !options.port_inertia.empty(); ++k)
    if (prescribed.contains(k)) tau[k] += options.port_inertia[k] * udot[k];
}

template <class T>
void calc_inverse_mass_times(const Tree<T>& tree, ForwardDynamics<T>& out, In<T> v, Out<T> result) {
  require_size(v, tree.nu(), "v", "the model has nu");
  require_size(result, tree.nu(), "result", "the model has nu");
  require_stage(tree, out);
  for (int i = tree.node_count() - 1; i > 0; --i) {
    const auto& constants = tree.node(i);
    const ArticulatedNode<T>& node = out.nodes[static_cast<std::size_t>(i)];
    LaneForce<T>& bias = out.loads[static_cast<std::size_t>(constants.load_slot)].bias;
    LaneForce<T>& parent = out.loads[static_cast<std::size_t>(constants.parent_load_slot)].bias;
    if (constants.is_leaf) bias = {zero3<T>(), zero3<T>()};
    if (constants.is_last_child) parent = {zero3<T>(), zero3<T>()};
    if (out.cuts && constants.is_free) {
      const LaneMotion<T>* columns = out.joints.columns.data() + constants.u0;
      const LaneForce<T> force = free_joint_force(columns, v.data() + constants.u0);
      const auto& A = out.free_inertias[static_cast<std::size_t>(constants.u0)];
      set_free_values(columns, acceleration<T>(A, {force.t - bias.t, force.f - bias.f}),
                      out.speeds.data() + constants.u0);
      parent += at_parent<T>(force, node.r);
      continue;
    }
    LaneForce<T> handed = at_parent<T>(bias, node.r);
    int free[max_joint_speeds], count = 0;
    T residual[max_joint_speeds], value[max_joint_speeds];
    for (int k = constants.u0; k < constants.u0 + constants.nu; ++k) {
      if (out.hybrid && out.prescribed.contains(k)) continue;
      const LaneMotion<T>& H = out.joints.columns[static_cast<std::size_t>(k)];
      const T along = constants.shape == JointShape::revolute    ? dot(node.axis, bias.t)
                      : constants.shape == JointShape::prismatic ? dot(node.axis, bias.f)
                                                                 : dot(H.w, bias.t, H.v, bias.f);
      residual[count] = value[count] = v[k] - along;
      free[count++] = k;
    }
    solve_factored(out.factors.data(), free, count, value);
    for (int a = 0; a < count; ++a) {
      ArticulatedSpeed<T>& speed = out.speeds[static_cast<std::size_t>(free[a])];
      speed.value = value[a];
      if (constants.parent > 0) handed += residual[a] * speed.W;
    }
    parent += handed;
  }
  expand<T>(tree, out.hybrid, out, result.data(), out.given_udot.data());
  for (int k = 0; out.hybrid && k < tree.nu(); ++k)
    if (out.prescribed.contains(k)) result[k] = T(0);
}

#define SARRUS_INSTANTIATE(T)                                                                              \
  template struct ForwardDynamics<T>;                                                                      \
  template void calc_forward_dynamics<T>(const Tree<T>&, In<T>, In<T>, In<T>, In<Force<T>>,                \
                                         ForwardDynamics<T>&, Out<T>, const ForwardDynamicsOptions<T>&);   \
  template void calc_hybrid_dynamics<T>(const Tree<T>&, In<T>, In<T>, const SpeedSet&, Out<T>, Out<T>,     \
                                        In<Force<T>>, ForwardDynamics<T>&,                                 \
                                        const ForwardDynamicsOptions<T>&);                                 \
  template void calc_articulated_inertias<T>(const Tree<T>&, In<T>, ForwardDynamics<T>&);                  \
  template void calc_bias_loads<T>(const Tree<T>&, In<T>, In<T>, In<T>, In<Force<T>>, ForwardDynamics<T>&, \
                                   bool);                                                                  \
  template void calc_inverse_mass_times<T>(const Tree<T>&, ForwardDynamics<T>&, In<T>, Out<T>);
SARRUS_FOR_EACH_SCALAR(SARRUS_INSTANTIATE)
#undef SARRUS_INSTANTIATE

}  // namespace sarrus
