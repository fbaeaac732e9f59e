#pragma once
/// @file
/// Joints that close loops become joints of the tree. A body on which k of them end is split into k + 1 parts
/// that lie in the same place: one stays where the body was, each of the others, its shadows, hangs on one of
/// these joints. All have the same center of mass and the same share of the body's mass and inertia, so that
/// they move as the body does wherever something holds them together.

#include "sarrus/base/array.h"
#include "sarrus/model/spanning_tree.h"

namespace sarrus {

/// A part of a body at the end of a joint that closes a loop. Its frame is the body's.
struct BodyPart {
  std::string name, body, joint;
};

/// A tree that has all joints, and what must be held together for it to be the mechanism.
struct SplitBodies {
  ModelDescription tree;
  Array<BodyPart> shadows;
};

/// Splits the child of each joint that closes a loop; its parent, and reverses the joint, where the child is
/// the world or has not the inertia that a body at the end of this joint needs. These joints start where they
/// fit best to the default coordinates of the others, within their limits: closed, if the model is. Throws an
/// Error if neither body can be split.
SplitBodies split_bodies(const SpanningTree& spanning);

}  // namespace sarrus
