#pragma once
/// @file
/// Readers of meshes, one for each format. They return vertices and triangles as the file has them; numbers
/// of vertices are checked. Each throws an Error if the bytes are not such a file.

#include <string_view>

#include "sarrus/scene/triangle_mesh.h"

namespace sarrus::internal {

/// Stereolithography, binary or text.
TriangleMesh read_stl(std::string_view bytes);
/// Wavefront OBJ: the faces of all objects; polygons are cut into triangles.
TriangleMesh read_obj(std::string_view text);
/// Polygon file format, text or binary little-endian.
TriangleMesh read_ply(std::string_view bytes);
/// Any format that assimp knows; `ending` is that of the file's name, such as "dae". Without assimp, an Error
/// that says what to install.
TriangleMesh read_other_mesh(std::string_view bytes, const std::string& ending);

/// Removes triangles without an area. Throws an Error if none is left or a vertex is not finite.
void remove_degenerate_triangles(TriangleMesh& mesh);
/// Adds normals to a mesh without any: vertices are shared by triangles that meet there at less than 40°, so
/// that round surfaces look round and edges stay sharp.
void add_normals(TriangleMesh& mesh);

}  // namespace sarrus::internal
