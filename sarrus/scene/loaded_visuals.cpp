#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "sarrus/scene/internal/scene_parts.h"
#include "sarrus/scene/read_mesh.h"

namespace sarrus::internal {

namespace {

/// Reads the meshes of a model, each file once; what cannot be read becomes a translucent box, with a note.
class MeshLibrary {
 public:
  MeshLibrary(const LoadedModel& loaded, const SceneOptions& options, Scene& scene)
      : model_file_(loaded.report.file), options_(options), scene_(scene) {}

  /// The mesh of a file; null if it cannot be read.
  std::shared_ptr<const TriangleMesh> mesh(const MeshShape& wanted, const std::string& link) {
    const auto found = meshes_.find(wanted.file);
    return found != meshes_.end() ? found->second : (meshes_[wanted.file] = read(wanted.file, link));
  }
  /// Notes which files were not found.
  void note_missing() const {
    constexpr std::size_t most = 3;
    if (missing_.empty()) return;
    std::string names;
    for (std::size_t i = 0; i < std::min(most, missing_.size()); ++i)
      names += (i == 0 ? "" : ", ") + missing_[i];
    if (missing_.size() > most) names += fmt::format(" and {} more", missing_.size() - most);
    scene_.notes.push_back(
        fmt::format("{} not found and drawn as {}: {}. Put {} beside the model file, or name the folder with "
                    "the package in ROS_PACKAGE_PATH or in SceneOptions::mesh_folders.",
                    missing_.size() == 1 ? "A mesh is" : fmt::format("{} meshes are", missing_.size()),
                    missing_.size() == 1 ? "a box" : "boxes", names, missing_.size() == 1 ? "it" : "them"));
  }

 private:
  std::shared_ptr<const TriangleMesh> read(const std::string& file, const std::string& link) {
    const std::string path = find_mesh(file, model_file_, options_.mesh_folders);
    if (path.empty()) {
      missing_.push_back(fmt::format("'{}' of link '{}'", file, link));
      return nullptr;
    }
    try {
      return std::make_shared<const TriangleMesh>(read_mesh(path));
    } catch (const Error& error) {
      scene_.notes.push_back(
          fmt::format("The mesh '{}' of link '{}' is drawn as a box: {}", file, link, error.what()));
      return nullptr;
    }
  }
  const std::string& model_file_;
  const SceneOptions& options_;
  Scene& scene_;
  std::map<std::string, std::shared_ptr<const TriangleMesh>> meshes_;
  Array<std::string> missing_;
};

/// A cube about as large as the body, at its center of mass: with the trace of its inertia, m·a²/2. Of a body
/// without mass nothing is known. The body is also drawn as one without shapes.
void add_substitute(const Geometry& geometry, VisualRole role, Scene& scene) {
  const SceneBody& body = scene.bodies[scene.body(geometry.body)];
  const Sym3<double>& I = body.inertia;
  const double edge = body.mass > 0 ? std::sqrt(2 * (I.xx + I.yy + I.zz) / body.mass) : 0;
  const double a = edge > 0 ? edge : 0.1;
  const Pose<double> place = Pose<double>::translation(body.com);
  Visual& visual = scene.add_visual(geometry.body, BoxShape{{a, a, a}}, {0.6, 0.65, 0.75});
  visual.name = geometry.name.empty() ? geometry.link : geometry.name;
  visual.X_BV = place;
  visual.opacity = 0.25;
  visual.role = role == VisualRole::visual ? VisualRole::drawn : role;
}

bool has_size(const VisualShape& shape) {
  if (const auto* box = std::get_if<BoxShape>(&shape)) return norm(box->size) > 0;
  if (const auto* sphere = std::get_if<SphereShape>(&shape)) return sphere->radius > 0;
  if (const auto* cylinder = std::get_if<CylinderShape>(&shape)) return cylinder->radius > 0;
  if (const auto* capsule = std::get_if<CapsuleShape>(&shape)) return capsule->radius > 0;
  return true;
}

/// The color of a shape: a mesh with colors of its own keeps them.
Color color_of(const VisualShape& shape, const Material& material) {
  if (const auto* mesh = std::get_if<TriangleMeshShape>(&shape);
      mesh != nullptr && !mesh->mesh->colors.empty())
    return {1, 1, 1};
  if (!material.color) return {0.75, 0.76, 0.78};
  const std::array<double, 4>& c = *material.color;
  return {std::clamp(c[0], 0.0, 1.0), std::clamp(c[1], 0.0, 1.0), std::clamp(c[2], 0.0, 1.0)};
}

void add(const Geometry& geometry, VisualRole role, MeshLibrary& meshes, Scene& scene) {
  std::shared_ptr<const TriangleMesh> mesh;
  if (const auto* wanted = std::get_if<MeshShape>(&geometry.shape)) {
    mesh = meshes.mesh(*wanted, geometry.link);
    if (mesh == nullptr) return add_substitute(geometry, role, scene);
  }
  VisualShape shape = std::visit(
      [&](const auto& given) -> VisualShape {
        if constexpr (std::is_same_v<std::decay_t<decltype(given)>, MeshShape>)
          return TriangleMeshShape{mesh, given.scale};
        else
          return given;
      },
      geometry.shape);
  if (!has_size(shape)) return;
  const Color color = color_of(shape, geometry.material);
  Visual& visual = scene.add_visual(geometry.body, std::move(shape), color);
  visual.name = geometry.name.empty() ? geometry.link : geometry.name;
  visual.X_BV = geometry.X_BG;
  visual.role = role;
  if (geometry.material.color) visual.opacity = std::clamp((*geometry.material.color)[3], 0.0, 1.0);
}

}  // namespace

void add_loaded_visuals(const LoadedModel& loaded, const SceneOptions& options, Scene& scene) {
  MeshLibrary meshes(loaded, options, scene);
  for (const Geometry& geometry : loaded.visuals) add(geometry, VisualRole::visual, meshes, scene);
  if (options.collisions)
    for (const Geometry& geometry : loaded.collisions) add(geometry, VisualRole::collision, meshes, scene);
  meshes.note_missing();
}

}  // namespace sarrus::internal
