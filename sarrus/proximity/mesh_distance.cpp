#include "sarrus/proximity/internal/mesh_distance.h"

#include <cmath>
#include <optional>

#include "sarrus/base/error.h"
#include "sarrus/geometry/internal/box_distance.h"
#include "sarrus/proximity/internal/convex_distance.h"
#include "sarrus/proximity/internal/triangle_core.h"

namespace sarrus::internal {

namespace {

bool is_triangle(const SurfaceMesh& mesh, int t) {
  return t >= 0 && t < static_cast<int>(mesh.triangles().size());
}

/// The distance of one mesh to one convex shape.
class MeshConvexQuery {
 public:
  MeshConvexQuery(const SurfaceMesh& mesh, const ConvexSide& side, const Pose<double>& X_12)
      : mesh_(mesh), side_(side), X_(X_12) {
    for (int k = 0; k < 3; ++k) {
      const Vec3<double> axis = Vec3<double>::unit(k);
      bounds_.upper[k] = farthest(axis)[k], bounds_.lower[k] = farthest(-axis)[k];
    }
    const Bounds& all = mesh.tree().nodes()[0].bounds;
    size_ = norm(all.upper - all.lower) + norm(bounds_.upper - bounds_.lower);
  }

  /// Begins with the triangle `start`, or anywhere if it is negative; sets it to the one found.
  ShapeDistance solve(int& start) {
    double least = std::numeric_limits<double>::infinity();
    if (is_triangle(mesh_, start)) least = visit(start, least);
    mesh_.tree().least([&](const Bounds& box) { return signed_distance(box, bounds_); },
                       [&](int t, double so_far) { return visit(t, so_far); }, least);
    if (triangle_ >= 0 && best_.distance <= 0) {
      start = triangle_;
      return best_;
    }
    if (rejected_ >= 0) {
      start = rejected_;
      return off_the_corner();
    }
    start = triangle_;
    const double tolerance = 1e-12 * size_;
    const bool is_inside =
        best_.distance > tolerance && mesh_.nearest(best_.point2, triangle_).at.distance < -tolerance;
    return is_inside ? deepest_below(triangle_) : best_;
  }

 private:
  /// The point of the convex shape farthest along a unit vector.
  Vec3<double> farthest(const Vec3<double>& d) const {
    return X_ * side_.support(X_.R.inverse_times(d)) + side_.radius * d;
  }

  double visit(int t, double least) {
    const TriangleCore core(mesh_, t);
    int vertex = 0;
    const ConvexSide triangle(core, 0, &vertex);
    PairMemory start{.direction = X_.p - core.center()};
    const ShapeDistance d = convex_distance(triangle, side_, X_, start);
    if (!(d.distance < least)) return least;
    if (d.distance < 0 && !pushes_outward(core, t, d)) {
      const double depth = -deepest_below(t).distance;
      if (rejected_ < 0 || depth < rejected_depth_) rejected_ = t, rejected_depth_ = depth;
      is_corner_ = is_corner_ && corner_.add(core);
      corner_normal_ += core.normal;
      return least;
    }
    best_ = d, triangle_ = t;
    return d.distance;
  }

  /// True unless a shape that is pushed along the normal is pushed through the surface or into a triangle
  /// that meets this one at the point of contact.
  bool pushes_outward(const TriangleCore& core, int t, const ShapeDistance& d) const {
    const double near = 1e-9 * size_;
    for (std::size_t k = 0; k < 3; ++k)
      if (norm(core.corners[k] - d.point1) <= near) return is_free_around(t, k, d);
    Vec3<double> outward = core.normal;
    for (std::size_t k = 0; k < 3; ++k) {
      if (core.inside(k, d.point1) > near) continue;
      const int next = mesh_.neighbors()[t][k];
      if (next < 0) return true;  // on the rim
      if (!is_below(next, d)) return false;
      outward += mesh_.normals()[next];
    }
    return dot(outward, d.normal) > 0;
  }
  /// The same for all triangles around corner k of a triangle.
  bool is_free_around(int t, std::size_t k, const ShapeDistance& d) const {
    const int corner = mesh_.triangles()[t][k];
    Vec3<double> outward = Vec3<double>::zero();
    int at = t;
    do {
      if (!is_below(at, d)) return false;
      outward += mesh_.normals()[at];
      at = mesh_.neighbors()[at][k];
      if (at < 0) return true;  // on the rim
      for (k = 0; mesh_.triangles()[at][k] != corner;) ++k;
    } while (at != t);
    return dot(outward, d.normal) > 0;
  }
  /// True if a triangle is below the plane across the normal at the point of contact.
  bool is_below(int t, const ShapeDistance& d) const {
    for (const int v : mesh_.triangles()[t]) {
      const Vec3<double> to = mesh_.vertices()[v] - d.point1;
      if (dot(d.normal, to) > 1e-6 * norm(to) + 1e-9 * size_) return false;
    }
    return true;
  }

