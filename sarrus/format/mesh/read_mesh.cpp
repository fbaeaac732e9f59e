#include "sarrus/format/read_mesh.h"

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "sarrus/base/error.h"
#include "sarrus/base/file.h"
#include "sarrus/format/find_mesh.h"
#include "sarrus/format/mesh/internal/mesh_formats.h"

namespace sarrus {

using namespace internal;

namespace {

std::string ending_of(const std::string& file) {
  std::string ending = std::filesystem::path(file).extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return ending.empty() ? ending : ending.substr(1);
}

using Library = std::function<std::string(const std::string&)>;

Array<MeshPart> read_by_ending(std::string_view bytes, const std::string& ending, const Library& library) {
  if (ending == "stl") return {{read_stl(bytes)}};
  if (ending == "ply") return {{read_ply(bytes)}};
  if (ending == "obj") return read_obj(bytes, library);
  return read_other_mesh(bytes, ending);
}

/// Completes a mesh as a file has it; false if nothing of it can be seen.
bool complete(TriangleMesh& mesh, const std::string& file) {
  remove_degenerate_triangles(mesh);
  if (mesh.triangles.empty()) return false;
  add_normals(mesh);
  mesh.name = std::filesystem::path(file).filename().string();
  return true;
}
void require_triangles(bool found) {
  require(found, "it has no triangle with an area; export it again from where it comes");
}

/// Appends a mesh; colors are kept where all meshes have some.
void append(const TriangleMesh& from, TriangleMesh& to) {
  const auto first = static_cast<std::uint32_t>(to.positions.size());
  const bool has_colors = !from.colors.empty() && to.colors.size() == to.positions.size();
  to.positions.insert(to.positions.end(), from.positions.begin(), from.positions.end());
  for (const auto& [a, b, c] : from.triangles) to.triangles.push_back({first + a, first + b, first + c});
  if (has_colors)
    to.colors.insert(to.colors.end(), from.colors.begin(), from.colors.end());
  else
    to.colors.clear();
}

/// Calls a function whose Error names the file.
template <class F>
auto reading(const std::string& file, const F& read) {
  try {
    return read();
  } catch (const Error& error) {
    fail("'{}' cannot be used as a mesh: {}", file, error.what());
  }
}

TriangleMesh read_whole(std::string_view bytes, const std::string& file, const Library& library) {
  return reading(file, [&] {
    TriangleMesh mesh;
    for (const MeshPart& part : read_by_ending(bytes, ending_of(file), library)) append(part.mesh, mesh);
    require_triangles(complete(mesh, file));
    return mesh;
  });
}

/// Finds files of materials from a mesh file.
Library library_beside(const std::string& path) {
  return [path](const std::string& name) {
    const std::string found = find_mesh(name, path);
    return found.empty() ? "" : read_file(found);
  };
}

}  // namespace

TriangleMesh read_mesh_text(std::string_view bytes, const std::string& file) {
  return read_whole(bytes, file, [](const std::string&) { return ""; });
}

TriangleMesh read_mesh(const std::string& path) {
  return read_whole(read_file(path), path, library_beside(path));
}

Array<MeshPart> read_mesh_parts(const std::string& path) {
  return reading(path, [&] {
    Array<MeshPart> parts = read_by_ending(read_file(path), ending_of(path), library_beside(path));
    std::erase_if(parts, [&](MeshPart& part) { return !complete(part.mesh, path); });
    require_triangles(!parts.empty());
    return parts;
  });
}

}  // namespace sarrus
