#pragma once
/// @file
/// Position, velocity and acceleration kinematics of a whole tree. Stages are types: PositionKinematics is
/// computed from q, VelocityKinematics from (q, u), AccelerationKinematics from (q, u, u̇). A function that
/// needs a stage takes it as an argument, so that a missing stage does not compile. All quantities are those
/// of the nodes of the tree (see tree.h), in world axes, about the nodes' own origins; frames.h derives poses
/// and velocities of bodies from them. Nothing is allocated after construction.

#include "sarrus/base/aligned_array.h"
#include "sarrus/base/array.h"
#include "sarrus/base/array_view.h"
#include "sarrus/dynamics/tree.h"
#include "sarrus/spatial/lane3.h"

namespace sarrus {

/// Pose of a node.
template <class T>
struct NodePosition {
  LaneRotation<T> R;  ///< R_WK.
  Lane3<T> p;         ///< p_WK.
  Lane3<T> r;         ///< Vector from the parent node's origin to this one's.
};

/// Position stage: results that depend on the coordinates.
template <class T = double>
struct PositionKinematics {
  explicit PositionKinematics(const Tree<T>& tree);

  Array<NodePosition<T>> nodes;
  int nu;
  /// Per speed: H of joints of general shape, in world axes at the node's origin.
  Array<LaneMotion<T>> columns;
  /// Per node: orientation of the joint's frame F, for joints of general shape.
  Array<LaneRotation<T>> R_WF;
  AlignedArray<T> q, sine, cosine;  ///< Inputs, per coordinate, with padding.
};

/// Velocity stage: results that depend on the coordinates and speeds.
template <class T = double>
struct VelocityKinematics {
  explicit VelocityKinematics(const Tree<T>& tree);

  Array<LaneMotion<T>> nodes;  ///< V_WK.
  int nu;
  Array<T> u;  ///< The input.
};

/// Acceleration stage: results that depend on the coordinates, speeds and their rates. The linear parts are
/// the accelerations of the nodes' origins.
template <class T = double>
struct AccelerationKinematics {
  explicit AccelerationKinematics(const Tree<T>& tree);

  Array<LaneMotion<T>> nodes;  ///< A_WK.
  int nu;
};

/// Throws unless a stage was constructed for this tree.
template <class T, class Stage>
void require_stage(const Tree<T>& tree, const Stage& stage) {
  if (std::ssize(stage.nodes) != tree.node_count() || stage.nu != tree.nu()) [[unlikely]]
    fail(
        "a stage with {} nodes and {} speeds was given with a tree of {} nodes and {} speeds; make one from "
        "this tree",
        stage.nodes.size(), stage.nu, tree.node_count(), tree.nu());
}

/// Poses from coordinates.
template <class T>
void calc_position_kinematics(const Tree<T>& tree, In<T> q, PositionKinematics<T>& out);

/// Velocities from speeds:  V_WK = shift(V_WP, r) + H·u.
template <class T>
void calc_velocity_kinematics(const Tree<T>& tree, const PositionKinematics<T>& position, In<T> u,
                              VelocityKinematics<T>& out);

/// Accelerations from rates of speeds; an empty `udot` means zero, and the result is then the bias J̇·u of all
/// nodes.
template <class T>
void calc_acceleration_kinematics(const Tree<T>& tree, const PositionKinematics<T>& position,
                                  const VelocityKinematics<T>& velocity, In<T> udot,
                                  AccelerationKinematics<T>& out);

/// Column `k` of a node's joint, in world axes at the node's origin.
template <class T>
LaneMotion<T> column(const TreeNode<ConstantOf<T>>& node, const PositionKinematics<T>& position,
                     int node_number, int k);

}  // namespace sarrus
