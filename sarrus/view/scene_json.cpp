#include "sarrus/view/internal/scene_json.h"

#include <cmath>

#include "sarrus/spatial/quaternion_from_rotation.h"
#include "sarrus/view/internal/base64.h"

namespace sarrus::internal {

namespace {

using Json = nlohmann::json;

Json number_json(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json vector_json(const Vec3<double>& v) {
  return Json::array({number_json(v.x), number_json(v.y), number_json(v.z)});
}

Json pose_json(const Pose<double>& X) {
  const Quaternion<double> Q = quaternion(X.R);
  return Json::array({number_json(X.p.x), number_json(X.p.y), number_json(X.p.z), number_json(Q.w),
                      number_json(Q.x), number_json(Q.y), number_json(Q.z)});
}

Json numbers_json(const Array<double>& values) {
  Json list = Json::array();
  for (const double value : values) list.push_back(number_json(value));
  return list;
}

/// Numbers of signals or arrows.
Json numbers_of(const Array<int>& things) { return Json(static_cast<const std::vector<int>&>(things)); }

/// One entry for each element of a list.
template <class List, class Entry>
Json list_json(const List& list, const Entry& entry) {
  Json result = Json::array();
  for (const auto& element : list) result.push_back(entry(element));
  return result;
}

template <class T>
std::string array_base64(const Array<T>& values) {
  return base64({reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)});
}

Json body_json(const SceneBody& body) {
  const Sym3<double>& I = body.inertia;
  return {{"name", body.name},
          {"parent", body.parent},
          {"joint", body.joint},
          {"mass", number_json(body.mass)},
          {"com", vector_json(body.com)},
          {"inertia", numbers_json({I.xx, I.yy, I.zz, I.xy, I.xz, I.yz})}};
}

Json axis_json(const SceneAxis& axis) {
  Json json = {{"type", axis.kind == SceneAxis::Kind::rotation ? "rotation" : "translation"},
               {"direction", vector_json(axis.direction)}};
  if (axis.on_parent) json["on"] = "parent";
  return json;
}

Json joint_json(const SceneJoint& joint) {
  return {{"name", joint.name},
          {"type", joint.type},
          {"body", joint.body},
          {"parent", joint.parent},
          {"frame", pose_json(joint.X_BM)},
          {"parent_frame", pose_json(joint.X_PF)},
          {"axes", list_json(joint.axes, axis_json)},
          {"coordinates", numbers_of(joint.coordinates)},
          {"speeds", numbers_of(joint.speeds)},
          {"lower", numbers_json(joint.lower)},
          {"upper", numbers_json(joint.upper)}};
}

Json end_json(const SceneEnd& end) { return {{"body", end.body}, {"point", vector_json(end.point)}}; }

Json constraint_json(const SceneConstraint& constraint) {
  return {{"name", constraint.name},
          {"type", constraint.type},
          {"ends", list_json(constraint.ends, end_json)},
          {"errors", numbers_of(constraint.errors)},
          {"arrows", numbers_of(constraint.arrows)}};
}

Json force_json(const SceneForce& force) {
  return {{"name", force.name},
          {"type", force.type},
          {"ends", list_json(force.ends, end_json)},
          {"values", numbers_of(force.values)},
          {"arrows", numbers_of(force.arrows)}};
}

Json input_json(const SceneInput& input) {
  return {{"name", input.name},
          {"group", input.group},
          {"unit", input.unit},
          {"lower", number_json(input.lower)},
          {"upper", number_json(input.upper)},
          {"value", number_json(input.value)}};
}

/// Meshes or textures of a scene in the order of their first use; visuals that share one have the same
/// number.
template <class T>
class SharedNumbers {
 public:
  int operator[](const std::shared_ptr<const T>& thing) {
    for (std::size_t i = 0; i < things_.size(); ++i)
      if (things_[i] == thing) return static_cast<int>(i);
    things_.push_back(thing);
    return static_cast<int>(things_.size()) - 1;
  }
  const Array<std::shared_ptr<const T>>& all() const { return things_; }

 private:
  Array<std::shared_ptr<const T>> things_;
};
using MeshNumbers = SharedNumbers<TriangleMesh>;
using TextureNumbers = SharedNumbers<Texture>;

Json mesh_json(const std::shared_ptr<const TriangleMesh>& mesh) {
  Json json = {{"name", mesh->name},
               {"positions", array_base64(mesh->positions)},
               {"triangles", array_base64(mesh->triangles)}};
  if (!mesh->normals.empty()) json["normals"] = array_base64(mesh->normals);
  if (!mesh->colors.empty()) json["colors"] = array_base64(mesh->colors);
  if (!mesh->texture_places.empty()) json["texture_places"] = array_base64(mesh->texture_places);
  return json;
}

Json texture_json(const std::shared_ptr<const Texture>& texture) {
  const std::string type = picture_type(texture->bytes);
  require(!type.empty(), "the texture '{}' is neither a PNG nor a JPEG picture", texture->name);
  return {{"name", texture->name}, {"image", "data:" + type + ";base64," + base64(texture->bytes)}};
}

/// One function for each shape.
struct ShapeJson {
  MeshNumbers& meshes;

