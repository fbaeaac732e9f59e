#pragma once
/// @file
#include <array>
#include <memory>

#include "sarrus/base/array.h"
#include "sarrus/base/array_view.h"
#include "sarrus/geometry/shape.h"

namespace sarrus {

/// A convex polyhedron: vertices, faces with outward normals, edges, and which vertices are neighbors.
class ConvexPolyhedron {
 public:
  /// A face: its plane normal·x = offset, and its vertices counter-clockwise as seen from outside.
  struct Face {
    Vec3<double> normal;
    double offset;
    Array<int> vertices;
  };

  /// The convex hull of points. Points within 1e-12 of the size of a face belong to it: faces of coplanar
  /// points are polygons. Throws an Error if the points lie in a plane, or one is not finite.
  explicit ConvexPolyhedron(In<Vec3<double>> points);

  const Array<Vec3<double>>& vertices() const { return vertices_; }
  const Array<Face>& faces() const { return faces_; }
  /// Pairs of vertices, and the two faces that meet there.
  struct Edge {
    int first, second, left, right;
  };
  const Array<Edge>& edges() const { return edges_; }
  /// The numbers of the vertices that share an edge with vertex i.
  In<int> neighbors(int i) const;
  /// The vertex farthest along a direction, quick if it is `start`. Else all are compared, or if they are
  /// many, the search climbs from there.
  int support_vertex(const Vec3<double>& direction, int start) const;
  /// The same from a vertex that is chosen by the signs of the direction's components.
  int support_vertex(const Vec3<double>& direction) const;
  /// The vertex farthest along a direction, for searches that ask for many far from each other.
  int farthest_vertex(const Vec3<double>& direction, int start) const {
    return columns_.empty() ? support_vertex(direction, start) : highest_vertex(direction);
  }
  /// The numbers of the faces that meet at vertex i.
  In<int> faces_at(int i) const;
  /// How far p is above the plane that it is highest above: negative inside, minus the distance from the
  /// surface.
  double height(const Vec3<double>& p) const;
  /// A ball inside, about the mean of the vertices.
  const Vec3<double>& inner_center() const { return inner_center_; }
  double inner_radius() const { return inner_radius_; }
  /// The distance of the farthest vertex from the origin.
  double extent() const { return extent_; }
  /// The faces as triangles that fan out from their first vertices.
  Array<std::array<int, 3>> triangles() const;

 private:
  void find_edges();
  void find_starts();
  void find_planes();
  void find_columns();
  int highest_vertex(const Vec3<double>& direction) const;

  /// Planes of faces, side by side for vector instructions.
  struct Planes {
    static constexpr std::size_t count = 8;
    std::array<double, count> x, y, z, offset;
  };

  /// Vertices, side by side for vector instructions; the last one fills up.
  struct Columns {
    static constexpr int count = 8;
    std::array<double, count> x, y, z;
  };

  Array<Vec3<double>> vertices_;
  Array<Columns> columns_;  // empty if there are many vertices
  Array<Face> faces_;
  Array<Edge> edges_;
  Array<int> neighbors_, first_neighbor_;
  Array<int> faces_at_, first_face_at_;
  Array<Planes> planes_;
  Vec3<double> inner_center_{0, 0, 0};
  double inner_radius_ = 0;
  std::array<int, 8> starts_{};  // vertices farthest along (±1, ±1, ±1); bit k of the index: the sign along k
  double extent_ = 0;
};

/// A convex polyhedron as a shape; copies share it.
struct ConvexShape {
  std::shared_ptr<const ConvexPolyhedron> polyhedron;

  static constexpr std::string_view type = "convex polyhedron";
  void check() const;
  Vec3<double> support(const Vec3<double>& direction) const;
  SurfacePoint nearest(const Vec3<double>& p) const;
  Bounds bounds() const;
  std::optional<RayHit> hit(const Ray& ray) const;
  double volume() const;
  RigidInertia<double> solid(double density) const;
};

/// The convex hull of points, as a shape.
ConvexShape convex_hull(In<Vec3<double>> points);

}  // namespace sarrus
