#include "sarrus/scene/read_mesh.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "sarrus/base/error.h"
#include "sarrus/base/file.h"
#include "sarrus/scene/internal/mesh_formats.h"

namespace sarrus {

using namespace internal;

namespace {

std::string ending_of(const std::string& file) {
  std::string ending = std::filesystem::path(file).extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return ending.empty() ? ending : ending.substr(1);
}

TriangleMesh read_by_ending(std::string_view bytes, const std::string& ending) {
  if (ending == "stl") return read_stl(bytes);
  if (ending == "obj") return read_obj(bytes);
  if (ending == "ply") return read_ply(bytes);
  return read_other_mesh(bytes, ending);
}

}  // namespace

TriangleMesh read_mesh_text(std::string_view bytes, const std::string& file) {
  try {
    TriangleMesh mesh = read_by_ending(bytes, ending_of(file));
    remove_degenerate_triangles(mesh);
    add_normals(mesh);
    mesh.name = std::filesystem::path(file).filename().string();
    return mesh;
  } catch (const Error& error) {
    fail("'{}' cannot be used as a mesh: {}", file, error.what());
  }
}

TriangleMesh read_mesh(const std::string& path) { return read_mesh_text(read_file(path), path); }

}  // namespace sarrus
