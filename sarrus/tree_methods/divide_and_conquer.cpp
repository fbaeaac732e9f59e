#include "sarrus/tree_methods/divide_and_conquer.h"

#include "sarrus/base/array.h"
#include "sarrus/dynamics/node_frame.h"
#include "sarrus/scalar/scalar_types.h"

namespace sarrus {

namespace {

/// The columns of a node's joint at the node's origin, in world axes.
template <class T>
JointColumns<T> joint_columns(const TreeNode<ConstantOf<T>>& node, int i, const ForwardDynamics<T>& loads) {
  JointColumns<T> S;
  S.count = node.nu;
  const Vec3<T> axis(loads.nodes[i].axis), zero = Vec3<T>::zero();
  if (node.shape == JointShape::revolute) {
    S[0] = Vector6<T>(Motion<T>{axis, zero});
  } else if (node.shape == JointShape::prismatic) {
    S[0] = Vector6<T>(Motion<T>{zero, axis});
  } else {
    for (int k = 0; k < node.nu; ++k) S[k] = Vector6<T>(motion_of(loads.joints.columns[node.u0 + k]));
  }
  return S;
}

/// The step of a joint that sees inertia V and would transmit `load` if it were locked.
template <class T>
void solve_joint(const TreeNode<ConstantOf<T>>& node, int i, const Matrix6<T>& V, const Vector6<T>& load,
                 In<T> tau, DivideAndConquer<T>& out) {
  JointStep<T>& step = out.joints[i];
  const JointColumns<T> S = joint_columns<T>(node, i, out.loads);
  step.solution.set(V, S);
  step.force = load;
  T residual[max_joint_speeds];
  for (int k = 0; k < node.nu; ++k) {
    residual[k] = (tau.empty() ? T(0) : tau[node.u0 + k]) - JointSolution<T>::dot(S[k], load);
    for (int j = 0; j < 6; ++j) step.force[j] += step.solution.G[k][j] * residual[k];
  }
  for (int k = 0; k < node.nu; ++k) {
    step.rate[k] = T(0);
    for (int l = 0; l < node.nu; ++l) step.rate[k] += step.solution.inverse_D[k * node.nu + l] * residual[l];
  }
}

/// Completes a chain: solves its first joint with the inertia of the chain, and computes the load of its
/// parent node.
template <class T>
void close_chain(const Tree<T>& tree, int head, const Matrix6<T>& V, const Vector6<T>& load, In<T> tau,
                 DivideAndConquer<T>& out) {
  solve_joint(tree.node(head), head, V, load, tau, out);
  if (tree.node(head).parent == 0) return;
  const Vec3<T> r(out.loads.nodes[head].r);
  const JointStep<T>& step = out.joints[head];
  out.nodes[head] = {shift(articulated_inertia(step.solution.W), r), shift(step.force.force(), -r)};
}

template <class T>
void assemble(const Tree<T>& tree, int number, In<T> tau, DivideAndConquer<T>& out) {
  const JoinTask& task = out.plan.tasks()[number];
  TwoHandles<T>& piece = out.pieces[number];
  if (task.inner >= 0) {
    const TwoHandles<T>&inner = out.pieces[task.inner], &outer = out.pieces[task.outer];
    const Matrix6<T> V = inertia_between(inner, outer);
    Vector6<T> difference;
    for (int i = 0; i < 6; ++i) difference[i] = inner.b2[i] - outer.b1[i];
    solve_joint(tree.node(task.node), task.node, V, V * difference, tau, out);
    const JointStep<T>& step = out.joints[task.node];
    join(inner, outer, step.solution.W, step.force, piece);
    if (task.head < 0) return;
    const Matrix6<T> I = inverse_symmetric(piece.Phi1);
    const Vector6<T> held = I * piece.b1;
    close_chain(tree, task.head, I, Vector6<T>(-held.force()), tau, out);
    return;
  }
  const ArticulatedNode<T>& load = out.loads.nodes[task.node];
  ArticulatedInertia<T> I(rigid_inertia(load.inertia));
  Force<T> p{Vec3<T>(load.bias.t), Vec3<T>(load.bias.f)};
  for (int side : out.plan.sides(task.node)) {
    I = I + out.nodes[side].M;
    p += out.nodes[side].bias;
  }
  if (task.head >= 0) {
    close_chain(tree, task.head, matrix6(I), Vector6<T>(p), tau, out);
  } else {
    const Vec3<T> r = task.next < 0 ? Vec3<T>::zero() : Vec3<T>(out.loads.nodes[task.next].r);
    set_single_body(I, p, r, piece);
  }
}

/// Computes u̇ of a joint across which the accelerations of the handles differ by `g`; returns the force on
/// its outer side.
template <class T>
Vector6<T> release(const TreeNode<ConstantOf<T>>& node, int i, const Vector6<T>& g,
                   const DivideAndConquer<T>& out, Out<T> udot) {
  const JointStep<T>& step = out.joints[i];
  for (int k = 0; k < node.nu; ++k)
    udot[node.u0 + k] = step.rate[k] - JointSolution<T>::dot(step.solution.G[k], g);
  Vector6<T> f = step.solution.W * g;
  for (int j = 0; j < 6; ++j) f[j] += step.force[j];
  return f;
}

template <class T>
void resolve(const Tree<T>& tree, int number, DivideAndConquer<T>& out, Out<T> udot) {
  const JoinTask& task = out.plan.tasks()[number];
  const int i = task.node;
  Motion<T> g = Motion<T>::zero();
  if (task.head >= 0) {
    const int head = task.head;
    const auto& node = tree.node(task.head);
    g = shift(out.increment[node.parent], Vec3<T>(out.loads.nodes[head].r));
    out.inner_force[number] = release(node, task.head, Vector6<T>(g), out, udot);
    out.outer_force[number] = Vector6<T>(Force<T>::zero());
  }
  const TwoHandles<T>& piece = out.pieces[number];
  if (task.inner >= 0) {
    const int inner = task.inner, outer = task.outer;
    const Vector6<T> a2 = transpose_times(out.pieces[inner].Phi12, out.inner_force[number]),
                     a3 = out.pieces[outer].Phi12 * out.outer_force[number];
    Vector6<T> difference, opposite;
    for (int k = 0; k < 6; ++k) difference[k] = a2[k] - a3[k];
    const Vector6<T> f = release(tree.node(task.node), task.node, difference, out, udot);
    for (int k = 0; k < 6; ++k) opposite[k] = -f[k];
    out.inner_force[inner] = out.inner_force[number], out.outer_force[inner] = opposite;
    out.inner_force[outer] = f, out.outer_force[outer] = out.outer_force[number];
  } else if (out.plan.sides(task.node).empty()) {
    return;  // its acceleration is not needed
  } else if (task.head >= 0) {
    const JointColumns<T> S = joint_columns<T>(tree.node(task.node), task.node, out.loads);
    for (int k = 0; k < S.count; ++k) g += udot[tree.node(task.node).u0 + k] * S[k].motion();
    out.increment[i] = g;
  } else {
    const Vector6<T> one = piece.Phi1 * out.inner_force[number], two = piece.Phi12 * out.outer_force[number];
    out.increment[i] = one.motion() + two.motion() + piece.b1.motion();
  }
}

template <class T>
Array<int> node_parents(const Tree<T>& tree) {
  Array<int> parents;
  for (const auto& node : tree.nodes()) parents.push_back(node.parent);
  return parents;
}

/// True if a rigid inertia can be inverted: the pivots of the central inertia are well above rounding.
template <class C>
bool has_extent(const RigidInertia<C>& M) {
  if (!(primal(M.m) > 0)) return false;
  const Sym3<C> I = M.central();
  const double xx = primal(I.xx), yy = primal(I.yy), zz = primal(I.zz), xy = primal(I.xy), xz = primal(I.xz),
               yz = primal(I.yz), least = 1e-7 * (xx + yy + zz);
  const double second = yy - xy * xy / xx,
               third = zz - xz * xz / xx - (yz - xy * xz / xx) * (yz - xy * xz / xx) / second;
  return xx > least && second > least && third > least;
}

}  // namespace

template <class T>
DivideAndConquer<T>::DivideAndConquer(const Tree<T>& tree, int threads)
    : plan(node_parents(tree)),
      team(std::make_unique<ThreadTeam>(threads)),
      loads(tree),
      nu(tree.nu()),
      pieces(plan.tasks().size()),
      inner_force(plan.tasks().size()),
      outer_force(plan.tasks().size()),
      joints(tree.node_count()),
      nodes(tree.node_count()),
      increment(tree.node_count(), Motion<T>::zero()) {
  for (const JoinTask& task : plan.tasks())
    if (task.inner < 0 && task.head < 0 && plan.sides(task.node).empty())
      require(has_extent(tree.node(task.node).inertia),
              "body '{}' has no mass or no extent, and divide and conquer inverts its inertia; use "
              "ForwardDynamics, or give it some",
              tree.model().body(tree.node(task.node).body).name);
}

template <class T>
void calc_forward_dynamics(const Tree<T>& tree, In<T> q, In<T> u, In<T> tau, In<Force<T>> F_B_W,
                           DivideAndConquer<T>& out, Out<T> udot) {
  if (!tau.empty()) require_size(tau, tree.nu(), "tau", "the model has nu");
  require_size(udot, tree.nu(), "udot", "the model has nu");
  require_stage(tree, out);
  calc_bias_loads(tree, q, u, {}, F_B_W, out.loads);
  const Array<int>& levels = out.plan.levels();
  for (std::size_t l = 0; l + 1 < levels.size(); ++l)
    out.team->for_each(levels[l + 1] - levels[l],
                       [&, first = levels[l]](int k) { assemble<T>(tree, first + k, tau, out); });
  for (std::size_t l = levels.size() - 1; l-- > 0;)
    out.team->for_each(levels[l + 1] - levels[l],
                       [&, first = levels[l]](int k) { resolve<T>(tree, first + k, out, udot); });
}

#define SARRUS_INSTANTIATE(T)                                                               \
  template struct DivideAndConquer<T>;                                                      \
  template void calc_forward_dynamics<T>(const Tree<T>&, In<T>, In<T>, In<T>, In<Force<T>>, \
                                         DivideAndConquer<T>&, Out<T>);
SARRUS_FOR_EACH_SCALAR(SARRUS_INSTANTIATE)
#undef SARRUS_INSTANTIATE

}  // namespace sarrus
