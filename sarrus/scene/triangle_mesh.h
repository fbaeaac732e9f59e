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
};

}  // namespace sarrus
