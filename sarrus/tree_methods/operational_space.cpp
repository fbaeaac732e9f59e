#include "sarrus/tree_methods/operational_space.h"

#include <algorithm>

#include "sarrus/base/array.h"
#include "sarrus/dynamics/internal/articulated_steps.h"
#include "sarrus/dynamics/node_frame.h"
#include "sarrus/scalar/eigen.h"
#include "sarrus/scalar/scalar_types.h"
#include "sarrus/sparse/symmetric_solve.h"
#include "sarrus/sparse/tree_factorization.h"

namespace sarrus {

using namespace internal;

namespace {

/// Writes the rows of a column of a task's Jacobian.
template <int rows, class T>
void write(const Lane3<T>& w, const Lane3<T>& v, T* to) {
  const Vec3<T> angular(w), linear(v);
  T* last = to + rows - 3;
  if constexpr (rows == 6) to[0] = angular.x, to[1] = angular.y, to[2] = angular.z;
  last[0] = linear.x, last[1] = linear.y, last[2] = linear.z;
}

/// Jᵀ of one task, a row for each speed on its path.
template <int rows, class T>
void calc_transposed_jacobian(const Tree<T>& tree, const PositionKinematics<T>& position, const FrameOn<T>& F,
                              const TreePattern& pattern, T* Y) {
  const FrameOnNode<T> at(tree, F);
  const NodePosition<T>& last = position.nodes[at.index()];
  const Lane3<T> p = last.p + last.R * at.X_KF.p;
  for (int i = at.node; i > 0; i = tree.node(i).parent) {
    const auto& node = tree.node(i);
    const Lane3<T> r = p - position.nodes[i].p;
    for (int k = 0; k < node.nu; ++k) {
      const LaneMotion<T> H = column(node, position, i, k);
      write<rows, T>(H.w, H.v + cross(H.w, r), Y + rows * (pattern.length(node.u0 + k) - 1));
    }
  }
}

/// Y = L⁻ᵀ·Jᵀ of one task over the path to its speed `tip`, and D⁻¹·Y.
template <int rows, class T>
void solve_task(const Tree<T>& tree, const PositionKinematics<T>& position, const TreeMatrix<T>& factors,
                const FrameOn<T>& F, int tip, T* Y, T* scaled) {
  calc_transposed_jacobian<rows>(tree, position, F, factors.pattern(), Y);
  const int* path = factors.pattern().columns(tip);
  for (int i = factors.pattern().length(tip) - 1; i >= 0; --i) {
    const T* row = factors.row(path[i]);
    T from[rows];
    std::copy_n(Y + rows * i, rows, from);
    for (int k = 0; k < i; ++k)
      for (int r = 0; r < rows; ++r) Y[rows * k + r] -= row[k] * from[r];
    const T inverse_D = T(1) / factors.diagonal(path[i]);
    for (int r = 0; r < rows; ++r) scaled[rows * i + r] = inverse_D * from[r];
  }
}

/// Y of one task and D⁻¹·Y by the inward sweep of unit forces on the frame: each joint takes the component
/// along it, and the rest, corrected for the acceleration of the joint, is passed on to the parent.
template <int rows, class T>
void sweep_task(const Tree<T>& tree, const PositionKinematics<T>& position,
                const ForwardDynamics<T>& articulated, const FrameOn<T>& F, T* Y, T* scaled) {
  const FrameOnNode<T> at(tree, F);
  const Lane3<T> arm = position.nodes[at.index()].R * at.X_KF.p;
  LaneForce<T> rest[rows];  // forces that nodes carry, with the opposite sign
  for (int r = 0; r < rows; ++r) {
    const Lane3<T> unit(
        Vec3<T>{T(r % 3 == 0 ? -1.0 : 0.0), T(r % 3 == 1 ? -1.0 : 0.0), T(r % 3 == 2 ? -1.0 : 0.0)});
    rest[r] = r < rows - 3 ? LaneForce<T>{unit, zero3<T>()} : LaneForce<T>{cross(arm, unit), unit};
  }
  for (int i = at.node; i > 0; i = tree.node(i).parent) {
    const auto& constants = tree.node(i);
    const int first = tree.pattern()->length(constants.u0) - 1;
    T* own = Y + rows * first;
    for (int a = 0; a < constants.nu; ++a) {
      const LaneMotion<T> H = column(constants, position, i, a);
      for (int r = 0; r < rows; ++r) own[rows * a + r] = -dot(H.w, rest[r].t, H.v, rest[r].f);
    }
    for (int r = 0; r < rows && constants.parent > 0; ++r) {
      rest[r] = at_parent<T>(rest[r], articulated.nodes[i].r);
      for (int a = 0; a < constants.nu; ++a)
        rest[r] += own[rows * a + r] * articulated.speeds[constants.u0 + a].W;
    }
    const T* factors = articulated.factors.data() + factor_stride * constants.u0;
    for (int a = constants.nu - 1; a >= 0; --a)
      for (int r = 0; r < rows; ++r) {
        for (int k = 0; k < a; ++k) own[rows * k + r] -= factors[factor_stride * a + k] * own[rows * a + r];
        scaled[rows * (first + a) + r] = factors[factor_stride * a + a] * own[rows * a + r];
      }
  }
}

/// The block of Λ⁻¹ of two tasks: Σ (D⁻¹·Y_a)ᵀ·Y_b over the `count` speeds that the paths of both share.
template <int rows_a, int rows_b, class T>
void multiply_paths(const T* scaled, const T* Y, int count, T* block) {
  T sum[rows_a * rows_b];
  for (T& x : sum) x = T(0);
  for (int k = 0; k < count; ++k)
    for (int r = 0; r < rows_a; ++r)
      for (int s = 0; s < rows_b; ++s) sum[rows_b * r + s] += scaled[rows_a * k + r] * Y[rows_b * k + s];
  std::copy_n(sum, rows_a * rows_b, block);
}
template <int rows_a, class T>
void multiply_paths(const T* scaled, const T* Y, bool b_is_point, int count, T* block) {
  if (b_is_point)
    multiply_paths<rows_a, 3>(scaled, Y, count, block);
  else
    multiply_paths<rows_a, 6>(scaled, Y, count, block);
}

/// The outermost speed on the path to a frame.
template <class T>
int find_tip(const Tree<T>& tree, const FrameOn<T>& F) {
  const int node = FrameOnNode<T>(tree, F).node;
  require(node > 0, "body '{}' of model '{}' cannot move, so that no force on it has an effect; leave it out",
          tree.model().body(F.body).name, tree.model().name());
  return tree.node(node).u0 + tree.node(node).nu - 1;
}

/// Computes Λ⁻¹ from Y and D⁻¹·Y, which `find_Y(task, tip, Y, D⁻¹·Y)` computes.
template <class T, class FindY>
void calc_blocks(OperationalSpace<T>& out, const FindY& find_Y) {
  const int* common = out.common.data();
  for (std::size_t a = 0; a < out.tasks.size(); ++a) {
    const auto& [tip, row, start] = out.places[a];
    const OperationalTask<T>& task = out.tasks[a];
    T *Y = out.Y.data() + start, *scaled = out.scaled.data() + start;
    find_Y(task, tip, Y, scaled);
    for (std::size_t b = 0; b <= a; ++b, ++common) {
      const auto& other = out.places[b];
      const int height = task.rows(), width = out.tasks[b].rows();
      T block[36];
      const T* Y_b = out.Y.data() + other.start;
      if (task.point)
        multiply_paths<3>(scaled, Y_b, out.tasks[b].point, *common, block);
      else
        multiply_paths<6>(scaled, Y_b, out.tasks[b].point, *common, block);
      for (int r = 0; r < height; ++r)
        for (int s = 0; s < (a == b ? r + 1 : width); ++s)
          out.inverse_inertia(row + r, other.row + s) = out.inverse_inertia(other.row + s, row + r) =
              block[width * r + s];
    }
  }
}

}  // namespace

template <class T>
OperationalSpace<T>::OperationalSpace(const Tree<T>& tree, Array<OperationalTask<T>> wanted)
    : tasks(std::move(wanted)), nu(tree.nu()) {
  const TreePattern& pattern = *tree.pattern();
  int row = 0, start = 0;
  for (const OperationalTask<T>& task : tasks) {
    places.push_back({find_tip(tree, task.frame), row, start});
    for (const Place& other : places) common.push_back(pattern.common_length(places.back().tip, other.tip));
    row += task.rows();
    start += task.rows() * pattern.length(places.back().tip);
  }
  Y.assign(start, T(0));
  scaled = Y;
  factors.assign(row * row, T(0));
  inverse_inertia = inertia = MatrixX<T>::Constant(row, row, T(0));
}

template <class T>
void calc_inverse_operational_inertia(const Tree<T>& tree, const PositionKinematics<T>& position,
                                      const TreeMatrix<T>& factors, OperationalSpace<T>& out) {
  require_stage(tree, position);
  require(
      out.nu == tree.nu() && factors.size() == tree.nu(),
      "an operational space of {} speeds and factors of size {} were given with a tree of {} speeds; make "
      "them from this tree",
      out.nu, factors.size(), tree.nu());
  calc_blocks<T>(out, [&](const OperationalTask<T>& task, int tip, T* Y, T* scaled) {
    if (task.point)
      solve_task<3>(tree, position, factors, task.frame, tip, Y, scaled);
    else
      solve_task<6>(tree, position, factors, task.frame, tip, Y, scaled);
  });
}

template <class T>
void calc_inverse_operational_inertia(const Tree<T>& tree, const PositionKinematics<T>& position,
                                      const ForwardDynamics<T>& articulated, OperationalSpace<T>& out) {
  require_stage(tree, position);
  require_stage(tree, articulated);
  require(out.nu == tree.nu(),
          "an operational space of {} speeds was given with a tree of {}; make it from this tree", out.nu,
          tree.nu());
  require(!articulated.cuts && !articulated.hybrid,
          "the articulated inertias are those of forward dynamics, which leaves some of them out; compute "
          "them by calc_articulated_inertias()");
  calc_blocks<T>(out, [&](const OperationalTask<T>& task, int, T* Y, T* scaled) {
    if (task.point)
      sweep_task<3>(tree, position, articulated, task.frame, Y, scaled);
    else
      sweep_task<6>(tree, position, articulated, task.frame, Y, scaled);
  });
}

template <class T>
void calc_operational_inertia(OperationalSpace<T>& out) {
  const int n = out.rows();
  std::copy_n(out.inverse_inertia.data(), out.factors.size(), out.factors.data());
  factor_LTDL(n, n, out.factors.data());
  out.inertia.fill(T(0));
  for (int c = 0; c < n; ++c) {
    out.inertia(c, c) = T(1);
    solve_LTDL(n, n, out.factors.data(), &out.inertia(0, c));
  }
}

template <class T>
void calc_consistent_inverse(const TreeMatrix<T>& factors, const OperationalSpace<T>& from,
                             MatrixX<T>& J_bar) {
  require(factors.size() == from.nu, "the factors have size {}, but the operational space is of {} speeds",
          factors.size(), from.nu);
  const int n = from.rows();
  J_bar.resize(from.nu, n);
  J_bar.fill(T(0));
  for (int c = 0; c < n; ++c) {
    for (std::size_t a = 0; a < from.tasks.size(); ++a) {
      const auto& [tip, row, start] = from.places[a];
      const int rows = from.tasks[a].rows();
      const int* path = factors.pattern().columns(tip);
      const T* scaled = from.scaled.data() + start;
      for (int k = 0; k < factors.pattern().length(tip); ++k)
        for (int r = 0; r < rows; ++r) J_bar(path[k], c) += scaled[rows * k + r] * from.inertia(row + r, c);
    }
    solve_L(factors, Out<T>(&J_bar(0, c), from.nu), FactorDiagonal::ones);
  }
}

#define SARRUS_INSTANTIATE(T)                                                                         \
  template struct OperationalSpace<T>;                                                                \
  template void calc_inverse_operational_inertia<T>(const Tree<T>&, const PositionKinematics<T>&,     \
                                                    const TreeMatrix<T>&, OperationalSpace<T>&);      \
  template void calc_inverse_operational_inertia<T>(const Tree<T>&, const PositionKinematics<T>&,     \
                                                    const ForwardDynamics<T>&, OperationalSpace<T>&); \
  template void calc_operational_inertia<T>(OperationalSpace<T>&);                                    \
  template void calc_consistent_inverse<T>(const TreeMatrix<T>&, const OperationalSpace<T>&, MatrixX<T>&);
SARRUS_FOR_EACH_SCALAR(SARRUS_INSTANTIATE)
#undef SARRUS_INSTANTIATE

}  // namespace sarrus
