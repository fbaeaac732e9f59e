#include "sarrus/geometry/convex_decomposition.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include "sarrus/base/error.h"
#include "sarrus/geometry/internal/mesh_check.h"
#include "sarrus/geometry/internal/solid_piece.h"

namespace sarrus {

namespace {

class ConvexDecomposer {
 public:
  ConvexDecomposer(const SurfaceMesh& mesh, const DecompositionOptions& options) : options_(options) {
    const Bounds& box = mesh.tree().nodes()[0].bounds;
    size_ = norm(box.upper - box.lower);
    volume_ = internal::enclosed_volume(mesh.vertices(), mesh.triangles());
    for (internal::SolidPiece& part : internal::connected_parts({mesh.vertices(), mesh.triangles()}))
      pieces_.push_back(describe(std::move(part)));
    while (static_cast<int>(pieces_.size()) < options.max_pieces && cut_deepest()) {
    }
  }
  Array<ConvexShape> hulls() const {
    Array<ConvexShape> list;
    for (const Piece& piece : pieces_) list.push_back(piece.hull);
    return list;
  }

 private:
  struct Piece {
    internal::SolidPiece solid;
    ConvexShape hull;
    double depth;
    Vec3<double> deepest;   // the point of the surface that is `depth` within the hull
    bool is_final = false;  // no plane divides it
  };

  Piece describe(internal::SolidPiece solid) const {
    Piece piece{std::move(solid), {}, 0, {}};
    piece.hull = convex_hull(piece.solid.vertices);
    const auto look = [&](const Vec3<double>& p) {
      if (const double depth = -piece.hull.nearest(p).distance; depth > piece.depth)
        piece.depth = depth, piece.deepest = p;
    };
    for (const Vec3<double>& v : piece.solid.vertices) look(v);
    for (const auto& t : piece.solid.triangles) {
      const Vec3<double>&a = piece.solid.vertices[t[0]], &b = piece.solid.vertices[t[1]],
            &c = piece.solid.vertices[t[2]];
      for (const Vec3<double>& p : {1.0 / 3 * (a + b + c), 0.5 * (a + b)}) look(p);
    }
    return piece;
  }

  /// Divides the piece that is farthest from being convex; false if all are good enough.
  bool cut_deepest() {
    Piece* worst = nullptr;
    for (Piece& piece : pieces_)
      if (!piece.is_final && piece.depth > options_.tolerance && (!worst || piece.depth > worst->depth))
        worst = &piece;
    if (!worst) return false;
    std::optional<Array<internal::SolidPiece>> best;
    double least = std::numeric_limits<double>::infinity();
    for (const internal::CutPlane& plane : candidates(*worst)) {
      Array<internal::SolidPiece> parts = internal::cut_solid(worst->solid, plane, 1e-9 * size_);
      drop_crumbs(parts);
      const auto count = pieces_.size() + parts.size() - 1;
      if (parts.size() < 2 || std::cmp_greater(count, options_.max_pieces)) continue;
      double sum = 0;
      for (const internal::SolidPiece& part : parts) sum += cost_of(convex_hull(part.vertices));
      if (sum < least) least = sum, best = std::move(parts);
    }
    worst->is_final = !best;
    if (!best) return true;
    pieces_.erase(pieces_.begin() + (worst - pieces_.data()));
    for (internal::SolidPiece& part : *best) pieces_.push_back(describe(std::move(part)));
    return true;
  }
  /// The volume, and a little more for longer hulls: halves of a ring have the hull of the ring, but the next
  /// cut makes it smaller.
  double cost_of(const ConvexShape& hull) const {
    const Bounds box = hull.bounds();
    return hull.volume() * (1 + 1e-3 * norm(box.upper - box.lower) / size_);
  }
  /// Rounding leaves parts without a volume.
  void drop_crumbs(Array<internal::SolidPiece>& parts) const {
    std::erase_if(parts, [&](const internal::SolidPiece& part) {
      return internal::enclosed_volume(part.vertices, part.triangles) < 1e-9 * volume_;
    });
  }

  /// Planes across the axes, evenly spaced and through the deepest point; planes along the faces of the
  /// deepest inward edges.
  Array<internal::CutPlane> candidates(const Piece& piece) const {
    Array<internal::CutPlane> planes;
    const Bounds box = piece.hull.bounds();
    for (int k = 0; k < 3; ++k) {
      planes.push_back({Vec3<double>::unit(k), piece.deepest[k]});
      for (int i = 1; i < 8; ++i)
        planes.push_back({Vec3<double>::unit(k), box.lower[k] + 0.125 * i * (box.upper[k] - box.lower[k])});
    }
    struct InwardEdge {
      double depth;
      internal::CutPlane left, right;
    };
    Array<InwardEdge> edges;
    const internal::SolidPiece& solid = piece.solid;
    std::map<std::pair<int, int>, std::size_t> triangle_at;
    for (std::size_t t = 0; t < solid.triangles.size(); ++t)
      for (std::size_t k = 0; k < 3; ++k)
        triangle_at[{solid.triangles[t][k], solid.triangles[t][(k + 1) % 3]}] = t;
    for (const auto& [edge, t] : triangle_at) {
      const auto other = triangle_at.find({edge.second, edge.first});
      if (edge.first > edge.second || other == triangle_at.end()) continue;
      const std::optional<internal::CutPlane> left = plane_of(solid, t),
                                              right = plane_of(solid, other->second);
      if (!left || !right) continue;
      double above = 0;
      for (const int v : solid.triangles[other->second])
        above = std::max(above, dot(left->normal, solid.vertices[v]) - left->offset);
      if (above < 1e-6 * size_) continue;
      const Vec3<double> middle = 0.5 * (solid.vertices[edge.first] + solid.vertices[edge.second]);
      edges.push_back({-piece.hull.nearest(middle).distance, *left, *right});
    }
    std::stable_sort(edges.begin(), edges.end(),
                     [](const InwardEdge& a, const InwardEdge& b) { return a.depth > b.depth; });
    for (std::size_t i = 0; i < std::min<std::size_t>(edges.size(), 8); ++i)
      planes.push_back(edges[i].left), planes.push_back(edges[i].right);
    return planes;
  }
  static std::optional<internal::CutPlane> plane_of(const internal::SolidPiece& solid, std::size_t t) {
    const auto& [i, j, k] = solid.triangles[t];
    const Vec3<double>&a = solid.vertices[i], &b = solid.vertices[j], &c = solid.vertices[k];
    if (internal::is_degenerate(a, b, c)) return std::nullopt;
    const Vec3<double> n = normalized(internal::area_vector(a, b, c));
    return internal::CutPlane{n, dot(n, a)};
  }

  DecompositionOptions options_;
  double size_, volume_;
  Array<Piece> pieces_;
};

}  // namespace

Array<ConvexShape> decompose(const SurfaceMesh& mesh, const DecompositionOptions& options) {
  require(mesh.is_closed(),
          "an open mesh encloses no solid that could be decomposed; see check_mesh() for its holes and close "
          "them by repair_mesh()");
  const double volume = internal::enclosed_volume(mesh.vertices(), mesh.triangles());
  require(volume > 0,
          "the mesh encloses the volume {:.6g}: it is turned inside out; turn it by repair_mesh()", volume);
  require(options.tolerance > 0 && std::isfinite(options.tolerance),
          "the tolerance of a decomposition is {} m, but it must be positive and finite", options.tolerance);
  require(options.max_pieces > 0, "a decomposition cannot have {} pieces at most; allow one or more",
          options.max_pieces);
  return ConvexDecomposer(mesh, options).hulls();
}

}  // namespace sarrus
