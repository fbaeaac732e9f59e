#include "sarrus/proximity/internal/convex_pieces.h"

#include <cmath>
#include <numbers>

#include "sarrus/proximity/internal/box_box.h"
#include "sarrus/proximity/internal/round_triangles.h"

namespace sarrus::internal {

namespace {

/// A ring as a polyhedron: `around` sectors, each a prism with `edges` faces between two half-planes through
/// the axis.
struct PolygonalRing {
  static constexpr int around = 48, edges = 24;
  static constexpr double sector = 2 * std::numbers::pi / around, step = 2 * std::numbers::pi / edges;

  explicit PolygonalRing(const TorusShape& torus)
      : radius(torus.radius), tube(torus.tube * std::sqrt(step / std::sin(step))) {}

  /// Corner i of the cross section: its distance from the axis, and its height.
  struct Corner {
    double out, up;
  };
  Corner corner(int i) const {
    const double angle = (i + 0.5) * step;
    return {widened * (radius + tube * std::cos(angle)), tube * std::sin(angle)};
  }
  Vec3<double> vertex(int k, int i) const {
    const auto [out, up] = corner(i);
    const double angle = (k + 0.5) * sector;
    return {out * std::cos(angle), out * std::sin(angle), up};
  }
  /// Polygons of the area of the circle about the axis keep the volume: g² = Δ/sin Δ.
  const double widened = std::sqrt(sector / std::sin(sector));
  double radius, tube;
};

void add_ring(const TorusShape& torus, ClippedSolid& solid) {
  const PolygonalRing ring(torus);
  for (int k = 0; k < PolygonalRing::around; ++k)
    for (int i = 0; i < PolygonalRing::edges; ++i) {
      const Vec3<double> a = ring.vertex(k, i), b = ring.vertex(k + 1, i), c = ring.vertex(k + 1, i + 1),
                         d = ring.vertex(k, i + 1);
      solid.add(a, b, c), solid.add(a, c, d);
    }
}

/// The sector between vertices k and k + 1 about the axis. In the direction e of its middle, the prism is
/// |x·e| as at the vertices: ρ·cos(Δ/2).
void add_ring_planes(const PolygonalRing& ring, int k, Array<Plane>& planes) {
  const double half = 0.5 * PolygonalRing::sector, middle = (k + 1) * PolygonalRing::sector;
  const Vec3<double> e{std::cos(middle), std::sin(middle), 0};
  for (const double side : {-1.0, 1.0}) {
    const double angle = middle + side * half;
    planes.push_back({{-side * std::sin(angle), side * std::cos(angle), 0}, 0});
  }
  for (int i = 0; i < PolygonalRing::edges; ++i) {
    const auto from = ring.corner(i), to = ring.corner(i + 1);
    const double along = (to.out - from.out) * std::cos(half), up = to.up - from.up;
    const Vec3<double> n = normalized(up * e - along * Vec3<double>::unit_z());
    planes.push_back({n, from.out * std::cos(half) * dot(n, e) + from.up * n.z});
  }
}

/// The tetrahedron from a point to a triangle of a mesh, with the sign of its volume.
void make_tetrahedron(const Vec3<double>& o, const std::array<Vec3<double>, 3>& corners, ConvexPiece& piece) {
  const auto& [a, b, c] = corners;
  const double six_volumes = dot(a - o, cross(b - o, c - o));
  piece.sign = six_volumes < 0 ? -1 : 1;
  const auto add = [&](const Vec3<double>& p, const Vec3<double>& q, const Vec3<double>& r) {
    const Vec3<double> n = cross(q - p, r - p);
    const double size = norm(n);
    if (!(size > 0)) return;
    piece.planes.push_back({(piece.sign / size) * n, piece.sign / size * dot(n, p)});
  };
  add(a, b, c), add(o, b, a), add(o, c, b), add(o, a, c);
  // Without a volume: nothing is below these planes.
  if (!(std::abs(six_volumes) > 0)) piece.planes = {{{1, 0, 0}, 0}, {{-1, 0, 0}, -1}};
}

struct PlaneMaker {
  Array<Plane>& planes;

