#pragma once
/// @file
/// Shapes that a model file fixes on bodies, to be seen or to collide: plain data.

#include <array>
#include <optional>
#include <string>
#include <variant>

#include "sarrus/spatial/pose.h"

namespace sarrus {

/// Shapes are centered on the origin of their own frame G; the axis of round ones is z.
struct BoxShape {
  Vec3<double> size;  ///< Whole edges.
};
struct SphereShape {
  double radius;
};
struct CylinderShape {
  double radius, length;
};
struct CapsuleShape {
  double radius, length;  ///< Length of the cylinder between the half spheres.
};
/// A mesh in a file of its own, which is not read.
struct MeshShape {
  std::string file;  ///< As it was written, e.g. "package://robot/meshes/arm.stl".
  Vec3<double> scale;
};
using Shape = std::variant<BoxShape, SphereShape, CylinderShape, CapsuleShape, MeshShape>;

/// How a shape looks.
struct Material {
  std::string name;
  std::optional<std::array<double, 4>> color{};  ///< Red, green, blue, opacity; 0 to 1.
  std::string texture{};                         ///< Image file, or empty.
};

/// A shape on a body.
struct Geometry {
  std::string name;   ///< Its own, often empty.
  std::string link;   ///< The link it was written in.
  std::string body;   ///< The body that carries it: the link, unless links were merged.
  Pose<double> X_BG;  ///< Its place on that body.
  Shape shape;
  Material material{};
  int line = 0;  ///< Where it was written.
};

}  // namespace sarrus
