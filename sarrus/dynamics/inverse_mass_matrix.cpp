#include "sarrus/dynamics/inverse_mass_matrix.h"

#include <algorithm>

#include "sarrus/base/array.h"
#include "sarrus/dynamics/internal/articulated_steps.h"
#include "sarrus/scalar/eigen.h"
#include "sarrus/scalar/internal/chunk.h"
#include "sarrus/scalar/scalar_types.h"
#include "sarrus/sparse/symmetric_solve.h"
#include "sarrus/sparse/tree_factorization.h"

namespace sarrus {

using namespace internal;

namespace {

/// Columns are processed in registers of this many plain numbers, and arrays are padded to them.
template <class T>
constexpr int columns_at_once = chunk_size<T, 8>;
template <class T>
int padded(int n) {
  return (n + columns_at_once<T> - 1) / columns_at_once<T> * columns_at_once<T>;
}

/// Calls f(E, j) for the columns from `first`, rounded down, to `end`, in whole registers E as far as
/// possible.
template <class T, class F>
SARRUS_ALWAYS_INLINE void for_columns(int first, int end, F f) {
  int j = first / columns_at_once<T> * columns_at_once<T>;
  for (; j + columns_at_once<T> <= end; j += columns_at_once<T>) f(Chunk<T, 8>(), j);
  for (; j < end; ++j) f(T(), j);
}

/// Calls f(0), f(1), … f(5), unrolled, so that arrays of registers stay in registers.
template <class F>
SARRUS_ALWAYS_INLINE void for_six(F f) {
  f(0), f(1), f(2), f(3), f(4), f(5);
}
template <class T, class E>
SARRUS_ALWAYS_INLINE E dot_six(const T* a, const E* b) {
  return (a[0] * b[0] + a[1] * b[1] + a[2] * b[2]) + (a[3] * b[3] + a[4] * b[4] + a[5] * b[5]);
}

/// Writes the columns of a node's joint and the forces that they pass inward, about the reference point.
template <class T>
void write_columns(const Tree<T>& tree, int i, InverseMass<T>& out) {
  const auto& node = tree.node(i);
  const ForwardDynamics<T>& from = out.articulated;
  const ArticulatedNode<T>& at = from.nodes[i];
  const Lane3<T>& p_parent = out.reference[node.parent];
  Lane3<T>& p = out.reference[i];
  p = node.parent == 0 ? zero3<T>() : p_parent + at.r;
  for (int k = node.u0; k < node.u0 + node.nu; ++k) {
    const int speed = k;
    const LaneMotion<T> column = node.shape == JointShape::revolute    ? LaneMotion<T>{at.axis, zero3<T>()}
                                 : node.shape == JointShape::prismatic ? LaneMotion<T>{zero3<T>(), at.axis}
                                                                       : from.joints.columns[speed];
    const LaneForce<T>& F = from.speeds[speed].W;
    const Lane3<T> v = column.v + cross(p, column.w), t = F.t + cross(p_parent, F.f);
    auto& to = out.columns[speed];
    for (int c = 0; c < 3; ++c) {
      to.H[c] = column.w[c], to.H[c + 3] = v[c];
      to.W[c] = t[c], to.W[c + 3] = F.f[c];
    }
  }
}

/// Inward step for the `nu` speeds of a joint and the unit forces of all speeds beyond: with the force F that
/// a unit force has become, x = −Hᵀ·F is the part that the joint does not resist. It causes the acceleration
/// D⁻¹·x, and F + W·x is passed on. For its own unit forces F = 0 and x = 1.
template <class Size, class T>
void reduce_columns(Size nu, const typename InverseMass<T>::Step& step, int u0, InverseMass<T>& out) {
  const auto stride = out.lines.rows();
  T *F = out.forces.data(), *line = out.lines.data() + u0 * stride;
  const T* factors = out.articulated.factors.data() + factor_stride * u0;
  const auto* columns = out.columns.data() + u0;
  for_columns<T>(u0, step.end, [&]<class E>(E, int j) {
    E f[6], x[max_joint_speeds];
    for_six([&](int c) { f[c] = load_chunk<E>(F + c * stride + j); });
    for (int a = 0; a < nu; ++a) x[a] = -dot_six(columns[a].H, f);
    for (int a = 0; a < nu; ++a) for_six([&](int c) { f[c] += columns[a].W[c] * x[a]; });
    for_six([&](int c) { store_chunk(f[c], F + c * stride + j); });
    solve_LTDL(nu, factor_stride, factors, x);
    for (int a = 0; a < nu; ++a) store_chunk(x[a], line + a * stride + j);
  });
  for (int b = 0; b < nu; ++b) {
    T x[max_joint_speeds];
    for (int a = 0; a < nu; ++a) x[a] = T(a == b ? 1 : 0);
    solve_LTDL(nu, factor_stride, factors, x);
    for (int a = 0; a < nu; ++a) line[a * stride + u0 + b] = x[a];
    for_six([&](int c) { F[c * stride + u0 + b] = columns[b].W[c]; });
  }
  for (int a = 0; a < nu; ++a)
    std::fill(line + a * stride + step.end, line + a * stride + step.tree_end, T(0));
}

/// Outward step:  u̇ = D⁻¹·x − Wᵀ·a_P,  a = a_P + H·u̇.  If the parent is the world, a_P = 0.
template <class Size, class T>
void expand_columns(Size nu, const typename InverseMass<T>::Step& step, const TreeNode<ConstantOf<T>>& node,
                    InverseMass<T>& out) {
  const auto stride = out.lines.rows();
  T *line = out.lines.data() + node.u0 * stride, *own = out.accelerations.data() + 6 * stride * step.slot;
  const T* parent = out.accelerations.data() + 6 * stride * step.parent_slot;
  const auto* columns = out.columns.data() + node.u0;
  const bool first = node.parent == 0, goes_on = !node.is_leaf;
  for_columns<T>(node.u0, step.tree_end, [&]<class E>(E, int j) {
    E a_parent[6], rate[max_joint_speeds];
    for_six([&](int c) { a_parent[c] = first ? E(T(0)) : load_chunk<E>(parent + c * stride + j); });
    for (int a = 0; a < nu; ++a) {
      rate[a] = load_chunk<E>(line + a * stride + j) - dot_six(columns[a].W, a_parent);
      store_chunk(rate[a], line + a * stride + j);
    }
    if (!goes_on) return;
    for (int a = 0; a < nu; ++a) for_six([&](int c) { a_parent[c] += columns[a].H[c] * rate[a]; });
    for_six([&](int c) { store_chunk(a_parent[c], own + c * stride + j); });
  });
}

/// Writes the symmetric matrix of which the lines are the lower triangle, in blocks that stay in the L1
/// cache.
template <class T>
void write_symmetric(const MatrixX<T>& lines, int n, MatrixX<T>& to) {
  constexpr int block = 8;
  to.resize(n, n);
  for (int k0 = 0; k0 < n; k0 += block)
    for (int j0 = k0; j0 < n; j0 += block)
      for (int k = k0; k < std::min(k0 + block, n); ++k)
        for (int j = std::max(j0, k); j < std::min(j0 + block, n); ++j) to(j, k) = to(k, j) = lines(j, k);
}

template <class T>
void calc_inverse_by_articulated_bodies(const Tree<T>& tree, In<T> q, InverseMass<T>& out,
                                        MatrixX<T>& inverse) {
  calc_articulated_inertias(tree, q, out.articulated);
  for (int i = 1; i < tree.node_count(); ++i) write_columns(tree, i, out);
  out.forces.fill(T(0));
  for (auto step = out.steps.rbegin(); step != out.steps.rend(); ++step) {
    const auto& node = tree.node(step->node);
    if (node.nu == 1)
      reduce_columns(Constant<1>(), *step, node.u0, out);
    else
      reduce_columns(node.nu, *step, node.u0, out);
  }
  for (const auto& step : out.steps) {
    const auto& node = tree.node(step.node);
    if (node.nu == 1)
      expand_columns(Constant<1>(), step, node, out);
    else
      expand_columns(node.nu, step, node, out);
  }
  write_symmetric(out.lines, tree.nu(), inverse);
}

}  // namespace

template <class T>
InverseMassMethod quicker_inverse_mass_method(const Tree<T>& tree) {
  long entries = 0;
  for (int i = 0; i < tree.nu(); ++i) entries += tree.pattern()->length(i);
  return entries < 15l * tree.nu() ? InverseMassMethod::factors : InverseMassMethod::articulated_bodies;
}

template <class T>
InverseMass<T>::InverseMass(const Tree<T>& tree, InverseMassMethod method_)
    : method(method_),
      position(tree),
      mass(tree),
      articulated(tree),
      reference(tree.node_count(), zero3<T>()),
      columns(tree.nu()) {
  for (int i = 1; i < tree.node_count(); ++i)
    steps.push_back({.node = i, .end = tree.node(i).u0 + tree.node(i).nu, .tree_end = 0});
  std::sort(steps.begin(), steps.end(),
            [&](const Step& a, const Step& b) { return tree.node(a.node).u0 < tree.node(b.node).u0; });
  Array<Step*> of(tree.node_count(), nullptr);
  for (Step& step : steps) of[step.node] = &step;
  const auto parent = [&](const Step& step) { return of[tree.node(step.node).parent]; };
  for (auto step = steps.rbegin(); step != steps.rend(); ++step)
    if (Step* to = parent(*step)) to->end = std::max(to->end, step->end);
  int slots = 1;
  for (Step& step : steps) {
    const Step* from = parent(step);
    step.tree_end = from ? from->tree_end : step.end;
    step.parent_slot = from ? from->slot : 0;
    step.slot = from && step.end < from->end ? from->slot + 1 : step.parent_slot;
    slots = std::max(slots, step.slot + 1);
  }
  // There is room for whole registers past the last speed.
  for (Step& step : steps) {
    if (step.end == tree.nu()) step.end = padded<T>(tree.nu());
    if (step.tree_end == tree.nu()) step.tree_end = padded<T>(tree.nu());
  }
  lines = MatrixX<T>::Constant(padded<T>(tree.nu()), tree.nu(), T(0));
  forces = MatrixX<T>::Constant(lines.rows(), 6, T(0));
  accelerations = MatrixX<T>::Constant(lines.rows(), 6 * slots, T(0));
}

template <class T>
void calc_inverse_mass_matrix(const Tree<T>& tree, In<T> q, InverseMass<T>& out, MatrixX<T>& inverse) {
  if (out.method == InverseMassMethod::articulated_bodies) {
    calc_inverse_by_articulated_bodies<T>(tree, q, out, inverse);
    return;
  }
  calc_position_kinematics(tree, q, out.position);
  calc_mass_matrix(tree, out.position, out.mass);
  factor_LTDL(out.mass.matrix);
  calc_inverse_from_LTDL(out.mass.matrix, out.lines, inverse);
}

#define SARRUS_INSTANTIATE(T)                                                \
  template InverseMassMethod quicker_inverse_mass_method<T>(const Tree<T>&); \
  template struct InverseMass<T>;                                            \
  template void calc_inverse_mass_matrix<T>(const Tree<T>&, In<T>, InverseMass<T>&, MatrixX<T>&);
SARRUS_FOR_EACH_SCALAR(SARRUS_INSTANTIATE)
#undef SARRUS_INSTANTIATE

}  // namespace sarrus
