#pragma once
/// @file
/// Files of triangle meshes: STL (binary and text), OBJ and PLY; where the library was built with assimp,
/// also Collada (.dae), glTF (.gltf, .glb) and whatever else it reads.

#include "sarrus/format/triangle_mesh.h"

namespace sarrus {

/// Reads a mesh. Throws an Error if the file cannot be read, is not such a file, or has no triangle with an
/// area.
TriangleMesh read_mesh(const std::string& path);

/// Triangles of a mesh file that look alike.
struct MeshPart {
  TriangleMesh mesh;
  std::string texture_file{};   ///< The picture on them, as the file names it; empty: none, or embedded.
  std::string texture_bytes{};  ///< The picture, if the mesh file contains it.
};
/// Reads a mesh in parts, one for each look. The materials of an OBJ file are read too if they are found from
/// there as a mesh is found from a model file.
Array<MeshPart> read_mesh_parts(const std::string& path);
/// Reads the contents of a file whose name's ending says what it is.
TriangleMesh read_mesh_text(std::string_view bytes, const std::string& file);

}  // namespace sarrus