  void operator()(const HalfSpaceShape&) const { planes.push_back({{0, 0, 1}, 0}); }
  void operator()(const BoxShape& box) const {
    for (int i = 0; i < 3; ++i) {
      planes.push_back({Vec3<double>::unit(i), 0.5 * box.size[i]});
      planes.push_back({-Vec3<double>::unit(i), 0.5 * box.size[i]});
    }
  }
  void operator()(const ConvexShape& hull) const {
    for (const ConvexPolyhedron::Face& face : hull.polyhedron->faces())
      planes.push_back({face.normal, face.offset});
  }
  /// Other shapes are cut, and do not cut.
  template <class Shape>
  void operator()(const Shape&) const {}
};

/// The first n pieces, empty.
void clear_pieces(int n, Array<ConvexPiece>& pieces) {
  if (static_cast<int>(pieces.size()) < n) pieces.resize(n);
  for (int i = 0; i < n; ++i) pieces[i].planes.clear(), pieces[i].sign = 1;
}

}  // namespace

void add_triangles(const AnyShape& shape, ClippedSolid& solid) {
  if (const auto* torus = std::get_if<TorusShape>(&shape)) return add_ring(*torus, solid);
  if (const auto* box = std::get_if<BoxShape>(&shape)) {
    const Vec3<double> h = half_edges(*box);
    constexpr int faces[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                 {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    for (const auto& c : faces)
      for (int k = 1; k < 3; ++k)
        solid.add(box_corner(h, c[0]), box_corner(h, c[k]), box_corner(h, c[k + 1]));
  } else if (const auto* hull = std::get_if<ConvexShape>(&shape)) {
    const Array<Vec3<double>>& v = hull->polyhedron->vertices();
    for (const ConvexPolyhedron::Face& face : hull->polyhedron->faces())
      for (std::size_t k = 2; k < face.vertices.size(); ++k)
        solid.add(v[face.vertices[0]], v[face.vertices[k - 1]], v[face.vertices[k]]);
  } else if (const auto* mesh = std::get_if<SurfaceMeshShape>(&shape)) {
    const Array<Vec3<double>>& v = mesh->mesh->vertices();
    for (const std::array<int, 3>& t : mesh->mesh->triangles()) solid.add(v[t[0]], v[t[1]], v[t[2]]);
  } else {
    add_round_triangles(shape, solid);
  }
}

int count_convex_pieces(const AnyShape& shape) {
  if (const auto* mesh = std::get_if<SurfaceMeshShape>(&shape))
    return static_cast<int>(mesh->mesh->triangles().size());
  return std::holds_alternative<TorusShape>(shape) ? PolygonalRing::around : 1;
}

int make_convex_pieces(const AnyShape& shape, Array<ConvexPiece>& pieces) {
  const int count = count_convex_pieces(shape);
  clear_pieces(count, pieces);
  if (const auto* mesh = std::get_if<SurfaceMeshShape>(&shape)) {
    const Array<Vec3<double>>& v = mesh->mesh->vertices();
    const Bounds box = mesh->bounds();
    const Vec3<double> middle = 0.5 * (box.lower + box.upper);
    for (int i = 0; i < count; ++i) {
      const std::array<int, 3>& t = mesh->mesh->triangles()[i];
      make_tetrahedron(middle, {v[t[0]], v[t[1]], v[t[2]]}, pieces[i]);
    }
  } else if (const auto* torus = std::get_if<TorusShape>(&shape)) {
    for (int k = 0; k < count; ++k) add_ring_planes(PolygonalRing(*torus), k, pieces[k].planes);
  } else {
    std::visit(PlaneMaker{pieces[0].planes}, shape);
  }
  return count;
}

}  // namespace sarrus::internal