  /// The shortest translation that takes the convex shape off all triangles that left no direction, if it is
  /// outward and shorter than that off the plane of one of them.
  ShapeDistance off_the_corner() const {
    const ShapeDistance below = deepest_below(rejected_);
    if (!is_corner_) return below;
    int vertex = 0;
    const ConvexSide corner(corner_, 0, &vertex);
    PairMemory start{.direction = corner_normal_};
    const ShapeDistance d = convex_distance(corner, side_, X_, start);
    return d.distance < 0 && d.distance > below.distance && dot(d.normal, corner_normal_) > 0 ? d : below;
  }

  /// How deep the convex shape reaches below the plane of a triangle.
  ShapeDistance deepest_below(int t) const {
    const Vec3<double>& n = mesh_.normals()[t];
    const Vec3<double> deepest = farthest(-n);
    const double height = dot(n, deepest - mesh_.vertices()[mesh_.triangles()[t][0]]);
    return {height, n, deepest - height * n, deepest};
  }

  const SurfaceMesh& mesh_;
  const ConvexSide& side_;
  const Pose<double>& X_;
  Bounds bounds_;  // of the convex shape, in the frame of the mesh
  double size_;
  ShapeDistance best_{};
  int triangle_ = -1, rejected_ = -1;
  double rejected_depth_ = 0;
  // The triangles that left no direction, and the sum of their normals; false if they are too many.
  CornerCore corner_;
  Vec3<double> corner_normal_{0, 0, 0};
  bool is_corner_ = true;
};

/// The distance of two meshes.
class MeshPairQuery {
 public:
  MeshPairQuery(const SurfaceMesh& mesh1, const SurfaceMesh& mesh2, const Pose<double>& X_12)
      : mesh1_(mesh1), mesh2_(mesh2), X_12_(X_12), X_21_(X_12.inverse()) {
    const Bounds &box1 = mesh1.tree().nodes()[0].bounds, &box2 = mesh2.tree().nodes()[0].bounds;
    tolerance_ = 1e-12 * (norm(box1.upper - box1.lower) + norm(box2.upper - box2.lower));
  }

  ShapeDistance solve(int& start1, int& start2) {
    find_nearest(start1, start2);
    start1 = triangle1_, start2 = triangle2_;
    const bool is_apart = best_.distance > tolerance_;
    if (is_apart && mesh1_.nearest(best_.point2, triangle1_).at.distance >= -tolerance_ &&
        mesh2_.nearest(X_21_ * best_.point1, triangle2_).at.distance >= -tolerance_)
      return best_;
    const std::optional<ShapeDistance> deepest = deepest_vertex();
    if (deepest) return *deepest;
    return is_apart ? best_ : deepest_crossing();
  }

 private:
  ShapeDistance pair_distance(int t1, int t2) const {
    const TriangleCore core1(mesh1_, t1), core2(mesh2_, t2, X_12_);
    int vertex1 = 0, vertex2 = 0;
    PairMemory start{.direction = core2.center() - core1.center()};
    return convex_distance(ConvexSide(core1, 0, &vertex1), ConvexSide(core2, 0, &vertex2), Pose<double>(),
                           start);
  }

  /// The pair of nearest triangles; any pair that meets.
  void find_nearest(int start1, int start2) {
    const auto value = [&](int t1, int t2, double least) {
      const ShapeDistance d = pair_distance(t1, t2);
      if (!(d.distance < least)) return least;
      best_ = d, triangle1_ = t1, triangle2_ = t2;
      return std::max(d.distance, 0.0);
    };
    double least = std::numeric_limits<double>::infinity();
    if (is_triangle(mesh1_, start1) && is_triangle(mesh2_, start2)) least = value(start1, start2, least);
    mesh1_.tree().least_of_pairs(
        mesh2_.tree(),
        [&](const Bounds& a, const Bounds& b) {
          return std::max(signed_distance(a, moved_box(X_12_, b)), 0.0);
        },
        value, least);
  }

