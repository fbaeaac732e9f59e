#pragma once
/// @file
#include <array>

#include "sarrus/base/array.h"
#include "sarrus/base/array_view.h"
#include "sarrus/spatial/vec3.h"

namespace sarrus::internal {

/// A solid by its surface, which is closed.
struct SolidPiece {
  Array<Vec3<double>> vertices;
  Array<std::array<int, 3>> triangles;
};

/// The plane normal·x = offset.
struct CutPlane {
  Vec3<double> normal;
  double offset;
};

/// The connected parts of a solid; cavities belong to what surrounds them.
Array<SolidPiece> connected_parts(const SolidPiece& solid);
/// The connected parts of a solid on both sides of a plane. Vertices closer to it than `tolerance` are on it.
Array<SolidPiece> cut_solid(const SolidPiece& solid, const CutPlane& plane, double tolerance);

}  // namespace sarrus::internal
