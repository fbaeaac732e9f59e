#include "sarrus/proximity/internal/plane_contact.h"

#include <cmath>

#include "sarrus/proximity/internal/contact_corners.h"
#include "sarrus/proximity/internal/lane_point.h"
#include "sarrus/proximity/internal/mesh_corners.h"

namespace sarrus::internal {

namespace {

/// Adds the points of one shape below n·p = offset + margin, in the shape's frame.
struct PlaneContacts {
  LanePose X_WS;
  Vec3<double> n;
  double offset, margin;
  Lane4 normal;  // n in world axes
  bool is_turned;
  Manifold& manifold;

  /// The lowest point of a sphere about p.
  void operator()(const Vec3<double>& p, double radius, int number) const {
    const double distance = dot(n, p) - offset - radius;
    if (distance > margin) return;
    const Lane4 on_shape = times(X_WS.R, p.x, p.y, p.z) + X_WS.p - Lane4(radius) * normal;
    const Lane4 on_plane = on_shape - Lane4(distance) * normal;
    const FeatureName vertex = vertex_name(number), plane = face_name(0);
    if (is_turned)
      add_point(on_shape, on_plane, distance, contact_name(vertex, plane), manifold);
    else
      add_point(on_plane, on_shape, distance, contact_name(plane, vertex), manifold);
  }

  /// The ends of the ridges of a mesh, each once.
  void add_mesh(const SurfaceMesh& mesh) const {
    const auto is_low = [&](const Bounds& box) {
      const Vec3<double> lowest{n.x > 0 ? box.lower.x : box.upper.x, n.y > 0 ? box.lower.y : box.upper.y,
                                n.z > 0 ? box.lower.z : box.upper.z};
      return dot(n, lowest) - offset <= margin;
    };
    const std::size_t before = manifold.points.size();
    visit_ridges(mesh, is_low, [&](int t, int k) {
      for (const int end : {k, (k + 1) % 3}) {
        const int vertex = mesh.triangles()[t][end];
        (*this)(mesh.vertices()[vertex], 0, vertex);
      }
    });
    const auto by_name = [](const ManifoldPoint& a, const ManifoldPoint& b) { return a.name < b.name; };
    const auto is_same = [](const ManifoldPoint& a, const ManifoldPoint& b) { return a.name == b.name; };
    const auto first = manifold.points.begin() + static_cast<std::ptrdiff_t>(before);
    std::sort(first, manifold.points.end(), by_name);
    manifold.points.erase(std::unique(first, manifold.points.end(), is_same), manifold.points.end());
  }
};

}  // namespace

bool add_plane_contacts(const Pose<double>& X_WH, const AnyShape& shape, const Pose<double>& X_WS,
                        double margin, bool is_turned, Manifold& manifold) {
  const Vec3<double> normal = X_WH.R.col(2);
  manifold.normal = is_turned ? -normal : normal;
  const PlaneContacts contacts{LanePose(X_WS),
                               X_WS.R.inverse_times(normal),
                               dot(normal, X_WH.p - X_WS.p),
                               margin,
                               lane4(normal),
                               is_turned,
                               manifold};
  if (const auto* mesh = std::get_if<SurfaceMeshShape>(&shape)) {
    contacts.add_mesh(*mesh->mesh);
    return true;
  }
  return visit_contact_corners(shape, contacts.n, contacts);
}

}  // namespace sarrus::internal
