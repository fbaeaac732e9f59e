#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <algorithm>
#include <assimp/Importer.hpp>
#include <map>

#include "sarrus/base/error.h"
#include "sarrus/format/mesh/internal/mesh_formats.h"

namespace sarrus::internal {

namespace {

std::array<float, 3> numbers(const aiVector3D& v) { return {v.x, v.y, v.z}; }

/// The name of the picture on a mesh of a file; empty: none.
std::string texture_of(const aiScene& scene, const aiMesh& part) {
  if (!part.HasTextureCoords(0)) return "";
  aiString name;
  const aiMaterial& material = *scene.mMaterials[part.mMaterialIndex];
  return material.GetTexture(aiTextureType_DIFFUSE, 0, &name) == aiReturn_SUCCESS ? name.C_Str() : "";
}

/// The bytes of a picture in the file itself; empty: it is not there, or not as a file.
std::string embedded_texture(const aiScene& scene, const std::string& name) {
  const aiTexture* texture = scene.GetEmbeddedTexture(name.c_str());
  if (texture == nullptr || texture->mHeight != 0) return "";
  return {reinterpret_cast<const char*>(texture->pcData), texture->mWidth};
}

/// Adds a mesh of a file. Vertices without a texture get the color of its material, unless they have their
/// own.
void add_mesh(const aiScene& scene, const aiMesh& part, bool has_texture, TriangleMesh& mesh) {
  const auto first = static_cast<std::uint32_t>(mesh.positions.size());
  aiColor4D base(0.75F, 0.76F, 0.78F, 1.0F);
  scene.mMaterials[part.mMaterialIndex]->Get(AI_MATKEY_COLOR_DIFFUSE, base);
  for (unsigned i = 0; i < part.mNumVertices; ++i) {
    mesh.positions.push_back(numbers(part.mVertices[i]));
    if (has_texture) {
      mesh.texture_places.push_back({part.mTextureCoords[0][i].x, part.mTextureCoords[0][i].y});
      continue;
    }
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

Array<MeshPart> read_other_mesh(std::string_view bytes, const std::string& ending) {
  Assimp::Importer importer;
  // Collada says which way is up, and readers of robots ignore it: their visuals are placed by the model
  // file.
  importer.SetPropertyBool(AI_CONFIG_IMPORT_COLLADA_IGNORE_UP_DIRECTION, true);
  const aiScene* scene = importer.ReadFileFromMemory(
      bytes.data(), bytes.size(), aiProcess_Triangulate | aiProcess_PreTransformVertices, ending.c_str());
  require(scene != nullptr, "{}", importer.GetErrorString());
  std::map<std::string, MeshPart> parts;  // by texture
  for (unsigned i = 0; i < scene->mNumMeshes; ++i) {
    const std::string texture = texture_of(*scene, *scene->mMeshes[i]);
    add_mesh(*scene, *scene->mMeshes[i], !texture.empty(), parts[texture].mesh);
  }
  Array<MeshPart> result;
  for (auto& [texture, part] : parts) {
    part.texture_bytes = embedded_texture(*scene, texture);
    if (part.texture_bytes.empty()) part.texture_file = texture;
    result.push_back(std::move(part));
  }
  return result;
}

}  // namespace sarrus::internal
