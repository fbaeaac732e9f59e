#include "sarrus/geometry/surface_mesh.h"

#include <algorithm>
#include <cmath>

#include "sarrus/base/error.h"
#include "sarrus/geometry/internal/box_distance.h"
#include "sarrus/geometry/internal/mesh_check.h"
#include "sarrus/geometry/internal/mesh_edges.h"
#include "sarrus/geometry/internal/triangle.h"
#include "sarrus/geometry/triangle_packs.h"
#include "sarrus/spatial/mesh_inertia.h"

namespace sarrus {

using internal::CornersAndNormal;
namespace TriangleFeature = internal::TriangleFeature;

SurfaceMesh::SurfaceMesh(Array<Vec3<double>> vertices, Array<std::array<int, 3>> triangles)
    : vertices_(std::move(vertices)), triangles_(std::move(triangles)) {
  require(!triangles_.empty(), "the mesh has no triangles; give it at least one");
  internal::require_valid_mesh(vertices_, triangles_);
  find_normals();
  auto [neighbors, loose_edges] = internal::find_mesh_neighbors(triangles_, vertices_.size());
  neighbors_ = std::move(neighbors);
  is_closed_ = loose_edges.empty();
  find_vertex_normals();

  Array<Bounds> boxes(triangles_.size(), Bounds::nothing());
  for (std::size_t t = 0; t < boxes.size(); ++t)
    for (const int v : triangles_[t]) boxes[t].include(vertices_[v]);
  tree_ = BoundingTree(boxes);
  packs_ = std::make_shared<const TrianglePacks>(vertices_, triangles_, normals_, areas_);
}

void SurfaceMesh::find_normals() {
  for (std::size_t t = 0; t < triangles_.size(); ++t) {
    const auto& [i, j, k] = triangles_[t];
    const Vec3<double>&a = vertices_[i], &b = vertices_[j], &c = vertices_[k];
    require(!internal::is_degenerate(a, b, c),
            "triangle {} of the mesh has no area: its vertices {}, {} and {} lie on a line near ({:.6g}, "
            "{:.6g}, {:.6g}); leave it out, or repair the mesh by repair_mesh()",
            t, i, j, k, a.x, a.y, a.z);
    const Vec3<double> n = internal::area_vector(a, b, c);
    areas_.push_back(norm(n));
    normals_.push_back((1 / norm(n)) * n);
  }
}

/// Angle-weighted normals: their scalar product with the way to any point that is nearest to the vertex tells
/// inside from outside [Bærentzen, Aanæs, Signed distance computation using the angle weighted pseudonormal,
/// 2005].
void SurfaceMesh::find_vertex_normals() {
  vertex_normals_.assign(vertices_.size(), Vec3<double>::zero());
  for (std::size_t t = 0; t < triangles_.size(); ++t)
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3<double>& v = vertices_[triangles_[t][k]];
      const Vec3<double> d = vertices_[triangles_[t][(k + 1) % 3]] - v;
      const Vec3<double> e = vertices_[triangles_[t][(k + 2) % 3]] - v;
      vertex_normals_[triangles_[t][k]] += std::atan2(norm(sarrus::cross(d, e)), dot(d, e)) * normals_[t];
    }
  for (std::size_t t = 0; t < triangles_.size(); ++t)
    for (std::size_t k = 0; k < 3; ++k)
      if (neighbors_[t][k] < 0)
        for (const int v : {triangles_[t][k], triangles_[t][(k + 1) % 3]})
          vertex_normals_[v] = Vec3<double>::zero();
}

Vec3<double> SurfaceMesh::pseudonormal(int triangle, int feature) const {
  if (feature >= TriangleFeature::first_corner) return vertex_normals_[triangles_[triangle][feature - 4]];
  if (feature == TriangleFeature::inside) return normals_[triangle];
  const int next = neighbors_[triangle][feature - 1];
  return next < 0 ? Vec3<double>::zero() : normals_[triangle] + normals_[next];
}

