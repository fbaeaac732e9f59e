#include "sarrus/format/urdf/internal/shapes.h"

#include "sarrus/base/array.h"

namespace sarrus::internal {

namespace {

/// Reads a size, which must not be negative.
double length(const XmlElement& shape, const char* attribute) {
  const double value = shape.number(attribute);
  if (value < 0)
    shape.fault("<{}> has {} = {} m; lengths must not be negative", shape.tag(), attribute, value);
  return value;
}

Shape read_box(const XmlElement& shape) {
  shape.expect_only({"size"}, {});
  if (!shape.has("size")) shape.fault("<box> lacks the attribute 'size'");
  const Vec3<double> size = shape.vector_or("size", Vec3<double>::zero());
  if (size.x < 0 || size.y < 0 || size.z < 0)
    shape.fault("<box> has size = ({}, {}, {}) m; lengths must not be negative", size.x, size.y, size.z);
  return BoxShape{size};
}

std::optional<Shape> read_shape(const XmlElement& shape) {
  if (shape.tag() == "box") return read_box(shape);
  if (shape.tag() == "sphere") {
    shape.expect_only({"radius"}, {});
    return SphereShape{length(shape, "radius")};
  }
  if (shape.tag() == "cylinder" || shape.tag() == "capsule") {
    shape.expect_only({"radius", "length"}, {});
    const double radius = length(shape, "radius"), along = length(shape, "length");
    if (shape.tag() == "cylinder") return CylinderShape{radius, along};
    return CapsuleShape{radius, along};
  }
  if (shape.tag() == "mesh") {
    shape.expect_only({"filename", "scale"}, {});
    return MeshShape{shape.text("filename"), shape.vector_or("scale", {1, 1, 1})};
  }
  return {};
}

/// The shape in <geometry>; if it has no known one, a note.
std::optional<Shape> read_geometry(const XmlElement& owner) {
  const XmlElement geometry = owner.child("geometry");
  geometry.expect_only({}, {"box", "sphere", "cylinder", "capsule", "mesh"});
  std::optional<Shape> found;
  for (const XmlElement& shape : geometry ? geometry.children() : Array<XmlElement>{}) {
    const std::optional<Shape> next = read_shape(shape);
    if (found && next) shape.fault("a second shape <{}> in <geometry>; give each its own", shape.tag());
    if (next) found = next;
  }
  if (!found) owner.note(NoteKind::ignored, fmt::format("<{}> without a shape", owner.tag()));
  return found;
}

void read_shapes(const XmlElement& link, const char* tag, const std::string& name, Array<Geometry>& shapes,
                 std::map<std::string, Material>& materials) {
  for (const XmlElement& element : link.children(tag)) {
    element.expect_only({"name"}, {"origin", "geometry", "material"});
    Geometry geometry{.name = element.text_or("name", ""),
                      .link = name,
                      .body = name,
                      .X_BG = read_urdf_origin(element),
                      .shape = BoxShape{},
                      .line = element.line()};
    const std::optional<Shape> shape = read_geometry(element);
    if (const XmlElement material = element.child("material")) {
      geometry.material = read_urdf_material(material);
      if (geometry.material.color || !geometry.material.texture.empty())
        materials.emplace(geometry.material.name, geometry.material);
    }
    if (!shape) continue;
    geometry.shape = *shape;
    shapes.push_back(std::move(geometry));
  }
}

}  // namespace

Material read_urdf_material(const XmlElement& element) {
  element.expect_only({"name"}, {"color", "texture"});
  Material material{element.text_or("name", "")};
  if (const XmlElement color = element.child("color")) {
    color.expect_only({"rgba"}, {});
    if (const auto rgba = color.numbers("rgba", 4))
      material.color = {(*rgba)[0], (*rgba)[1], (*rgba)[2], (*rgba)[3]};
  }
  if (const XmlElement texture = element.child("texture")) {
    texture.expect_only({"filename"}, {});
    material.texture = texture.text_or("filename", "");
  }
  return material;
}

void read_urdf_shapes(const XmlElement& link, const std::string& name, UrdfFile& file) {
  read_shapes(link, "visual", name, file.visuals, file.materials);
  read_shapes(link, "collision", name, file.collisions, file.materials);
}

}  // namespace sarrus::internal
