#include "sarrus/proximity/internal/overlap_surface.h"

#include "sarrus/proximity/internal/expanding_polytope.h"

namespace sarrus::internal {

namespace {

/// Depths are compared up to this part of the size.
constexpr double overlap_rounding = 1e-13;
/// The surface is made for a ball larger by this factor, so that it serves while the polyhedra move.
constexpr double overlap_reserve = 1.6;

/// Grows the polytope, and knows from which vertices its corners came.
class SurfaceFinder {
 public:
  SurfaceFinder(const PolyhedronPair& pair, OverlapSurface& surface) : pair_(pair), surface_(surface) {}

  bool find(const DifferenceFace& face, const Vec3<double>& n, double depth) {
    const double rounding = overlap_rounding * pair_.size;
    surface_.corner_count = surface_.triangle_count = 0;
    const std::array<int, 2> apex = farthest(n, face[0]);
    std::array points{difference(face[0]), difference(face[1]), difference(face[2]), difference(apex)};
    // In the order in which the polytope keeps them.
    const bool is_turned =
        dot(cross(points[1].w - points[0].w, points[2].w - points[0].w), points[3].w - points[0].w) > 0;
    if (is_turned) std::swap(points[1], points[2]);
    for (const std::array<int, 2>& corner : {face[0], face[is_turned ? 2 : 1], face[is_turned ? 1 : 2], apex})
      keep(corner);
    if (!polytope_.begin(points, pair_.size, 0.1 * rounding)) return false;
    while (true) {
      const int number = polytope_.nearest();
      const ExpandingPolytope::Face& nearest = polytope_.face(number);
      if (nearest.offset >= overlap_reserve * depth) break;
      const bool is_full = surface_.corner_count == OverlapSurface::most_corners;
      if (is_full && nearest.offset >= depth - rounding) break;
      const std::array<int, 2> corner = farthest(nearest.normal, last_);
      const DifferencePoint next = difference(corner);
      const double reach = dot(nearest.normal, next.w);
      if (reach < depth - rounding) return false;
      if (reach - nearest.offset <= 0.1 * rounding) {
        polytope_.finish(number);
        continue;
      }
      if (is_full || polytope_.is_full()) return false;
      polytope_.next_vertex() = next;
      if (!polytope_.expand(number)) return false;
      keep(corner);
    }
    const ExpandingPolytope& found = polytope_;
    for (int i = 0; i < found.slot_count(); ++i) {
      const ExpandingPolytope::Face& f = found.face(i);
      if (!f.is_there) continue;
      auto& triangle = surface_.triangles[surface_.triangle_count++];
      for (std::size_t k = 0; k < 3; ++k) triangle[k] = static_cast<std::uint8_t>(f.vertices[k]);
    }
    return true;
  }

 private:
  DifferencePoint difference(const std::array<int, 2>& corner) const {
    return pair_.difference(corner[0], corner[1]);
  }
  /// The point of the difference that is farthest along a direction.
  std::array<int, 2> farthest(const Vec3<double>& direction, const std::array<int, 2>& from) const {
    return {pair_.first.support_vertex(-direction, from[0]),
            pair_.second.support_vertex(pair_.X_12.R.inverse_times(direction), from[1])};
  }
  void keep(const std::array<int, 2>& corner) {
    surface_.corners[surface_.corner_count++] = {static_cast<std::uint16_t>(corner[0]),
                                                 static_cast<std::uint16_t>(corner[1])};
    last_ = corner;
  }

  const PolyhedronPair& pair_;
  OverlapSurface& surface_;
  ExpandingPolytope& polytope_ = shared_polytope();
  std::array<int, 2> last_{};
};

}  // namespace

bool holds_ball(const OverlapSurface& surface, const PolyhedronPair& pair, double depth) {
  std::array<Vec3<double>, OverlapSurface::most_corners> w;
  for (std::size_t i = 0; i < surface.corner_count; ++i) {
    const auto& [a, b] = surface.corners[i];
    w[i] = pair.difference(a, b).w;
  }
  const double least = std::max(0.0, depth - overlap_rounding * pair.size), square = least * least;
  bool holds = surface.triangle_count > 0;
  for (std::size_t i = 0; i < surface.triangle_count; ++i) {
    const auto& [p, q, r] = surface.triangles[i];
    const Vec3<double> normal = cross(w[q] - w[p], w[r] - w[p]);
    const double height = dot(normal, w[p]);  // times |normal|
    holds = holds && height > 0 && height * height >= square * dot(normal, normal);
  }
  return holds;
}

bool find_overlap_surface(const PolyhedronPair& pair, const DifferenceFace& face, const Vec3<double>& n,
                          double depth, OverlapSurface& surface) {
  constexpr std::size_t most_vertices = 65536;
  if (pair.first.vertices().size() > most_vertices || pair.second.vertices().size() > most_vertices)
    return false;
  return SurfaceFinder(pair, surface).find(face, n, depth);
}

}  // namespace sarrus::internal
