#pragma once
/// @file
/// Poses, motions and inertias of the nodes of a tree, in the types of the API.

#include "sarrus/dynamics/frames.h"

namespace sarrus {

template <class T>
Lane3<T> zero3() {
  return Lane3<T>(Vec3<T>::zero());
}
/// A motion of the recursions as a motion of the API.
template <class T>
Motion<T> motion_of(const LaneMotion<T>& V) {
  return {Vec3<T>(V.w), Vec3<T>(V.v)};
}
/// R_WK of a node.
template <class T>
Rotation<T> rotation_of(const NodePosition<T>& node) {
  return Rotation<T>(node.R.matrix());
}
/// A node's inertia about its own origin, in world axes.
template <class T>
RigidInertia<T> inertia_in_world(const Tree<T>& tree, const PositionKinematics<T>& position, int node) {
  return rotation_of(position.nodes[node]) * tree.node(node).inertia.template cast<T>();
}

/// The node to which a frame is fixed, and its pose there.
template <class T>
struct FrameOnNode {
  int node;
  Pose<T> X_KF;
  FrameOnNode(const Tree<T>& tree, const FrameOn<T>& F) {
    require(F.body >= 0 && F.body < tree.body_count(), "there is no body {}; model '{}' has bodies 0 to {}",
            F.body, tree.model().name(), tree.body_count() - 1);
    const auto& place = tree.place(F.body);
    node = place.node;
    X_KF = (place.X_KB * F.X_BF).template cast<T>();
  }
  std::size_t index() const { return node; }
};

}  // namespace sarrus
