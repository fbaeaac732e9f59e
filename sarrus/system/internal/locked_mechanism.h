#pragma once
/// @file
/// Joints that are locked at their positions are rigid: accelerations are computed on a tree with fewer nodes
/// (locked_tree.h). Other given motions (locks at other levels or on single speeds of a joint, prescribed
/// motions) are handled by hybrid dynamics of that tree.

#include "sarrus/base/array.h"
#include "sarrus/dynamics/locked_tree.h"
#include "sarrus/system/internal/planar_mechanism.h"

namespace sarrus::internal {

/// The mechanism with rigid joints.
struct LockedMechanism {
  struct Pieces {
    Pieces(const Tree<double>& whole, const IndexSet& locked) : tree(whole, locked), workspace(tree.tree()) {}
    LockedTree<double> tree;
    ForwardDynamics<double> workspace;
    std::optional<PlanarMechanism> planar{};  ///< Its planar version, if it moves in a plane.
    Array<int> speeds{};                      ///< Speeds of the rigid joints.
    std::optional<IndexSet> others{};  ///< Speeds of other joints whose motion is given, if there are any.
  };
  IndexSet locked;  ///< The speeds that are locked at their positions.
  /// None if no joint is rigid. Computing accelerations sets its coordinates.
  mutable std::optional<Pieces> pieces;
};

/// Finds the joints that are rigid.
void find_locked_mechanism(const State& state, LockedMechanism& out);

/// True if there are rigid joints. A State may hold nonzero speeds of joints that are locked at their
/// positions: then they are not rigid.
bool is_rigid(const State& state, const LockedMechanism& locked);

/// Sets the rigid joints to their coordinates in the State.
void set_coordinates(const State& state, LockedMechanism::Pieces& pieces);

}  // namespace sarrus::internal
