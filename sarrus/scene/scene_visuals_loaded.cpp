#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "sarrus/format/find_mesh.h"
#include "sarrus/format/read_mesh.h"
#include "sarrus/scene/internal/scene_visuals.h"

namespace sarrus::internal {

namespace {

/// Files that a model names and that were not found, each once.
class MissingFiles {
 public:
  std::size_t size() const { return files_.size(); }
  void add(const std::string& file, const std::string& link) {
    if (known_.insert(file).second) files_.push_back(fmt::format("'{}' of link '{}'", file, link));
  }
  /// Notes which; `kind` and `kinds` are their names, "A mesh" and "meshes".
  void note(const char* kind, const char* kinds, const char* drawn_as, Scene& scene) const {
    constexpr std::size_t most = 3;
    if (files_.empty()) return;
    std::string names;
    for (std::size_t i = 0; i < std::min(most, files_.size()); ++i) names += (i == 0 ? "" : ", ") + files_[i];
    if (files_.size() > most) names += fmt::format(" and {} more", files_.size() - most);
    const bool is_one = files_.size() == 1;
    scene.notes.push_back(
        fmt::format("{} not found and drawn as {}: {}. Put {} beside the model file, or name the folder with "
                    "the package in "
                    "ROS_PACKAGE_PATH or in SceneOptions::mesh_folders.",
                    is_one ? fmt::format("{} is", kind) : fmt::format("{} {} are", files_.size(), kinds),
                    drawn_as, names, is_one ? "it" : "them"));
  }

 private:
  std::set<std::string> known_;
  Array<std::string> files_;
};

/// Reads the textures of a model, each file once. What cannot be read leaves a plain color, with a note.
class TextureLibrary {
 public:
  TextureLibrary(const SceneOptions& options, Scene& scene) : options_(options), scene_(scene) {}

  /// The texture of a file that another one names; null if it cannot be read.
  std::shared_ptr<const Texture> texture(const std::string& name, const std::string& from,
                                         const std::string& link) {
    const std::string path = find_mesh(name, from, options_.mesh_folders);
    if (path.empty()) return missing_.add(name, link), nullptr;
    const auto [found, is_new] = textures_.try_emplace(path);
    if (is_new) found->second = make(name, link, [&] { return read_texture(path); });
    return found->second;
  }
  /// The texture that a mesh file contains.
  std::shared_ptr<const Texture> embedded(const std::string& bytes, const std::string& mesh,
                                          const std::string& link) {
    return make(mesh, link, [&] { return make_texture(bytes, "picture in " + mesh); });
  }
  void note_missing() const { missing_.note("A texture", "textures", "a plain color", scene_); }

 private:
  template <class F>
  std::shared_ptr<const Texture> make(const std::string& file, const std::string& link, const F& read) {
    constexpr std::size_t most_bytes = std::size_t{64} << 20U;  // of all
    try {
      auto texture = std::make_shared<const Texture>(read());
      bytes_ += texture->bytes.size();
      require(bytes_ <= most_bytes, "the textures of the model have more than {:.0f} MB",
              1e-6 * static_cast<double>(most_bytes));
      return texture;
    } catch (const Error& error) {
      scene_.notes.push_back(
          fmt::format("The texture '{}' of link '{}' is a plain color: {}", file, link, error.what()));
      return nullptr;
    }
  }
  const SceneOptions& options_;
  Scene& scene_;
  std::map<std::string, std::shared_ptr<const Texture>> textures_;
  std::size_t bytes_ = 0;
  MissingFiles missing_;
};

/// A part of a mesh file with its texture, if it has one.
struct LoadedPart {
  std::shared_ptr<const TriangleMesh> mesh;
  std::shared_ptr<const Texture> texture;
};

/// Reads the meshes of a model, each file once; what cannot be read becomes a translucent box, with a note.
class MeshLibrary {
 public:
  MeshLibrary(const LoadedModel& loaded, const SceneOptions& options, Scene& scene)
      : textures(options, scene), model_file_(loaded.report.file), options_(options), scene_(scene) {}

