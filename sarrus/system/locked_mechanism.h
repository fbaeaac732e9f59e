#pragma once
/// @file
/// Joints that are locked at their positions are rigid: accelerations come from a tree of fewer nodes
/// (locked_tree.h). What else is given of the motion, by locks at other levels, on single speeds of a joint
/// or by prescribed motions, is hybrid dynamics of that tree.

#include "sarrus/base/array.h"
#include "sarrus/dynamics/locked_tree.h"
#include "sarrus/system/planar_mechanism.h"

namespace sarrus {

/// The mechanism with rigid joints.
struct LockedMechanism {
  struct Pieces {
    Pieces(const Tree<double>& whole, const IndexSet& locked) : tree(whole, locked), workspace(tree.tree()) {}
    LockedTree<double> tree;
    ForwardDynamics<double> workspace;
    std::optional<PlanarMechanism> planar{};  ///< The same in its plane, if it has one.
    Array<int> speeds{};                      ///< Of the rigid joints.
    std::optional<IndexSet> others{};         ///< Of other joints whose motion is given, if there are any.
  };
  IndexSet locked;                       ///< The speeds that are locked at their positions.
  mutable std::optional<Pieces> pieces;  ///< None where no joint is rigid. Accelerations set coordinates.
};

/// Finds the joints that are rigid.
void find_locked_mechanism(const State& state, LockedMechanism& out);

/// Whether there are rigid joints. A State may have been given speeds of joints that are locked at their
/// positions: then they are not rigid.
bool is_rigid(const State& state, const LockedMechanism& locked);

/// Puts the rigid joints where they are.
void set_coordinates(const State& state, LockedMechanism::Pieces& pieces);

}  // namespace sarrus
