#include "sarrus/proximity/internal/mesh_contact.h"

#include <algorithm>
#include <cmath>

#include "sarrus/geometry/internal/triangle.h"
#include "sarrus/proximity/internal/contact_corners.h"
#include "sarrus/proximity/internal/mesh_corners.h"

namespace sarrus::internal {

namespace {

/// The name of a whole mesh: what a corner touches keeps its name while the corner slides over triangles.
constexpr FeatureName whole_mesh = feature_name(3, 0);

/// A point of a triangle that is nearest to the center of a sphere.
struct TriangleTouch {
  int triangle, feature;
  Vec3<double> point;
  double distance;  // from the center
};

class MeshContacts {
 public:
  MeshContacts(const SurfaceMesh& mesh, const Pose<double>& X_W1, const AnyShape& shape,
               const Pose<double>& X_W2, double margin, bool is_turned, Manifold& manifold)
      : mesh_(mesh),
        X_W1_(X_W1),
        shape_(shape),
        X_W2_(X_W2),
        margin_(margin),
        is_turned_(is_turned),
        manifold_(manifold) {}

  void add(const ShapeDistance& at, PatchScratch& scratch) {
    if (const auto* other = std::get_if<SurfaceMeshShape>(&shape_)) {
      add_vertices(*other->mesh, X_W2_, mesh_, X_W1_, true);
      add_vertices(mesh_, X_W1_, *other->mesh, X_W2_, false);
    } else {
      const Vec3<double> n = X_W2_.R.inverse_times(at.normal);
      visit_contact_corners(shape_, n, [&](const Vec3<double>& p, double radius, int number) {
        const Vec3<double> center = X_W1_.inverse_times(X_W2_ * p);
        if (radius == 0)
          add_corner(center, number);
        else
          add_sphere(center, radius, number);
      });
      add_ridges(at, scratch);
    }
    add_nearest(at);
    manifold_.normal = is_turned_ ? -at.normal : at.normal;
  }

 private:
  /// Adds a point; `normal` points from the mesh to the other shape.
  void emit(const Vec3<double>& on_mesh, const Vec3<double>& on_shape, double distance,
            const Vec3<double>& normal, FeatureName of_mesh, FeatureName of_shape) {
    const std::uint64_t name = is_turned_ ? contact_name(of_shape, of_mesh) : contact_name(of_mesh, of_shape);
    for (const ManifoldPoint& p : manifold_.points)
      if (p.name == name) return;
    if (is_turned_)
      manifold_.points.push_back({on_shape, on_mesh, distance, name});
    else
      manifold_.points.push_back({on_mesh, on_shape, distance, name});
    manifold_.normals.push_back(is_turned_ ? -normal : normal);
  }

  /// A corner of the shape at p, in the mesh's frame.
  void add_corner(const Vec3<double>& p, int number) {
    const SurfaceMesh::Nearest near = mesh_.nearest(p, last_triangle_);
    last_triangle_ = near.triangle;
    if (near.at.distance <= margin_)
      emit(X_W1_ * near.at.point, X_W1_ * p, near.at.distance, X_W1_.R * near.at.normal, whole_mesh,
           vertex_name(number));
  }

  TriangleTouch touch(int t, const Vec3<double>& p) const {
    const auto& [i, j, k] = mesh_.triangles()[t];
    const TrianglePoint near = nearest_of_triangle(
        {mesh_.vertices()[i], mesh_.vertices()[j], mesh_.vertices()[k], mesh_.normals()[t]}, p);
    return {t, near.feature, near.point, norm(p - near.point)};
  }
  FeatureName name_of(const TriangleTouch& at) const {
    const auto& corners = mesh_.triangles()[at.triangle];
    const auto corner = [&](int k) { return corners[k % 3]; };
    if (at.feature == TriangleFeature::inside) return face_name(at.triangle);
    if (at.feature >= TriangleFeature::first_corner)
      return vertex_name(corner(at.feature - TriangleFeature::first_corner));
    const int k = at.feature - TriangleFeature::first_edge;
    return edge_name(corner(k), corner(k + 1));
  }

