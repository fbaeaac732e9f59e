#pragma once
/// @file
/// The Jacobian of one frame directly from the coordinates: only the joints between the frame and the world
/// are visited, which are few on a branched tree.

#include "sarrus/base/aligned_array.h"
#include "sarrus/base/array.h"
#include "sarrus/dynamics/frames.h"

namespace sarrus {

/// Workspace of the Jacobian of a frame.
template <class T>
struct PathJacobian {
  explicit PathJacobian(const Tree<T>& tree);

  Array<int> path;  ///< Nodes from the world outward.
  AlignedArray<T> angle, q, sine,
      cosine;                    ///< Per node on the path, with padding; aligned to whole registers.
  Array<LaneMotion<T>> columns;  ///< Per speed on the path, at its node's origin.
  Array<Lane3<T>> p;             ///< Per node on the path: its origin in the world.
  int nu;
};

/// The 6×nu Jacobian of a frame at coordinates q, in world axes, angular rows first; zero in the columns of
/// joints that do not move it.
template <class T>
void calc_frame_jacobian(const Tree<T>& tree, In<T> q, const FrameOn<std::type_identity_t<T>>& F,
                         PathJacobian<T>& workspace, MatrixX<T>& J);

}  // namespace sarrus
