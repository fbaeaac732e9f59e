#include "sarrus/proximity/internal/contact_patch.h"

#include <cmath>

#include "sarrus/proximity/internal/box_box.h"

namespace sarrus::internal {

namespace {

/// Finds the patch of one shape; d is the direction in the shape's frame.
struct PatchFinder {
  const Pose<double>& X_WS;
  Vec3<double> d;
  ContactPatch& patch;

  void add(const Vec3<double>& p, int number) { patch.vertices.push_back({X_WS * p, number}); }

  void segment(const Vec3<double>& end1, int number1, const Vec3<double>& end2, int number2) {
    if (norm(end2 - end1) == 0) return patch.be_point(vertex_name(number1));
    patch.kind = PatchKind::segment;
    patch.name = edge_name(number1, number2);
    add(end1, number1), add(end2, number2);
  }

  void disc(double z, double radius, int rim) {
    patch.kind = PatchKind::disc;
    patch.name = face_name(rim);
    patch.normal = X_WS.R * Vec3<double>{0, 0, d.z < 0 ? -1.0 : 1.0};
    patch.center = X_WS * Vec3<double>{0, 0, z};
    patch.x = X_WS.R.col(0), patch.y = X_WS.R.col(1);
    patch.rim_radius = radius, patch.rim = rim;
  }

  /// Corners whose coordinates are those of the extreme corner, both signs where the direction is nearly at
  /// right angles to an axis.
  void box(const Vec3<double>& a) {
    int corner = 0, free_axes = 0, axis[3];
    for (int i = 0; i < 3; ++i) {
      if (d[i] > 0) corner |= 1 << i;
      if (std::abs(d[i]) <= patch_slope && a[i] > 0) axis[free_axes++] = i;
    }
    if (free_axes == 0) return patch.be_point(vertex_name(corner));
    if (free_axes == 1) {
      const int other = corner ^ (1 << axis[0]);
      return segment(box_corner(a, corner), corner, box_corner(a, other), other);
    }
    const int i = 3 - axis[0] - axis[1], u = 1 << axis[0], v = 1 << axis[1];
    patch.kind = PatchKind::polygon;
    patch.name = face_name(2 * i + (d[i] > 0));
    patch.normal = (d[i] > 0 ? 1.0 : -1.0) * X_WS.R.col(i);
    for (const int c : {corner, corner ^ u, corner ^ u ^ v, corner ^ v}) add(box_corner(a, c), c);
  }

  void operator()(const BoxShape& shape) { box(half_edges(shape)); }
  void operator()(const RoundedBoxShape& shape) {
    const double r = shape.rounding;
    box(0.5 * shape.size - Vec3<double>{r, r, r});
    patch.radius = r;
  }
  void operator()(const CapsuleShape& shape) {
    const double z = 0.5 * shape.length;
    if (std::abs(d.z) > patch_slope) return patch.be_point(vertex_name(d.z > 0 ? 1 : 0));
    segment({0, 0, -z}, 0, {0, 0, z}, 1);
    patch.radius = shape.radius;
  }
  void operator()(const CylinderShape& shape) {
    const double z = 0.5 * shape.length, across = std::hypot(d.x, d.y);
    const int top = d.z > 0 ? 1 : 0;
    if (across <= patch_slope) return disc(top != 0 ? z : -z, shape.radius, top);
    if (std::abs(d.z) > patch_slope) return patch.be_point(vertex_name(top));
    const double x = shape.radius * d.x / across, y = shape.radius * d.y / across;
    segment({x, y, -z}, 0, {x, y, z}, 1);
  }
  void operator()(const ConeShape& shape) {
    const double z = 0.5 * shape.length, across = std::hypot(d.x, d.y);
    if (across <= patch_slope && d.z < 0) return disc(-z, shape.radius, 0);
    // Along a line of the side the direction has the component d·(rim − apex)/|rim − apex|.
    const double along =
        (shape.radius * across - shape.length * d.z) / std::hypot(shape.radius, shape.length);
    if (std::abs(along) > patch_slope || across == 0) return patch.be_point(vertex_name(along > 0 ? 0 : 1));
    segment({shape.radius * d.x / across, shape.radius * d.y / across, -z}, 0, {0, 0, z}, 1);
  }
  void operator()(const ConvexShape& shape) {
    const ConvexPolyhedron& hull = *shape.polyhedron;
    int face = 0;
    double best = -2;
    for (int f = 0; f < static_cast<int>(hull.faces().size()); ++f)
      if (const double cosine = dot(hull.faces()[f].normal, d); cosine > best) best = cosine, face = f;
    if (best >= std::sqrt(1 - patch_slope * patch_slope)) return hull_face(hull, face);
    const int vertex = hull.support_vertex(d, hull.faces()[face].vertices[0]);
    int other = -1;
    double least = patch_slope;
    for (const int neighbor : hull.neighbors(vertex)) {
      const Vec3<double> edge = hull.vertices()[vertex] - hull.vertices()[neighbor];
      const double slope = dot(edge, d) / norm(edge);  // not negative, because the vertex is extreme
      if (slope < least) least = slope, other = neighbor;
    }
    if (other < 0) return patch.be_point(vertex_name(vertex));
    segment(hull.vertices()[vertex], vertex, hull.vertices()[other], other);
  }
  void hull_face(const ConvexPolyhedron& hull, int face) {
    patch.kind = PatchKind::polygon;
    patch.name = face_name(face);
    patch.normal = X_WS.R * hull.faces()[face].normal;
    for (const int v : hull.faces()[face].vertices) add(hull.vertices()[v], v);
  }
  /// Any other shape is smooth.
  template <class S>
  void operator()(const S&) {
    patch.be_point(face_name(0));
  }
};

}  // namespace

void find_patch(const AnyShape& shape, const Pose<double>& X_WS, const Vec3<double>& direction,
                ContactPatch& patch) {
  patch.radius = 0;
  patch.vertices.clear();
  std::visit(PatchFinder{X_WS, X_WS.R.inverse_times(direction), patch}, shape);
}

}  // namespace sarrus::internal
