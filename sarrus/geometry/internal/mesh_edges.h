#pragma once
/// @file
#include <array>

#include "sarrus/base/array.h"
#include "sarrus/base/array_view.h"

namespace sarrus::internal {

/// An edge of a mesh that does not join two triangles as a closed surface does.
struct LooseEdge {
  int first, second;  ///< Its vertices, in the direction of the first of its triangles.
  int triangle;       ///< The first of its triangles.
  int count;          ///< The number of its triangles: 1, open; 2, run along in the same direction; more.
};

/// Which triangles are neighbors.
struct MeshNeighbors {
  /// The triangle across the edge from vertex k to vertex k + 1; −1 across loose edges.
  Array<std::array<int, 3>> neighbors;
  Array<LooseEdge> loose_edges;  ///< In ascending order of their vertices.
};

/// Finds the neighbors of triangles, whose indices are valid.
MeshNeighbors find_mesh_neighbors(In<std::array<int, 3>> triangles, std::size_t vertices);

}  // namespace sarrus::internal
