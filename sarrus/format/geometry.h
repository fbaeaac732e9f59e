#pragma once
/// @file
/// Visual and collision shapes of bodies in a model file: plain data.

#include <array>
#include <optional>
#include <string>
#include <variant>

#include "sarrus/geometry/box.h"
#include "sarrus/geometry/capsule.h"
#include "sarrus/geometry/cylinder.h"
#include "sarrus/geometry/sphere.h"
#include "sarrus/spatial/pose.h"

namespace sarrus {

/// A mesh in a file of its own, which is not read.
struct MeshShape {
  std::string file;  ///< As written in the file, e.g. "package://robot/meshes/arm.stl".
  Vec3<double> scale;
};
using Shape = std::variant<BoxShape, SphereShape, CylinderShape, CapsuleShape, MeshShape>;

/// The appearance of a shape.
struct Material {
  std::string name;
  std::optional<std::array<double, 4>> color{};  ///< Red, green, blue, opacity; 0 to 1.
  std::string texture{};                         ///< Image file, or empty.
};

/// A shape on a body.
struct Geometry {
  std::string name;   ///< Name of the shape, often empty.
  std::string link;   ///< The link in which the file defines it.
  std::string body;   ///< The body that carries it: the link, unless links were merged.
  Pose<double> X_BG;  ///< Pose on that body.
  Shape shape;
  Material material{};
  int line = 0;  ///< Line in the file.
};

}  // namespace sarrus
