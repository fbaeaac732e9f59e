#pragma once
/// @file
#include "sarrus/base/array.h"
#include "sarrus/dynamics/kinematics.h"
#include "sarrus/spatial/lane_inertia.h"

namespace sarrus {

/// Composite inertia of each node: with everything beyond it, as if its joints were locked; about the node's
/// origin, in world axes. That of node 0 belongs to all bodies.
template <class T = double>
struct CompositeInertias {
  explicit CompositeInertias(const Tree<T>& tree) : nodes(tree.node_count()), nu(tree.nu()) {}
  Array<TreeInertia<T>> nodes;
  int nu;
};

template <class T>
void calc_composite_inertias(const Tree<T>& tree, const PositionKinematics<T>& position,
                             CompositeInertias<T>& out);

}  // namespace sarrus
