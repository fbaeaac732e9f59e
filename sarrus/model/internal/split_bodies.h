#pragma once
/// @file
/// Turns the joints that close loops into joints of the tree. A body at which k of them end is split into k +
/// 1 parts that lie in the same place: one stays where the body was, each of the others, its copies, is the
/// child of one of these joints. All have the same center of mass and the same fraction of the body's mass
/// and inertia, so that they move like the body as long as they are held together.

#include "sarrus/base/array.h"
#include "sarrus/model/spanning_tree.h"

namespace sarrus::internal {

/// A part of a body that is the child of a joint that closes a loop. Its frame is the body's.
struct BodyPart {
  std::string name, body, joint;
};

/// A tree with all joints, and the copies that must be held together for it to represent the mechanism.
struct SplitBodies {
  ModelDescription tree;
  Array<BodyPart> copies;
};

/// Splits the child of each joint that closes a loop. If the child is the world or lacks the inertia that the
/// child of this joint needs, splits the parent and reverses the joint. These joints start at the best fit to
/// the default coordinates of the others, within their limits: closed, if the model is. Throws an Error if
/// neither body can be split.
SplitBodies split_bodies(const SpanningTree& spanning);

}  // namespace sarrus::internal