  /// A sphere about p, in the mesh's frame: the points at which the distance from its center has a local
  /// minimum on the mesh. An edge or a vertex counts only if no triangle that meets there comes nearer: so
  /// nothing catches on the edges of a flat surface.
  void add_sphere(const Vec3<double>& p, double radius, int number) {
    const SurfaceMesh::Nearest near = mesh_.nearest(p, last_triangle_);
    last_triangle_ = near.triangle;
    if (near.at.distance - radius > margin_) return;
    const double reach = radius + margin_, size = norm(p) + reach;
    if (near.at.distance <= 0) {
      const double distance = near.at.distance - radius;
      emit(X_W1_ * near.at.point, X_W1_ * (p - radius * near.at.normal), distance, X_W1_.R * near.at.normal,
           face_name(near.triangle), vertex_name(number));
      return;
    }
    thread_local Array<TriangleTouch> touches;
    touches.clear();
    const Vec3<double> wide{reach, reach, reach};
    const Bounds around{p - wide, p + wide};
    mesh_.tree().visit([&](const Bounds& box) { return box.overlaps(around); },
                       [&](int t) {
                         const TriangleTouch at = touch(t, p);
                         if (at.distance <= reach && dot(p - at.point, mesh_.normals()[t]) >= -1e-12 * size)
                           touches.push_back(at);
                       });
    for (const TriangleTouch& at : touches) {
      const bool is_hidden = std::any_of(touches.begin(), touches.end(), [&](const TriangleTouch& other) {
        return other.distance < at.distance - 1e-12 * size && share_vertex(at, other.triangle);
      });
      if (is_hidden || at.distance <= 1e-12 * size) continue;
      const Vec3<double> n = (1 / at.distance) * (p - at.point), on_mesh = X_W1_ * at.point;
      if (is_known(on_mesh, 1e-6 * reach)) continue;
      emit(on_mesh, X_W1_ * (p - radius * n), at.distance - radius, X_W1_.R * n, name_of(at),
           vertex_name(number));
    }
  }
  /// True if a point on an edge or at a corner of its triangle belongs to another triangle too.
  bool share_vertex(const TriangleTouch& at, int other) const {
    if (at.feature == TriangleFeature::inside) return false;
    const auto& corners = mesh_.triangles()[at.triangle];
    const auto& others = mesh_.triangles()[other];
    const auto has = [&](int k) {
      return std::find(others.begin(), others.end(), corners[k % 3]) != others.end();
    };
    if (at.feature >= TriangleFeature::first_corner) return has(at.feature - TriangleFeature::first_corner);
    const int k = at.feature - TriangleFeature::first_edge;
    return has(k) && has(k + 1);
  }

  /// Ridges of the mesh under the part of the shape that faces them.
  void add_ridges(const ShapeDistance& at, PatchScratch& scratch) {
    find_patch(shape_, X_W2_, -at.normal, scratch.patch2);
    if (scratch.patch2.kind == PatchKind::point) return;
    Bounds near = bounds(shape_, X_W1_.inverse_times(X_W2_));
    const Vec3<double> wide{margin_, margin_, margin_};
    near.lower -= wide, near.upper += wide;
    thread_local Manifold corners;
    corners.points.clear();
    ContactPatch& ridge = scratch.patch1;
    visit_ridges(
        mesh_, [&](const Bounds& box) { return box.overlaps(near); },
        [&](int t, int k) {
          const int i = mesh_.triangles()[t][k];
          const int j = mesh_.triangles()[t][(k + 1) % 3];
          const int other = mesh_.neighbors()[t][k];
          const Vec3<double> p = X_W1_ * mesh_.vertices()[i], q = X_W1_ * mesh_.vertices()[j];
          const Vec3<double> sum =
              mesh_.normals()[t] + (other < 0 ? Vec3<double>::zero() : mesh_.normals()[other]);
          const bool faces = dot(X_W1_.R * sum, at.normal) > 0;
          if (!faces || std::abs(dot(q - p, at.normal)) > patch_slope * norm(q - p)) return;
          ridge.kind = PatchKind::segment, ridge.name = edge_name(i, j), ridge.radius = 0;
          ridge.vertices.clear();
          ridge.vertices.push_back({p, i}), ridge.vertices.push_back({q, j});
          add_patch_corners(at, margin_, scratch, corners);
        });
    for (const ManifoldPoint& p : corners.points)
      if (!is_known(p.point1, 1e-6 * size()))
        emit(p.point1, p.point2, p.distance, at.normal, static_cast<FeatureName>(p.name >> 32),
             static_cast<FeatureName>(p.name & 0xffffffffu));
  }
  double size() const {
    const Bounds& all = mesh_.tree().nodes()[0].bounds;
    return norm(all.upper - all.lower);
  }
  /// True if there is a point already at a place of the mesh.
  bool is_known(const Vec3<double>& on_mesh, double tolerance) const {
    return std::any_of(manifold_.points.begin(), manifold_.points.end(), [&](const ManifoldPoint& p) {
      return norm((is_turned_ ? p.point2 : p.point1) - on_mesh) <= tolerance;
    });
  }

