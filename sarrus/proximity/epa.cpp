#include "sarrus/proximity/internal/epa.h"

#include <algorithm>
#include <limits>

namespace sarrus::internal {

namespace {

/// A polytope of triangles within the difference, about the origin or nearly so.
class ExpandingPolytope {
 public:
  struct Face {
    std::array<int, 3> vertices;
    Vec3<double> normal;  ///< Outward unit normal.
    double offset;        ///< Distance of its plane from the origin; infinite for a face without an area.
  };

  /// Begins with a tetrahedron; false if it is flat. Faces are seen from points that are more than
  /// `threshold` above them.
  bool begin(const std::array<DifferencePoint, 4>& points, double size, double threshold) {
    size_ = size, threshold_ = threshold;
    vertex_count_ = face_count_ = 0;
    for (const DifferencePoint& p : points) vertices_[static_cast<std::size_t>(vertex_count_++)] = p;
    const Vec3<double> a = points[0].w;
    const double volume = dot(cross(points[1].w - a, points[2].w - a), points[3].w - a);
    if (volume > 0) std::swap(vertices_[1], vertices_[2]);
    for (const auto& [i, j, k] : {std::array{0, 1, 2}, {0, 2, 3}, {0, 3, 1}, {1, 3, 2}}) add_face(i, j, k);
    return volume != 0;
  }
  const Face& nearest() const {
    int best = 0;
    for (int i = 1; i < face_count_; ++i)
      if (face(i).offset < face(best).offset) best = i;
    return face(best);
  }
  /// Replaces the faces that a new point sees; false if there is no room, or nothing to replace.
  bool expand(const DifferencePoint& point) {
    if (vertex_count_ == most_vertices) return false;
    edge_count_ = 0;
    for (int i = 0; i < face_count_;) {
      const Face& f = face(i);
      if (!sees(point.w, f)) {
        ++i;
        continue;
      }
      for (int k = 0; k < 3; ++k)
        toggle_edge(f.vertices[static_cast<std::size_t>(k)],
                    f.vertices[static_cast<std::size_t>((k + 1) % 3)]);
      face(i) = face(--face_count_);
    }
    if (!is_loop() || face_count_ + edge_count_ > most_faces) return false;
    vertices_[static_cast<std::size_t>(vertex_count_)] = point;
    for (int e = 0; e < edge_count_; ++e)
      add_face(edges_[static_cast<std::size_t>(e)][0], edges_[static_cast<std::size_t>(e)][1], vertex_count_);
    ++vertex_count_;
    return true;
  }
  const DifferencePoint& vertex(int i) const { return vertices_[static_cast<std::size_t>(i)]; }

 private:
  static constexpr int most_vertices = 160, most_faces = 2 * most_vertices;

  Face& face(int i) { return faces_[static_cast<std::size_t>(i)]; }
  const Face& face(int i) const { return faces_[static_cast<std::size_t>(i)]; }
  bool sees(const Vec3<double>& w, const Face& f) const { return dot(f.normal, w) - f.offset > threshold_; }
  void add_face(int i, int j, int k) {
    const Vec3<double> a = vertex(i).w, b = vertex(j).w, c = vertex(k).w;
    const Vec3<double> n = cross(b - a, c - a);
    const double length = norm(n);
    Face& f = face(face_count_++);
    f.vertices = {i, j, k};
    if (length > 1e-28 * size_ * size_) {
      f.normal = (1 / length) * n;
      f.offset = dot(f.normal, a);
    } else {
      f.normal = {0, 0, 0};
      f.offset = std::numeric_limits<double>::infinity();  // and nothing sees it
    }
  }
  /// Edges between two visible faces come twice, in opposite directions, and cancel.
  void toggle_edge(int i, int j) {
    for (int e = 0; e < edge_count_; ++e) {
      auto& edge = edges_[static_cast<std::size_t>(e)];
      if (edge[0] != j || edge[1] != i) continue;
      edge = edges_[static_cast<std::size_t>(--edge_count_)];
      return;
    }
    edges_[static_cast<std::size_t>(edge_count_++)] = {i, j};
  }

  /// True if the edges around what was visible form one loop, as they do without rounding.
  bool is_loop() const {
    if (edge_count_ < 3) return false;
    int steps = 0, at = edges_[0][0];
    do {
      int next = -1;
      for (int e = 0; e < edge_count_ && next < 0; ++e)
        if (edges_[static_cast<std::size_t>(e)][0] == at) next = edges_[static_cast<std::size_t>(e)][1];
      at = next;
      ++steps;
    } while (at >= 0 && at != edges_[0][0] && steps <= edge_count_);
    return at == edges_[0][0] && steps == edge_count_;
  }

