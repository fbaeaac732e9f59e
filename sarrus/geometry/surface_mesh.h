#pragma once
/// @file
#include <array>
#include <memory>
#include <string>

#include "sarrus/base/array.h"
#include "sarrus/base/array_view.h"
#include "sarrus/geometry/bounding_tree.h"
#include "sarrus/geometry/shape.h"

namespace sarrus {

class TrianglePacks;

/// The report on a mesh: its size, and everything that is wrong or unusual.
struct MeshReport {
  int vertices = 0, triangles = 0, pieces = 0;
  int open_edges = 0;            ///< Edges of one triangle only: the surface has holes.
  int crowded_edges = 0;         ///< Edges of more than two triangles.
  int reversed_edges = 0;        ///< Edges that both of their triangles run along in the same direction.
  int degenerate_triangles = 0;  ///< Without an area.
  int unused_vertices = 0;
  int repeated_vertices = 0;
  bool is_inside_out = false;  ///< Closed, with a negative volume.
  /// Every fault, with the first place where it occurs; empty for a sound, closed mesh.
  Array<std::string> sentences;

  bool is_closed() const { return open_edges == 0 && crowded_edges == 0 && reversed_edges == 0; }
  /// The report in sentences; "nothing to report" for a sound, closed mesh.
  std::string text() const;
};
/// Examines triangles, each three indices into `vertices`. Vertices closer than 1e-12 of the mesh's size are
/// repeated; a triangle with less than 1e-14 of the area of the square over its longest edge is degenerate.
/// Throws an Error if a number is not finite or an index out of range.
MeshReport check_mesh(In<Vec3<double>> vertices, In<std::array<int, 3>> triangles);

/// Vertices and triangles.
struct MeshData {
  Array<Vec3<double>> vertices;
  Array<std::array<int, 3>> triangles;
};
/// Merges repeated vertices, removes degenerate and repeated triangles and unused vertices, turns triangles
/// so that neighbors agree, closes holes that are bounded by one loop of edges, and turns closed pieces
/// outward, cavities inward. A loop whose cover would have more than 0.8 of the area of its piece is the rim
/// of an open sheet, not a hole, and stays.
MeshData repair_mesh(In<Vec3<double>> vertices, In<std::array<int, 3>> triangles);

/// A surface of triangles, counter-clockwise as seen from outside, with a tree of their bounds. An open
/// surface has two sides but no inside: a point counts as inside if it is behind the triangles nearest to it,
/// seen along their normals, and as outside if it is nearest to the rim.
class SurfaceMesh {
 public:
  /// Throws an Error if a number is not finite, an index is out of range, or a triangle has no area.
  SurfaceMesh(Array<Vec3<double>> vertices, Array<std::array<int, 3>> triangles);

  const Array<Vec3<double>>& vertices() const { return vertices_; }
  const Array<std::array<int, 3>>& triangles() const { return triangles_; }
  const Array<Vec3<double>>& normals() const { return normals_; }  ///< Unit normals of the triangles.
  const Array<double>& areas() const { return areas_; }
  /// The triangle across each edge of a triangle, or −1; edge k runs from vertex k to vertex k + 1.
  const Array<std::array<int, 3>>& neighbors() const { return neighbors_; }
  bool is_closed() const { return is_closed_; }
  const BoundingTree& tree() const { return tree_; }      ///< Of the triangles' bounds.
  const TrianglePacks& packs() const { return *packs_; }  ///< For algorithms that examine many at once.

  /// The point nearest to p and the triangle on which it lies.
  struct Nearest {
    SurfacePoint at;
    int triangle;
  };
  /// The search is quick if the triangle `start`, where it begins, is near p.
  Nearest nearest(const Vec3<double>& p, int start = 0) const;
  /// The first triangle that a ray meets, from either side; no ray slips through between two triangles.
  struct Crossing {
    double distance;
    int triangle;
  };
  std::optional<Crossing> cross(const Ray& ray) const;

 private:
  void find_normals();
  void find_vertex_normals();
  /// The sum of the normals of the triangles that meet at a point of a triangle, weighted by their angles
  /// there; zero on the rim.
  Vec3<double> pseudonormal(int triangle, int feature) const;

  Array<Vec3<double>> vertices_;
  Array<std::array<int, 3>> triangles_;
  Array<Vec3<double>> normals_;
  Array<double> areas_;
  Array<std::array<int, 3>> neighbors_;
  Array<Vec3<double>> vertex_normals_;  // weighted by angles; zero on the rim
  bool is_closed_ = false;
  BoundingTree tree_;
  std::shared_ptr<const TrianglePacks> packs_;
};

/// A mesh as a shape; copies share it.
struct SurfaceMeshShape {
  std::shared_ptr<const SurfaceMesh> mesh;

  static constexpr std::string_view type = "mesh";
  void check() const;
  SurfacePoint nearest(const Vec3<double>& p) const;
  Bounds bounds() const;
  std::optional<RayHit> hit(const Ray& ray) const;
  double volume() const;  ///< An Error if the mesh is open.
  RigidInertia<double> solid(double density) const;
};

}  // namespace sarrus
