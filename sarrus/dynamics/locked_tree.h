#pragma once
/// @file
/// A tree with some joints locked and at rest. The bodies on both sides of such a joint form one rigid piece,
/// like welded ones, so that a tree of fewer nodes remains, and every recursion over it costs less time.
/// Coordinates, speeds and bodies keep their numbers: arrays are those of the whole tree.
///
///   LockedTree locked(tree, speeds);
///   locked.set_coordinates(tree, q);                    // nothing to do while the locked joints stay
///   ForwardDynamics workspace(locked.tree());
///   calc_forward_dynamics(locked.tree(), q, u, tau, {}, workspace, udot);
///
/// For joints that are held while they move, and for single speeds of a joint, see calc_hybrid_dynamics().

#include "sarrus/base/aligned_array.h"
#include "sarrus/base/array.h"
#include "sarrus/base/array_view.h"
#include "sarrus/base/index_set.h"
#include "sarrus/dynamics/tree.h"

namespace sarrus {

template <class T>
class LockedTree {
 public:
  using C = ConstantOf<T>;

  /// Locks the joints whose speeds are all in `locked`, at their default coordinates.
  LockedTree(const Tree<T>& tree, const IndexSet& locked);

  /// Moves the locked joints to their coordinates in `q`, which holds those of all joints. Returns false,
  /// without doing anything, if they are there already. The tree must be the one that this was constructed
  /// from, with the same parameters. Nothing is allocated.
  bool set_coordinates(const Tree<T>& tree, In<C> q);
  /// Copies other parameters of the tree; the locked joints stay where they are. Nothing is allocated.
  void set_parameters(const Tree<T>& tree);

  /// The remaining tree, for kinematics and for inverse, forward and hybrid dynamics. Array elements of the
  /// locked joints are neither read nor written.
  const Tree<T>& tree() const { return pieces_; }
  /// The speeds of the locked joints.
  const IndexSet& speeds() const { return speeds_; }

 private:
  /// A node of the whole tree whose joint is locked, or whose parent is such a node.
  struct Step {
    int node;         ///< Its number in the whole tree.
    int piece;        ///< Number of the node in the remaining tree that it is, or is part of.
    int root;         ///< Number of that node in the whole tree.
    int q0;           ///< Index of its first coordinate among the locked ones, if its joint is locked.
    bool is_part;     ///< True if its own joint is locked.
    bool on_part;     ///< True if the joint of its parent is locked.
    bool first_part;  ///< True if it is the first part of its piece.
  };
  void find_steps(const Tree<T>& tree);
  void join(const Tree<T>& tree);

  Array<char> is_part_;                // per node of the whole tree
  Array<int> piece_of_;                // per node of the whole tree
  Array<Step> steps_;                  // outwards
  Array<Pose<C>> X_;                   // per node of the whole tree: frame of a part in that of its piece
  IndexSet speeds_;                    // speeds of the locked joints
  Array<int> coordinates_;             // coordinate numbers of the locked joints
  AlignedArray<C> q_, sine_, cosine_;  // values of these coordinates, with padding
  Tree<T> pieces_;
};

/// Deduction guide: `LockedTree locked(tree, speeds)`.
template <class T>
LockedTree(const Tree<T>&, const IndexSet&) -> LockedTree<T>;

}  // namespace sarrus