  /// The parts of a mesh; empty if it cannot be read.
  const Array<LoadedPart>& parts(const MeshShape& wanted, const std::string& link) {
    const auto found = meshes_.find(wanted.file);
    return found != meshes_.end() ? found->second : (meshes_[wanted.file] = read(wanted.file, link));
  }
  /// The texture that the model file gives a shape; null: none.
  std::shared_ptr<const Texture> texture_of(const Geometry& geometry) {
    const std::string& name = geometry.material.texture;
    return name.empty() ? nullptr : textures.texture(name, model_file_, geometry.link);
  }
  /// Notes which files were not found.
  void note_missing() const {
    missing_.note("A mesh", "meshes", missing_.size() == 1 ? "a box" : "boxes", scene_);
    textures.note_missing();
  }

  TextureLibrary textures;

 private:
  Array<LoadedPart> read(const std::string& file, const std::string& link) {
    const std::string path = find_mesh(file, model_file_, options_.mesh_folders);
    if (path.empty()) return missing_.add(file, link), Array<LoadedPart>{};
    try {
      Array<LoadedPart> parts;
      for (MeshPart& part : read_mesh_parts(path)) {
        std::shared_ptr<const Texture> texture;
        if (!part.texture_bytes.empty())
          texture = textures.embedded(part.texture_bytes, file, link);
        else if (!part.texture_file.empty())
          texture = textures.texture(part.texture_file, path, link);
        parts.push_back({std::make_shared<const TriangleMesh>(std::move(part.mesh)), std::move(texture)});
      }
      return parts;
    } catch (const Error& error) {
      scene_.notes.push_back(
          fmt::format("The mesh '{}' of link '{}' is drawn as a box: {}", file, link, error.what()));
      return {};
    }
  }
  const std::string& model_file_;
  const SceneOptions& options_;
  Scene& scene_;
  std::map<std::string, Array<LoadedPart>> meshes_;
  MissingFiles missing_;
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

void add(const Geometry& geometry, VisualShape shape, std::shared_ptr<const Texture> texture, VisualRole role,
         Scene& scene) {
  if (!has_size(shape)) return;
  const Color color = texture != nullptr ? Color{1, 1, 1} : color_of(shape, geometry.material);
  Visual& visual = scene.add_visual(geometry.body, std::move(shape), color);
  visual.name = geometry.name.empty() ? geometry.link : geometry.name;
  visual.X_BV = geometry.X_BG;
  visual.role = role;
  visual.texture = std::move(texture);
  if (geometry.material.color) visual.opacity = std::clamp((*geometry.material.color)[3], 0.0, 1.0);
}

/// The parts of a mesh have the texture of the model file, or else their own.
void add_mesh(const Geometry& geometry, const MeshShape& wanted, VisualRole role, MeshLibrary& meshes,
              Scene& scene) {
  const Array<LoadedPart>& parts = meshes.parts(wanted, geometry.link);
  if (parts.empty()) return add_substitute(geometry, role, scene);
  const std::shared_ptr<const Texture> given = meshes.texture_of(geometry);
  for (const auto& [mesh, own] : parts) {
    const bool takes_given = given != nullptr && !mesh->texture_places.empty();
    if (given != nullptr && !takes_given)
      scene.notes.push_back(fmt::format(
          "The texture '{}' of link '{}' is a plain color: the mesh '{}' does not say how it lies on it.",
          geometry.material.texture, geometry.link, wanted.file));
    add(geometry, TriangleMeshShape{mesh, wanted.scale}, takes_given ? given : own, role, scene);
  }
}

void add(const Geometry& geometry, VisualRole role, MeshLibrary& meshes, Scene& scene) {
  std::visit(
      [&](const auto& shape) {
        if constexpr (std::is_same_v<std::decay_t<decltype(shape)>, MeshShape>)
          add_mesh(geometry, shape, role, meshes, scene);
        else
          add(geometry, shape, meshes.texture_of(geometry), role, scene);
      },
      geometry.shape);
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