SurfaceMesh::Nearest SurfaceMesh::nearest(const Vec3<double>& p, int start) const {
  const auto on_triangle = [&](int t) {
    const auto& [i, j, k] = triangles_[t];
    return internal::nearest_of_triangle({vertices_[i], vertices_[j], vertices_[k], normals_[t]}, p);
  };
  int triangle = start;
  internal::TrianglePoint best = on_triangle(triangle);
  const auto distance2 = [&](const Vec3<double>& q) { return dot(p - q, p - q); };
  tree_.least([&](const Bounds& box) { return internal::squared_distance(box, p); },
              [&](int t, double least) {
                const internal::TrianglePoint q = on_triangle(t);
                const double d = distance2(q.point);
                if (!(d < least)) return least;
                best = q, triangle = t;
                return d;
              },
              distance2(best.point));

  const Vec3<double> away = p - best.point, pseudo = pseudonormal(triangle, best.feature);
  const bool is_behind = dot(away, pseudo) < 0;
  const double length = norm(away), distance = is_behind ? -length : length;
  if (best.feature == TriangleFeature::inside) return {{best.point, normals_[triangle], distance}, triangle};
  // On edges and at vertices the normal is the direction to p, unless too few digits are left of it.
  if (length > 1e-10 * (norm(p) + norm(best.point)))
    return {{best.point, (1 / distance) * away, distance}, triangle};
  const double size = norm(pseudo);
  return {{best.point, size > 1e-3 ? (1 / size) * pseudo : normals_[triangle], distance}, triangle};
}

std::optional<SurfaceMesh::Crossing> SurfaceMesh::cross(const Ray& ray) const {
  const internal::RayCrossing crossing(ray);
  const internal::RayBoxDistance box_distance(ray);
  int triangle = -1;
  double least = ray.length;
  // The bound of a box is a little less than its distance, so that none is missed by rounding.
  tree_.least(
      box_distance,
      [&](int t, double nearest) {
        const auto& [i, j, k] = triangles_[t];
        const double d = crossing.distance(vertices_[i], vertices_[j], vertices_[k]);
        if (!(d >= 0 && (triangle < 0 ? d <= least : d < least))) return nearest;
        triangle = t, least = d;
        return d;
      },
      std::nextafter(ray.length, std::numeric_limits<double>::infinity()));
  if (triangle < 0) return std::nullopt;
  return Crossing{least, triangle};
}

void SurfaceMeshShape::check() const {
  require(mesh != nullptr, "a mesh has no triangles; make a SurfaceMesh of vertices and triangles");
}

SurfacePoint SurfaceMeshShape::nearest(const Vec3<double>& p) const { return mesh->nearest(p).at; }

Bounds SurfaceMeshShape::bounds() const { return mesh->tree().nodes()[0].bounds; }

std::optional<RayHit> SurfaceMeshShape::hit(const Ray& ray) const {
  // From outside of a closed mesh the first triangle faces the ray; any other may have been met from inside.
  const std::optional<SurfaceMesh::Crossing> first = mesh->cross({ray.origin, ray.direction});
  if (!first) return std::nullopt;
  Vec3<double> normal = mesh->normals()[first->triangle];
  const double facing = dot(normal, ray.direction);
  if (mesh->is_closed() && facing > -1e-6 && mesh->nearest(ray.origin).at.distance <= 0)
    return RayHit{0, ray.origin, -ray.direction};
  if (first->distance > ray.length) return std::nullopt;
  if (facing > 0) normal = -normal;
  return RayHit{first->distance, ray.origin + first->distance * ray.direction, normal};
}

double SurfaceMeshShape::volume() const { return solid(1).m; }

RigidInertia<double> SurfaceMeshShape::solid(double density) const {
  return solid_mesh(density, mesh->vertices(), mesh->triangles());
}

}  // namespace sarrus
