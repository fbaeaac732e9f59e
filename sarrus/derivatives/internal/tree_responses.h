#pragma once
/// @file
/// How the accelerations of a tree change with its coordinates, speeds and forces, without M and ∂τ: with
/// what speeds leave to their parents (speed_response.h), sweeps outward compute the results column by
/// column, O(n²). With the acceleration a of the parent's node, about a reference point that all nodes of a
/// tree share, row j is
///   x_j = −W_j·a − z_j·w,   a ← a + S_j·x_j
/// In the column of δ_k, what lies beyond joint k moves with Ψ̈_k beside, and turns by w = Ψ̇_k.w; in that of
/// u_k with Φ_k, and w = S_k.w. Everything else responds to the force f_k that the joint leaves to its
/// parent, whose node is accelerated by −Λ·f_k,
///   Λ ← (1 − S·Wᵀ)·Λ·(1 − W·Sᵀ) + S·Sᵀ/D      from the parent's node to that of the speed
/// Forces and accelerations act on each other alike: if a torque at speed k accelerates the parent's node of
/// j by a, then the force f_j at this node changes the rate of speed k by  −f_j·a. So the sweep for M⁻¹
/// yields the rows above the diagonal of the others.
///
/// For packs: a single state fills registers with neighboring columns, and is better off with panels
/// (panel_solver.h).

#include "sarrus/derivatives/internal/response_sweep.h"

namespace sarrus::internal {

/// Workspace.
template <class T>
class TreeResponses {
 public:
  explicit TreeResponses(const Tree<T>& tree);

  /// Writes ∂u̇/∂δ, ∂u̇/∂u and M⁻¹ at a motion, with inertias of ports if there are any, into rows
  /// that are `stride` numbers apart and zero before the first call.
  void calc(const Tree<T>& tree, const MotionVariation<T>& motion, In<T> port_inertia, T* rows,
            std::ptrdiff_t stride);

 private:
  /// What is special about two speeds of a joint of general shape: ∂τ_row/∂δ_column has this besides.
  struct Correction {
    int row, column;
    T value;
  };
  void find_corrections(const Tree<T>& tree, const MotionVariation<T>& motion, int node);
  void correct(T* rows, std::ptrdiff_t stride) const;

  ResponsePlan plan_;
  Array<NodeResponse<T>> nodes_;
  Array<char> is_reached_;  // per node: a child has delivered to it
  ResponseMemory<T> memory_;
  Array<Correction> corrections_;
};

template <class T>
TreeResponses<T>::TreeResponses(const Tree<T>& tree)
    : plan_(*tree.pattern(), most_columns),
      nodes_(tree.node_count()),
      is_reached_(tree.node_count(), 0),
      memory_(tree.nu(), plan_) {
  int most = 0;
  for (const auto& node : tree.nodes())
    if (node.shape == JointShape::general) most += node.nu * node.nu;
  corrections_.reserve(most);
}

/// Column j of a joint changes with δ_k by ∂H_j, not by S_k×S_j as columns beyond the joint do:
///   (∂_k H_j)·F,   for j > k also − (S_k×S_j)·F
template <class T>
void TreeResponses<T>::find_corrections(const Tree<T>& tree, const MotionVariation<T>& motion, int i) {
  const auto& node = tree.node(i);
  const LaneForce<T>& F = nodes_[i].wrench;
  for (int k = 0; k < node.nu; ++k)
    for (int j = 0; j < node.nu; ++j) {
      // Those of a free joint are turns about the axes of F and slides along them: the others change nothing.
      if (node.is_free && (k < 3 ? j <= k : j >= 3 || j == k - 3)) continue;
      LaneMotion<T> change = motion.column_change(node, k, j);
      if (j > k) {
        const LaneMotion<T> moved = cross_motion(motion.speeds[node.u0 + k].S, motion.speeds[node.u0 + j].S);
        change = {change.w - moved.w, change.v - moved.v};
      }
      corrections_.push_back({node.u0 + j, node.u0 + k, dot(change.w, F.t, change.v, F.f)});
    }
}

/// Subtracts M⁻¹ times the corrections.
template <class T>
void TreeResponses<T>::correct(T* rows, std::ptrdiff_t stride) const {
  const auto n = static_cast<std::ptrdiff_t>(memory_.speeds.size());
  for (const Correction& each : corrections_)
    for (int i = plan_.tree_first[each.row]; i < plan_.tree_end[each.row]; ++i) {
      T* row = rows + i * stride;
      row[each.column] -= row[2 * n + each.row] * each.value;
    }
}

template <class T>
void TreeResponses<T>::calc(const Tree<T>& tree, const MotionVariation<T>& motion, In<T> port_inertia,
                            T* rows, std::ptrdiff_t stride) {
  corrections_.clear();
  const auto visit = [&](int i) {
    if (tree.node(i).shape == JointShape::general) find_corrections(tree, motion, i);
  };
  if (motion.has_applied) {
    eliminate_speeds<true>(tree, motion, port_inertia, nodes_, is_reached_, memory_.speeds, visit);
    ResponseSweep<T, true>(plan_, *tree.pattern(), memory_, rows, stride).run();
  } else {
    eliminate_speeds<false>(tree, motion, port_inertia, nodes_, is_reached_, memory_.speeds, visit);
    ResponseSweep<T, false>(plan_, *tree.pattern(), memory_, rows, stride).run();
  }
  correct(rows, stride);
}

}  // namespace sarrus::internal
