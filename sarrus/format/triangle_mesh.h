#pragma once
/// @file
#include <array>
#include <cstdint>
#include <string>

#include "sarrus/base/array.h"

namespace sarrus {

/// Triangles for pictures: in single precision, without a requirement that the surface be closed. Copies of a
/// shape share one mesh.
struct TriangleMesh {
  std::string name;
  Array<std::array<float, 3>> positions;          ///< The vertices, in meters.
  Array<std::array<std::uint32_t, 3>> triangles;  ///< Numbers of vertices, counter-clockwise from outside.
  Array<std::array<float, 3>> normals{};          ///< One per vertex; empty: the viewer computes them.
  Array<std::array<std::uint8_t, 3>> colors{};    ///< Red, green, blue of each vertex; empty: one color.
  /// The place of each vertex on a Texture: to the right and up, from 0 at its lower left corner to 1 at its
  /// upper right one; empty: the mesh can have no texture.
  Array<std::array<float, 2>> texture_places{};
};

}  // namespace sarrus