  /// Ends of the ridges of one mesh that are near another. `is_shape`: `of` is the other shape, not the mesh.
  void add_vertices(const SurfaceMesh& of, const Pose<double>& X_W, const SurfaceMesh& on,
                    const Pose<double>& X_WO, bool is_shape) {
    const Pose<double> X_O = X_WO.inverse_times(X_W);
    // A box around the other mesh, in the axes of this one: its center and half edges, turned.
    const Bounds& all = on.tree().nodes()[0].bounds;
    const Vec3<double> center = X_O.inverse_times(0.5 * (all.lower + all.upper));
    const Vec3<double> half = 0.5 * (all.upper - all.lower);
    Vec3<double> wide{margin_, margin_, margin_};
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) wide[i] += std::abs(X_O.R(j, i)) * half[j];
    const Bounds near{center - wide, center + wide};
    visit_ridges(
        of, [&](const Bounds& box) { return box.overlaps(near); },
        [&](int t, int k) {
          for (const int end : {k, (k + 1) % 3}) {
            const int vertex = of.triangles()[t][end];
            const Vec3<double> p = X_O * of.vertices()[vertex];
            const SurfaceMesh::Nearest at = on.nearest(p);
            if (at.at.distance > margin_) continue;
            const Vec3<double> surface = X_WO * at.at.point, corner = X_WO * p, n = X_WO.R * at.at.normal;
            if (is_shape)
              emit(surface, corner, at.at.distance, n, whole_mesh, vertex_name(vertex));
            else if (!is_known(corner, 1e-6 * size()))
              emit(corner, surface, at.at.distance, -n, vertex_name(vertex), whole_mesh);
          }
        });
  }

  void add_nearest(const ShapeDistance& at) {
    const double tolerance = 1e-9 * (norm(at.point1 - X_W1_.p) + norm(at.point2 - X_W2_.p));
    for (const ManifoldPoint& p : manifold_.points)
      if (p.distance <= at.distance + tolerance) return;
    const int triangle = mesh_.nearest(X_W1_.inverse_times(at.point1), last_triangle_).triangle;
    emit(at.point1, at.point2, at.distance, at.normal, face_name(triangle), whole_mesh);
  }

  const SurfaceMesh& mesh_;
  const Pose<double>& X_W1_;
  const AnyShape& shape_;
  const Pose<double>& X_W2_;
  double margin_;
  bool is_turned_;
  Manifold& manifold_;
  int last_triangle_ = 0;
};

}  // namespace

void add_mesh_contacts(const SurfaceMesh& mesh, const Pose<double>& X_W1, const AnyShape& shape,
                       const Pose<double>& X_W2, const ShapeDistance& at, double margin, bool is_turned,
                       PatchScratch& scratch, Manifold& manifold) {
  MeshContacts(mesh, X_W1, shape, X_W2, margin, is_turned, manifold).add(at, scratch);
}

}  // namespace sarrus::internal