  /// The deeper of the deepest vertices of both meshes.
  std::optional<ShapeDistance> deepest_vertex() const {
    const std::optional<ShapeDistance> in1 = deepest_vertex(mesh1_, mesh2_, X_12_);
    std::optional<ShapeDistance> in2 = deepest_vertex(mesh2_, mesh1_, X_21_);
    if (!in2 || (in1 && in1->distance <= in2->distance)) return in1;
    // From the frame of mesh 2: the point inside is of mesh 1.
    const Vec3<double> normal = -(X_12_.R * in2->normal);
    return ShapeDistance{in2->distance, normal, X_12_ * in2->point2, X_12_ * in2->point1};
  }

  /// The vertex of mesh 2 that is deepest in mesh 1, in the frame of 1; X is the pose of 2 in 1. Within a box
  /// the distance to a surface changes by half the diagonal, and its sign only where the surface is.
  static std::optional<ShapeDistance> deepest_vertex(const SurfaceMesh& mesh1, const SurfaceMesh& mesh2,
                                                     const Pose<double>& X) {
    std::optional<ShapeDistance> best;
    const auto bound = [&](const Bounds& box) {
      const double distance = mesh1.nearest(X * (0.5 * (box.lower + box.upper))).at.distance;
      return (mesh1.is_closed() ? distance : -std::abs(distance)) - 0.5 * norm(box.upper - box.lower);
    };
    const auto value = [&](int t, double least) {
      for (const int v : mesh2.triangles()[t]) {
        const Vec3<double> p = X * mesh2.vertices()[v];
        const SurfacePoint at = mesh1.nearest(p).at;
        if (!(at.distance < least)) continue;
        least = at.distance;
        best = {at.distance, at.normal, at.point, p};
      }
      return least;
    };
    mesh2.tree().least(bound, value, 0);
    return best;
  }

  /// The deepest pair of triangles that cross, along normals that push them out of each other.
  ShapeDistance deepest_crossing() const {
    ShapeDistance deepest = best_;
    deepest.distance = std::min(best_.distance, 0.0);
    const auto value = [&](int t1, int t2, double least) {
      const ShapeDistance d = pair_distance(t1, t2);
      const bool is_outward = dot(d.normal, mesh1_.normals()[t1]) >= -1e-6 &&
                              dot(d.normal, X_12_.R * mesh2_.normals()[t2]) <= 1e-6;
      if (!is_outward || !(d.distance < least)) return least;
      deepest = d;
      return d.distance;
    };
    mesh1_.tree().least_of_pairs(
        mesh2_.tree(),
        [&](const Bounds& a, const Bounds& b) { return signed_distance(a, moved_box(X_12_, b)); }, value, 0);
    return deepest;
  }

  const SurfaceMesh &mesh1_, &mesh2_;
  const Pose<double>& X_12_;
  Pose<double> X_21_;
  double tolerance_;
  ShapeDistance best_{};
  int triangle1_ = -1, triangle2_ = -1;
};

}  // namespace

ShapeDistance mesh_convex_distance(const SurfaceMesh& mesh, const Pose<double>& X_12, const AnyShape& convex,
                                   PairMemory* memory) {
  const auto with = [&](const auto& shape) -> ShapeDistance {
    if constexpr (ConvexShapeType<std::remove_cvref_t<decltype(shape)>>) {
      const auto core = core_of(shape);
      PairMemory own;
      PairMemory& kept = memory == nullptr ? own : *memory;
      const ConvexSide side(core.core, core.radius, &kept.vertex2);
      return MeshConvexQuery(mesh, side, X_12).solve(kept.triangle1);
    } else {
      fail("the distance of a mesh to a {} is not one of a convex shape", shape.type);
    }
  };
  return std::visit(with, convex);
}

ShapeDistance mesh_mesh_distance(const SurfaceMesh& mesh1, const Pose<double>& X_12, const SurfaceMesh& mesh2,
                                 PairMemory* memory) {
  PairMemory own;
  PairMemory& kept = memory == nullptr ? own : *memory;
  return MeshPairQuery(mesh1, mesh2, X_12).solve(kept.triangle1, kept.triangle2);
}

}  // namespace sarrus::internal
