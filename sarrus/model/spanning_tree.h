#pragma once
/// @file
/// Spanning tree of a general graph of bodies and joints, and the joints that close its loops.

#include "sarrus/base/array.h"
#include "sarrus/model/model.h"

namespace sarrus {

/// A description split into a tree of small depth and the remaining joints.
struct SpanningTree {
  ModelDescription tree;  ///< Joints are reversed if the tree reaches a body from its joint's other side.
  Array<JointDescription> loops;  ///< Joints that close loops, as they were given.
  Array<std::string> added;       ///< Free joints added to bodies that nothing connects to the world.
};

/// Chooses a spanning tree: breadth first from the world, so that no body is further from it than necessary;
/// among equals in the natural order of names. If loops overlap so much in that tree that others cost less
/// than half, such as in a ladder, all rungs are attached to one rail, and the other rail is cut between
/// them. A massless body at the end of a branch becomes the parent of a neighbor to which one of its other
/// joints leads, if that neighbor is not between it and the world. Joints named in `cut` are left out of the
/// tree. Bodies without any connection to the world are given a free joint, at the body from which the others
/// are nearest.
SpanningTree choose_spanning_tree(const ModelDescription& description, const Array<std::string>& cut = {});

/// The reversed joint: parent and child exchanged, q and u unchanged in meaning.
JointDescription reversed(JointDescription joint);

}  // namespace sarrus
