#include "sarrus/proximity/internal/convex_pieces.h"

#include <cmath>
#include <limits>
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

/// What is below the triangles of a mesh, seen along an axis, with the sign of the triangle's normal: the
/// inside of a closed mesh is the sum of these columns. Only columns that meet a box are made.
class ColumnMaker {
 public:
  /// Columns along the shortest edge of the box, away from what is nearest to the surface.
  ColumnMaker(const SurfaceMeshShape& mesh, const Bounds& within) : within_(within) {
    const Vec3<double> d = within.upper - within.lower;
    axis_ = d.x <= d.y && d.x <= d.z ? 0 : d.y <= d.z ? 1 : 2;
    const Bounds all = mesh.bounds();
    const bool is_above = within.lower[axis_] + within.upper[axis_] >= all.lower[axis_] + all.upper[axis_];
    up_ = (is_above ? 1.0 : -1.0) * Vec3<double>::unit(axis_);
  }
  /// False for triangles along the axis too, below which there is nothing.
  bool meets(const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& c) const {
    if (dot(cross(b - a, c - a), up_) == 0) return false;
    Bounds box = Bounds::nothing();
    box.include(a), box.include(b), box.include(c);
    (up_[axis_] > 0 ? box.lower : box.upper)[axis_] = -up_[axis_] * std::numeric_limits<double>::infinity();
    return box.overlaps(within_);
  }
  void make(const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& c, ConvexPiece& piece) const {
    const Vec3<double> n = cross(b - a, c - a);
    piece.sign = dot(n, up_) < 0 ? -1 : 1;
    add(piece.sign * n, a, piece);
    add(piece.sign * cross(b - a, up_), a, piece);
    add(piece.sign * cross(c - b, up_), b, piece);
    add(piece.sign * cross(a - c, up_), c, piece);
  }

 private:
  static void add(const Vec3<double>& n, const Vec3<double>& p, ConvexPiece& piece) {
    const double size = norm(n);
    if (size > 0) piece.planes.push_back({(1 / size) * n, dot(n, p) / size});
  }

  Bounds within_;
  int axis_;
  Vec3<double> up_;
};

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

int make_convex_pieces(const AnyShape& shape, const Bounds& within, Array<ConvexPiece>& pieces) {
  const int count = count_convex_pieces(shape);
  clear_pieces(count, pieces);
  if (const auto* mesh = std::get_if<SurfaceMeshShape>(&shape)) {
    const Array<Vec3<double>>& v = mesh->mesh->vertices();
    const ColumnMaker columns(*mesh, within);
    int made = 0;
    for (const auto& [i, j, k] : mesh->mesh->triangles())
      if (columns.meets(v[i], v[j], v[k])) columns.make(v[i], v[j], v[k], pieces[made++]);
    return made;
  }
  if (const auto* torus = std::get_if<TorusShape>(&shape)) {
    for (int k = 0; k < count; ++k) add_ring_planes(PolygonalRing(*torus), k, pieces[k].planes);
  } else {
    std::visit(PlaneMaker{pieces[0].planes}, shape);
  }
  return count;
}

}  // namespace sarrus::internal