  Json operator()(const BoxShape& box) const { return {{"type", "brick"}, {"size", vector_json(box.size)}}; }
  Json operator()(const SphereShape& sphere) const { return {{"type", "sphere"}, {"radius", sphere.radius}}; }
  Json operator()(const EllipsoidShape& ellipsoid) const {
    return {{"type", "ellipsoid"}, {"radii", vector_json(ellipsoid.radii)}};
  }
  Json operator()(const CylinderShape& cylinder) const {
    return {{"type", "cylinder"}, {"radius", cylinder.radius}, {"length", cylinder.length}};
  }
  Json operator()(const CapsuleShape& capsule) const {
    return {{"type", "capsule"}, {"radius", capsule.radius}, {"length", capsule.length}};
  }
  Json operator()(const ConeShape& cone) const {
    return {{"type", "cone"}, {"radius", cone.radius}, {"length", cone.length}};
  }
  Json operator()(const TorusShape& torus) const {
    return {{"type", "torus"}, {"radius", torus.radius}, {"tube", torus.tube}};
  }
  Json operator()(const PlaneShape& plane) const {
    return {{"type", "plane"}, {"size", plane.size ? Json(*plane.size) : Json(nullptr)}};
  }
  Json operator()(const LineShape& line) const {
    return {{"type", "line"}, {"points", list_json(line.points, vector_json)}, {"width", line.width}};
  }
  Json operator()(const ArrowShape& arrow) const {
    return {{"type", "arrow"}, {"vector", vector_json(arrow.vector)}};
  }
  Json operator()(const FrameShape& frame) const { return {{"type", "frame"}, {"length", frame.length}}; }
  Json operator()(const TextShape& text) const {
    return {{"type", "text"}, {"text", text.text}, {"height", text.height}};
  }
  Json operator()(const HeightFieldShape& field) const {
    require(
        field.rows >= 2 && field.columns >= 2 &&
            std::ssize(field.heights) == std::ptrdiff_t{field.rows} * field.columns,
        "a height field of {} rows and {} columns has {} heights; it needs one for each place, at least 2×2",
        field.rows, field.columns, field.heights.size());
    return {{"type", "height_field"},
            {"size", field.size},
            {"rows", field.rows},
            {"columns", field.columns},
            {"heights", array_base64(field.heights)}};
  }
  Json operator()(const TriangleMeshShape& mesh) const {
    require(mesh.mesh != nullptr, "a visual has a mesh shape without a mesh");
    return {{"type", "mesh"}, {"mesh", meshes[mesh.mesh]}, {"scale", vector_json(mesh.scale)}};
  }
};

const char* role_name(VisualRole role) {
  if (role == VisualRole::collision) return "collision";
  return role == VisualRole::drawn ? "drawn" : "visual";
}

Json visual_json(const Visual& visual, MeshNumbers& meshes, TextureNumbers& textures) {
  Json json = {{"body", visual.body},
               {"name", visual.name},
               {"pose", pose_json(visual.X_BV)},
               {"shape", std::visit(ShapeJson{meshes}, visual.shape)},
               {"color", numbers_json({visual.color.red, visual.color.green, visual.color.blue})},
               {"opacity", number_json(visual.opacity)},
               {"role", role_name(visual.role)}};
  if (visual.texture != nullptr) json["texture"] = textures[visual.texture];
  return json;
}

/// Signals and arrows.
template <class Shown>
Json shown_json(const Shown& shown) {
  return {{"name", shown.name}, {"group", shown.group}, {"unit", shown.unit}};
}

}  // namespace

nlohmann::json scene_json(const Scene& scene) {
  MeshNumbers meshes;
  TextureNumbers textures;
  Json visuals =
      list_json(scene.visuals, [&](const Visual& visual) { return visual_json(visual, meshes, textures); });
  return {{"format", "sarrus-scene"},
          {"version", 1},
          {"name", scene.name},
          {"gravity", vector_json(scene.gravity)},
          {"up", vector_json(scene.up)},
          {"size", number_json(scene.size)},
          {"bodies", list_json(scene.bodies, body_json)},
          {"joints", list_json(scene.joints, joint_json)},
          {"constraints", list_json(scene.constraints, constraint_json)},
          {"forces", list_json(scene.forces, force_json)},
          {"visuals", std::move(visuals)},
          {"meshes", list_json(meshes.all(), mesh_json)},
          {"textures", list_json(textures.all(), texture_json)},
          {"signals", list_json(scene.signals, shown_json<SceneSignal>)},
          {"arrows", list_json(scene.arrows, shown_json<SceneArrow>)},
          {"patches", list_json(scene.patches,
                                [](const ScenePatch& patch) {
                                  return Json{{"name", patch.name}};
                                })},
          {"inputs", list_json(scene.inputs, input_json)},
          {"buttons", list_json(scene.buttons,
                                [](const SceneButton& button) {
                                  return Json{{"name", button.name}, {"key", button.key}};
                                })},
          {"notes", Json(static_cast<const std::vector<std::string>&>(scene.notes))}};
}

std::string json_text(const nlohmann::json& json) {
  const std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string safe;
  safe.reserve(text.size());
  for (const char c : text) {
    if (c == '<')
      safe += "\\u003c";
    else
      safe += c;
  }
  return safe;
}

}  // namespace sarrus::internal