  double size_ = 0, threshold_ = 0;
  std::array<DifferencePoint, most_vertices> vertices_;
  std::array<Face, most_faces> faces_;
  std::array<std::array<int, 2>, 3 * most_faces> edges_;
  int vertex_count_ = 0, face_count_ = 0, edge_count_ = 0;
};

/// Points until they span a tetrahedron: those of GJK, then the farthest on either side of what there is.
class TetrahedronFinder {
 public:
  TetrahedronFinder(const ConvexPair& pair, const Simplex& simplex) : pair_(pair) {
    for (int i = 0; i < simplex.count; ++i) add(simplex.points[static_cast<std::size_t>(i)], 1e-6);
    for (int axis = 0; axis < 3 && count < 2; ++axis) add_farthest(Vec3<double>::unit(axis));
    if (count == 2) {
      const Vec3<double> d = w(1) - w(0);
      const Vec3<double> a{std::abs(d.x), std::abs(d.y), std::abs(d.z)};
      const int least = a.x <= a.y && a.x <= a.z ? 0 : a.y <= a.z ? 1 : 2;
      const Vec3<double> u = normalized(cross(d, Vec3<double>::unit(least)));
      add_farthest(u);
      if (count == 2) add_farthest(normalized(cross(d, u)));
    }
    if (count == 3) add_farthest(normalized(cross(w(1) - w(0), w(2) - w(0))));
  }
  /// The normal of what is flat, or a normal of what is straight.
  Vec3<double> flat_normal() const {
    if (count >= 3) return normalized(cross(w(1) - w(0), w(2) - w(0)));
    const Vec3<double> d = count == 2 ? w(1) - w(0) : Vec3<double>{0, 0, 1};
    const Vec3<double> a{std::abs(d.x), std::abs(d.y), std::abs(d.z)};
    const int least = a.x <= a.y && a.x <= a.z ? 0 : a.y <= a.z ? 1 : 2;
    return normalized(cross(d, Vec3<double>::unit(least)));
  }

  std::array<DifferencePoint, 4> points;
  int count = 0;

 private:
  const Vec3<double>& w(int i) const { return points[static_cast<std::size_t>(i)].w; }
  /// How far w is from the point, line or plane of the points so far.
  double height(const Vec3<double>& p) const {
    const Vec3<double> d = p - w(0);
    if (count == 1) return norm(d);
    const Vec3<double> e = w(1) - w(0);
    if (count == 2) return norm(cross(e, d)) / norm(e);
    const Vec3<double> n = cross(e, w(2) - w(0));
    return std::abs(dot(n, d)) / norm(n);
  }
  void add(const DifferencePoint& p, double least_height) {
    if (count == 4 || (count > 0 && !(height(p.w) > least_height * pair_.size))) return;
    points[static_cast<std::size_t>(count++)] = p;
  }
  void add_farthest(const Vec3<double>& direction) {
    const DifferencePoint p = pair_.support(direction), q = pair_.support(-direction);
    add(height(p.w) > height(q.w) ? p : q, 1e-13);
  }
  const ConvexPair& pair_;
};

/// One for all searches of a thread: it is too large to be cleared in each.
ExpandingPolytope& shared_polytope() {
  thread_local ExpandingPolytope polytope;
  return polytope;
}

/// The points a and b of a face, at the projection of the origin.
LeastOverlap overlap_at(const ExpandingPolytope& polytope, const ExpandingPolytope::Face& f) {
  const DifferencePoint &p = polytope.vertex(f.vertices[0]), &q = polytope.vertex(f.vertices[1]),
                        &r = polytope.vertex(f.vertices[2]);
  Simplex triangle;
  triangle.points = {p, q, r, {}};
  triangle.count = 3;
  for (DifferencePoint& point : triangle.points) point.w -= f.offset * f.normal;
  triangle.reduce();
  return {-f.normal, triangle.witness1(), triangle.witness2(), false};
}

}  // namespace

bool is_least_depth(const ConvexPair& pair, const Simplex& simplex, double depth, double rounding) {
  const TetrahedronFinder finder(pair, simplex);
  ExpandingPolytope& polytope = shared_polytope();
  if (finder.count < 4 || !polytope.begin(finder.points, pair.size, rounding)) return false;
  while (true) {
    const ExpandingPolytope::Face nearest = polytope.nearest();
    if (nearest.offset >= depth - rounding) return true;
    const DifferencePoint next = pair.support(-nearest.normal);
    const double reach = dot(nearest.normal, next.w);
    // Less deep in this direction, or round: the polytope comes no closer.
    if (reach < depth - rounding || reach - nearest.offset <= 1e-6 * pair.size || !polytope.expand(next))
      return false;
  }
}

LeastOverlap run_epa(const ConvexPair& pair, const Simplex& simplex, double accuracy) {
  const TetrahedronFinder finder(pair, simplex);
  ExpandingPolytope& polytope = shared_polytope();
  if (finder.count < 4 ||
      !polytope.begin(finder.points, pair.size, std::max(1e-3 * accuracy, 1e-15 * pair.size)))
    return {finder.flat_normal(), simplex.witness1(), simplex.witness2(), true};
  while (true) {
    const ExpandingPolytope::Face nearest = polytope.nearest();
    const DifferencePoint next = pair.support(-nearest.normal);
    if (dot(nearest.normal, next.w) - nearest.offset <= accuracy || !polytope.expand(next))
      return overlap_at(polytope, nearest);
  }
}

}  // namespace sarrus::internal
