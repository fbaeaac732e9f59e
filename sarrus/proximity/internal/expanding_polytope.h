#pragma once
/// @file
#include <array>
#include <limits>
#include <utility>

#include "sarrus/proximity/internal/gjk.h"

namespace sarrus::internal {

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
  int vertex_count() const { return vertex_count_; }
  const Face& face(int i) const { return faces_[static_cast<std::size_t>(i)]; }
  int face_count() const { return face_count_; }
  /// A face of the difference itself, beyond which there is nothing: it is not the nearest any more.
  void finish(const Face& f) { faces_[static_cast<std::size_t>(&f - faces_.data())].offset = infinite; }

 private:
  static constexpr int most_vertices = 160, most_faces = 2 * most_vertices;
  static constexpr double infinite = std::numeric_limits<double>::infinity();

  Face& face(int i) { return faces_[static_cast<std::size_t>(i)]; }
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
      f.offset = infinite;  // and nothing sees it
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

/// One for all searches of a thread: it is too large to be cleared in each.
inline ExpandingPolytope& shared_polytope() {
  thread_local ExpandingPolytope polytope;
  return polytope;
}

}  // namespace sarrus::internal
