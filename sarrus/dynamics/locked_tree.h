#pragma once
/// @file
/// A tree some of whose joints are locked and at rest. The bodies on both sides of such a joint are one rigid
/// piece, as welded ones are, so that what is left is a tree of fewer nodes, and every recursion over it
/// takes less time. Coordinates, speeds and bodies keep their numbers: arrays are those of the whole tree.
///
///   LockedTree locked(tree, speeds);
///   locked.set_coordinates(tree, q);                    // nothing to do while the locked joints stay
///   ForwardDynamics workspace(locked.tree());
///   calc_forward_dynamics(locked.tree(), q, u, tau, {}, workspace, udot);
///
/// Joints that are held while they move, and single speeds of a joint: calc_hybrid_dynamics().

#include "sarrus/base/array.h"
#include "sarrus/base/array_view.h"
#include "sarrus/base/index_set.h"
#include "sarrus/dynamics/tree.h"
#include "sarrus/scalar/eigen.h"

namespace sarrus {

template <class T>
class LockedTree {
 public:
  using C = ConstantOf<T>;

  /// With those joints locked all of whose speeds are in `locked`, where they stand by default.
  LockedTree(const Tree<T>& tree, const IndexSet& locked);

  /// Puts the locked joints where they are in `q`, the coordinates of all joints; if they are there already,
  /// nothing happens. Says whether anything did. The tree is the one that this was made from, with the same
  /// parameters. Nothing is allocated.
  bool set_coordinates(const Tree<T>& tree, In<C> q);
  /// Takes over other parameters of the tree, the locked joints staying where they are. Nothing is allocated.
  void set_parameters(const Tree<T>& tree);

  /// The tree that is left, for kinematics and for inverse, forward and hybrid dynamics. What belongs to the
  /// locked joints is neither read from arrays nor written to them.
  const Tree<T>& tree() const { return pieces_; }
  /// The speeds of the locked joints.
  const IndexSet& speeds() const { return speeds_; }

 private:
  /// A node of the whole tree whose joint is locked, or which hangs on such a node.
  struct Step {
    int node;         ///< Its number in the whole tree.
    int piece;        ///< Number of the node here that it is, or is part of,
    int root;         ///< and that node's number in the whole tree.
    int q0;           ///< Of a part: its first coordinate among the locked ones.
    bool is_part;     ///< Whether its own joint is locked.
    bool on_part;     ///< Whether that of its parent is.
    bool first_part;  ///< Whether it is the first part of its piece.
  };
  void find_steps(const Tree<T>& tree);
  void join(const Tree<T>& tree);

  Array<char> is_part_;     // per node of the whole tree
  Array<int> piece_of_;     // per node of the whole tree
  Array<Step> steps_;       // outwards
  Array<Pose<C>> X_;        // per node of the whole tree: of a part, its frame in that of its piece
  IndexSet speeds_;         // of the locked joints
  Array<int> coordinates_;  // of the locked joints: their numbers,
  AlignedVector<C> q_, sine_, cosine_;  // their values, and padding
  Tree<T> pieces_;
};

/// `LockedTree locked(tree, speeds)`.
template <class T>
LockedTree(const Tree<T>&, const IndexSet&) -> LockedTree<T>;

}  // namespace sarrus
