#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <algorithm>
#include <assimp/Importer.hpp>

#include "sarrus/base/error.h"
#include "sarrus/scene/internal/mesh_formats.h"

namespace sarrus::internal {

namespace {

std::array<float, 3> numbers(const aiVector3D& v) { return {v.x, v.y, v.z}; }

/// Adds a mesh of a file; vertices get the color of its material, unless they have their own.
void add_part(const aiScene& scene, const aiMesh& part, TriangleMesh& mesh) {
  const auto first = static_cast<std::uint32_t>(mesh.positions.size());
  aiColor4D base(0.75F, 0.76F, 0.78F, 1.0F);
  scene.mMaterials[part.mMaterialIndex]->Get(AI_MATKEY_COLOR_DIFFUSE, base);
  for (unsigned i = 0; i < part.mNumVertices; ++i) {
    mesh.positions.push_back(numbers(part.mVertices[i]));
    const aiColor4D& color = part.HasVertexColors(0) ? part.mColors[0][i] : base;
    const auto byte = [](float x) {
      return static_cast<std::uint8_t>(255 * std::min(std::max(x, 0.0F), 1.0F));
    };
    mesh.colors.push_back({byte(color.r), byte(color.g), byte(color.b)});
  }
  for (unsigned i = 0; i < part.mNumFaces; ++i) {
    const aiFace& face = part.mFaces[i];
    if (face.mNumIndices != 3) continue;  // points and lines
    const unsigned* corner = face.mIndices;
    mesh.triangles.push_back({first + corner[0], first + corner[1], first + corner[2]});
  }
}

}  // namespace

TriangleMesh read_other_mesh(std::string_view bytes, const std::string& ending) {
  Assimp::Importer importer;
  // Collada says which way is up, and readers of robots ignore it: their visuals are placed by the model
  // file.
  importer.SetPropertyBool(AI_CONFIG_IMPORT_COLLADA_IGNORE_UP_DIRECTION, true);
  const aiScene* scene = importer.ReadFileFromMemory(
      bytes.data(), bytes.size(), aiProcess_Triangulate | aiProcess_PreTransformVertices, ending.c_str());
  require(scene != nullptr, "{}", importer.GetErrorString());
  TriangleMesh mesh;
  for (unsigned i = 0; i < scene->mNumMeshes; ++i) add_part(*scene, *scene->mMeshes[i], mesh);
  return mesh;
}

}  // namespace sarrus::internal
