#pragma once
/// @file
/// Readers of meshes, one for each format. They return vertices and triangles as the file has them; numbers
/// of vertices are checked. Each throws an Error if the bytes are not such a file.

#include <functional>
#include <string_view>

#include "sarrus/format/read_mesh.h"

namespace sarrus::internal {

/// Stereolithography, binary or text.
TriangleMesh read_stl(std::string_view bytes);
/// Wavefront OBJ: the faces of all objects, a part for each material; polygons are cut into triangles.
/// `library` gives the text of a file of materials by its name; empty: it is not to be had.
Array<MeshPart> read_obj(std::string_view text,
                         const std::function<std::string(const std::string&)>& library);
/// Polygon file format, text or binary little-endian.
TriangleMesh read_ply(std::string_view bytes);
/// Any format that assimp knows; `ending` is that of the file's name, such as "dae". Without assimp, an Error
/// that says what to install.
Array<MeshPart> read_other_mesh(std::string_view bytes, const std::string& ending);

/// Removes triangles without an area. Throws an Error if a vertex is not finite.
void remove_degenerate_triangles(TriangleMesh& mesh);
/// Adds normals to a mesh without any: vertices are shared by triangles that meet there at less than 40°, so
/// that round surfaces look round and edges stay sharp.
void add_normals(TriangleMesh& mesh);

}  // namespace sarrus::internal
