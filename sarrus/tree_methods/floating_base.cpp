#include "sarrus/tree_methods/floating_base.h"

#include <algorithm>

#include "sarrus/base/array.h"
#include "sarrus/dynamics/internal/require_no_locks.h"
#include "sarrus/dynamics/node_frame.h"
#include "sarrus/dynamics/port_inertia.h"
#include "sarrus/scalar/eigen.h"
#include "sarrus/scalar/scalar_types.h"
#include "sarrus/sparse/symmetric_solve.h"
#include "sarrus/sparse/tree_factorization.h"

namespace sarrus {

namespace {

constexpr int six = 6;

/// The nodes next to the world; throws if one of them cannot move freely.
template <class T>
Array<int> find_bases(const Tree<T>& tree) {
  Array<int> bases;
  for (int i = 1; i < tree.node_count(); ++i) {
    const auto& node = tree.node(i);
    if (node.parent != 0) continue;
    const Body& body = tree.model().body(node.body);
    require(node.nu == six,
            "joint '{}' holds body '{}' of model '{}' to the world and has {} speeds; a floating base needs "
            "one of six there, such as Free, and trees on a fixed base have calc_inverse_dynamics and "
            "calc_forward_dynamics",
            body.joint_name, body.name, tree.model().name(), node.nu);
    bases.push_back(i);
  }
  return bases;
}

template <class T>
Array<int> joint_speeds(const Tree<T>& tree) {
  Array<int> speeds;
  for (const auto& node : tree.nodes())
    for (int k = 0; node.parent > 0 && k < node.nu; ++k) speeds.push_back(node.u0 + k);
  std::sort(speeds.begin(), speeds.end());
  return speeds;
}

/// Composite inertias of all nodes, about their origins in world axes, from their rotations R and arms r.
template <class T, class Placed>
void calc_composites(const Tree<T>& tree, const Array<Placed>& placed, Array<TreeInertia<T>>& composites) {
  for (int i = 1; i < tree.node_count(); ++i) composites[i] = rotated(placed[i].R, tree.node(i).inertia);
  for (int i = tree.node_count() - 1; i > 0; --i)
    if (const int parent = tree.node(i).parent; parent > 0)
      add(composites[parent], shifted(composites[i], placed[i].r));
}

template <class T>
T dot(const LaneMotion<T>& V, const LaneForce<T>& F) {
  return dot(V.w, F.t) + dot(V.v, F.f);
}

/// The motion H·x of a base under a wrench, with all joints beyond it locked:  (Hᵀ·M·H)·x = Hᵀ·F. Returns
/// that motion.
template <class T>
LaneMotion<T> move_base(const TreeInertia<T>& M, const LaneMotion<T>* H, const LaneForce<T>& F, T* x) {
  T A[six * six];
  for (int k = 0; k < six; ++k) {
    const LaneForce<T> U = momentum<T>(M, H[k]);
    for (int l = 0; l <= k; ++l) A[k * six + l] = dot(H[l], U);
    x[k] = dot(H[k], F);
  }
  factor_LTDL(Constant<six>(), six, A);
  solve_LTDL(Constant<six>(), six, A, x);
  LaneMotion<T> V{zero3<T>(), zero3<T>()};
  for (int k = 0; k < six; ++k) V.w += x[k] * H[k].w, V.v += x[k] * H[k].v;
  return V;
}

/// Mass matrix and bias forces of a state, in the workspace's `mass` and `numbers`.
template <class T>
void calc_equation(const Tree<T>& tree, In<T> q, In<T> u, In<Force<T>> F_B_W, FloatingBase<T>& work,
                   const ForwardDynamicsOptions<T>& options) {
  internal::require_no_locks(options, "forward dynamics of floating bases");
  calc_inverse_dynamics(tree, q, u, {}, F_B_W, work.inverse, work.numbers, {.gravity = options.gravity});
  calc_position_kinematics(tree, q, work.position);
  calc_mass_matrix(tree, work.position, work.mass);
  if (!options.port_inertia.empty()) add_port_inertia(work.mass.matrix, options.port_inertia);
}

}  // namespace

template <class T>
FloatingBase<T>::FloatingBase(const Tree<T>& tree)
    : nodes(tree.node_count()),
      nu(tree.nu()),
      bases(find_bases(tree)),
      joints(joint_speeds(tree)),
      joint_set(tree.nu()),
      hybrid(tree),
      inverse(tree),
      position(tree),
      mass(tree),
      numbers(tree.nu(), T(0)),
      projected(six * tree.nu(), T(0)) {
  for (const int k : joints) joint_set.insert(k);
}

template <class T>
void calc_floating_inverse_dynamics(const Tree<T>& tree, In<T> q, In<T> u, In<T> udot, In<Force<T>> F_B_W,
                                    FloatingBase<T>& work, Out<T> udot_out, Out<T> tau,
                                    const ForwardDynamicsOptions<std::type_identity_t<T>>& options) {
  if (!udot.empty()) require_size(udot, tree.nu(), "udot", "the model has nu");
  require_size(udot_out, tree.nu(), "udot_out", "the model has nu");
  require_size(tau, tree.nu(), "tau", "the model has nu");
  require_stage(tree, work);
  std::fill(work.numbers.begin(), work.numbers.end(), T(0));
  if (!udot.empty())
    for (int k : work.joints) work.numbers[k] = udot[k];
  std::fill(tau.begin(), tau.end(), T(0));
  calc_hybrid_dynamics(tree, q, u, work.joint_set, tau, work.numbers, F_B_W, work.hybrid, options);
  std::copy(work.numbers.begin(), work.numbers.end(), udot_out.begin());
}

template <class T>
void calc_floating_forward_dynamics(const Tree<T>& tree, In<T> q, In<T> u, In<T> tau, In<Force<T>> F_B_W,
                                    FloatingBase<T>& work, Out<T> udot,
                                    const ForwardDynamicsOptions<std::type_identity_t<T>>& options) {
  if (!tau.empty()) require_size(tau, tree.nu(), "tau", "the model has nu");
  require_size(udot, tree.nu(), "udot", "the model has nu");
  require_stage(tree, work);
  calc_equation<T>(tree, q, u, F_B_W, work, options);
  for (T& force : work.numbers) force = -force;
  if (!tau.empty())
    for (int k : work.joints) work.numbers[k] += tau[k];
  factor_LTDL(work.mass.matrix);
  solve_LTDL(work.mass.matrix, work.numbers);
  std::copy(work.numbers.begin(), work.numbers.end(), udot.begin());
}

template <class T>
void calc_floating_joint_equation(const Tree<T>& tree, In<T> q, In<T> u, In<Force<T>> F_B_W,
                                  FloatingBase<T>& work, MatrixX<T>& M, VectorX<T>& bias,
                                  const ForwardDynamicsOptions<std::type_identity_t<T>>& options) {
  require_stage(tree, work);
  calc_equation<T>(tree, q, u, F_B_W, work, options);
  const int n = static_cast<int>(work.joints.size());
  M.resize(n, n);
  M.fill(T(0));
  bias.resize(n);
  const TreePattern& pattern = work.mass.matrix.pattern();
  int first = 0;  // index of the first joint speed on this base
  for (std::size_t b = 0; b < work.bases.size(); ++b) {
    const int u0 = tree.node(work.bases[b]).u0;
    const int end = b + 1 < work.bases.size() ? tree.node(work.bases[b + 1]).u0 : tree.nu();
    T A[six * six], c[six];
    for (int k = 0; k < six; ++k) {
      std::copy_n(work.mass.matrix.row(u0 + k), k + 1, A + k * six);
      c[k] = work.numbers[u0 + k];
    }
    factor_LTDL(Constant<six>(), six, A);
    solve_LTDL(Constant<six>(), six, A, c);
    for (int i = first; i < first + end - u0 - six; ++i) {
      const int speed = work.joints[i];
      const T* row = work.mass.matrix.row(speed);  // the columns of the base come first
      T* solved = work.projected.data() + static_cast<std::ptrdiff_t>(six) * speed;
      std::copy_n(row, six, solved);
      solve_LTDL(Constant<six>(), six, A, solved);
      bias[i] = work.numbers[speed];
      for (int k = 0; k < six; ++k) bias[i] -= row[k] * c[k];
      const int shift = speed - i;
      for (int k = six; k < pattern.length(speed); ++k) M(pattern.columns(speed)[k] - shift, i) = row[k];
      for (int j = first; j <= i; ++j) {
        const T* other = work.projected.data() + static_cast<std::ptrdiff_t>(six) * (j + shift);
        for (int k = 0; k < six; ++k) M(j, i) -= row[k] * other[k];
        M(i, j) = M(j, i);
      }
    }
    first += end - u0 - six;
  }
}

template <class T>
void calc_base_speeds(const Tree<T>& tree, In<T> q, In<T> u, const Force<std::type_identity_t<T>>& total,
                      FloatingBase<T>& work, Out<T> u_out) {
  require_size(u, tree.nu(), "u", "the model has nu");
  require_size(u_out, tree.nu(), "u_out", "the model has nu");
  require_stage(tree, work);
  require(work.bases.size() == 1,
          "model '{}' has {} floating bases, and one momentum cannot say how each moves", tree.model().name(),
          work.bases.size());
  calc_position_kinematics(tree, q, work.position);
  calc_composites(tree, work.position.nodes, work.nodes);
  const int base = work.bases[0];
  const auto& constants = tree.node(work.bases[0]);
  // The momentum that remains for the base, about its origin: the total without that of the joints. A joint
  // moves everything beyond it.
  const Lane3<T>& p = work.position.nodes[base].p;
  LaneForce<T> left{Lane3<T>(total.t) - cross(p, Lane3<T>(total.f)), Lane3<T>(total.f)};
  for (int i = 1; i < tree.node_count(); ++i) {
    const auto& node = tree.node(i);
    if (node.parent == 0) continue;
    LaneMotion<T> V{zero3<T>(), zero3<T>()};
    for (int k = 0; k < node.nu; ++k) {
      const LaneMotion<T> H = column(node, work.position, i, k);
      V.w += u[node.u0 + k] * H.w, V.v += u[node.u0 + k] * H.v;
    }
    const LaneForce<T> P = momentum<T>(work.nodes[i], V);
    left.f = left.f - P.f;
    left.t = left.t - P.t - cross(work.position.nodes[i].p - p, P.f);
  }
  std::copy(u.begin(), u.end(), work.numbers.begin());
  move_base<T>(work.nodes[base], work.position.columns.data() + constants.u0, left,
               work.numbers.data() + constants.u0);
  std::copy(work.numbers.begin(), work.numbers.end(), u_out.begin());
}

#define SARRUS_INSTANTIATE(T)                                                                        \
  template struct FloatingBase<T>;                                                                   \
  template void calc_floating_inverse_dynamics<T>(const Tree<T>&, In<T>, In<T>, In<T>, In<Force<T>>, \
                                                  FloatingBase<T>&, Out<T>, Out<T>,                  \
                                                  const ForwardDynamicsOptions<T>&);                 \
  template void calc_floating_forward_dynamics<T>(const Tree<T>&, In<T>, In<T>, In<T>, In<Force<T>>, \
                                                  FloatingBase<T>&, Out<T>,                          \
                                                  const ForwardDynamicsOptions<T>&);                 \
  template void calc_floating_joint_equation<T>(const Tree<T>&, In<T>, In<T>, In<Force<T>>,          \
                                                FloatingBase<T>&, MatrixX<T>&, VectorX<T>&,          \
                                                const ForwardDynamicsOptions<T>&);                   \
  template void calc_base_speeds<T>(const Tree<T>&, In<T>, In<T>, const Force<T>&, FloatingBase<T>&, Out<T>);
SARRUS_FOR_EACH_SCALAR(SARRUS_INSTANTIATE)
#undef SARRUS_INSTANTIATE

}  // namespace sarrus
