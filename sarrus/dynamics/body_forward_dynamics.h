#pragma once
/// @file
/// Forward dynamics of packs in the nodes' own axes: the articulated-body algorithm in the form with the
/// fewest operations and stores. The axis of a joint is z, so that A·h is a column of A and D one of its
/// entries; an articulated inertia is moved to the parent by rotations about z and x (body_node.h).
///
/// It applies to trees of pins and sliders, with or without free joints on the world, without locks, ports
/// and applied forces; forward_dynamics.cpp handles all others in world axes.

#include "sarrus/base/array.h"
#include "sarrus/dynamics/inverse_dynamics.h"
#include "sarrus/spatial/articulated_inertia.h"

namespace sarrus {

/// Workspace of forward dynamics in the nodes' own axes.
template <class T>
struct BodyForwardDynamics {
  explicit BodyForwardDynamics(const Tree<T>& tree)
      : bias(tree), loads(tree.load_slot_count()), speeds(tree.nu()), increments(tree.slot_count()) {}

  /// Load of a node from everything beyond it, in its axes: without its own inertia and bias.
  struct Load {
    ArticulatedInertia<T> A;
    Force<T> bias;
  };
  /// Result of the inward sweep for a speed: u̇ = value − W·Δ with the increment Δ of the acceleration that
  /// the node would have without it, in the node's axes.
  struct Speed {
    Force<T> W;
    T value;
  };
  /// The coordinates of the last call.
  In<T> coordinates(const Tree<T>& tree) const { return {bias.joints.q.data(), tree.nq()}; }

  InverseDynamics<T> bias;      ///< First sweep: wrenches at u̇ = 0.
  Array<Load> loads;            ///< Per load slot.
  Array<Speed> speeds;          ///< Per speed; for a free joint, only the values.
  Array<Motion<T>> increments;  ///< Per slot.
};

}  // namespace sarrus
