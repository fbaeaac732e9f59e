#pragma once
/// @file
/// A visual is drawn on a body: a shape with a place and a color. The shapes of model files are in
/// format/geometry.h and in sarrus/geometry; here are those that only pictures need.

#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "sarrus/format/geometry.h"
#include "sarrus/format/triangle_mesh.h"
#include "sarrus/geometry/cone.h"
#include "sarrus/geometry/ellipsoid.h"
#include "sarrus/geometry/height_field.h"
#include "sarrus/geometry/torus.h"
#include "sarrus/scene/texture.h"

namespace sarrus {

/// A rectangle with the normal z; without a size, as large as the ground.
struct PlaneShape {
  std::optional<std::array<double, 2>> size{};
};
/// A line through points, as many pixels wide as given.
struct LineShape {
  Array<Vec3<double>> points;
  double width = 2;
};
/// From the origin to `vector`.
struct ArrowShape {
  Vec3<double> vector;
};
/// Three axes: x red, y green, z blue.
struct FrameShape {
  double length;
};
/// A text that always faces the viewer.
struct TextShape {
  std::string text;
  double height;
};
/// A mesh whose triangles are known.
struct TriangleMeshShape {
  std::shared_ptr<const TriangleMesh> mesh;
  Vec3<double> scale{1, 1, 1};
};
using VisualShape = std::variant<BoxShape, SphereShape, EllipsoidShape, CylinderShape, CapsuleShape,
                                 ConeShape, TorusShape, PlaneShape, LineShape, ArrowShape, FrameShape,
                                 TextShape, HeightFieldShape, TriangleMeshShape>;

/// Red, green and blue from 0 to 1 (sRGB).
struct Color {
  double red = 0.7, green = 0.7, blue = 0.7;
};

/// The origin of a visual, by which a viewer shows or hides it.
enum class VisualRole {
  visual,     ///< From the model, or the user's own.
  collision,  ///< A collision shape of the model.
  drawn,      ///< Made for a body that has no shape.
};

/// A shape on a body.
struct Visual {
  int body = 0;  ///< Number of the body in the scene; 0 is the world.
  std::string name{};
  Pose<double> X_BV{};  ///< Its place on the body.
  VisualShape shape;
  Color color{};
  double opacity = 1;  ///< From 0, invisible, to 1.
  VisualRole role = VisualRole::visual;
  /// A picture on the surface, multiplied by the color; null: none. A mesh needs texture_places for it.
  std::shared_ptr<const Texture> texture{};
};

}  // namespace sarrus
