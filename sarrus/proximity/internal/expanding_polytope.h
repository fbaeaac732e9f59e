#pragma once
/// @file
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "sarrus/base/internal/index.h"
#include "sarrus/proximity/internal/gjk.h"

namespace sarrus::internal {

/// A polytope of triangles within the difference, about the origin or nearly so. Each triangle knows those
/// next to it, so that what a new point sees is found without looking at the others.
class ExpandingPolytope {
 public:
  struct Face {
    std::array<int, 3> vertices, neighbors;  ///< Neighbor k is across the edge from vertex k to the next.
    Vec3<double> normal;                     ///< Outward unit normal.
    double offset;  ///< Distance of its plane from the origin; infinite for a face without an area.
    bool is_there;
  };

  /// Begins with a tetrahedron; false if it is flat. Faces are seen from points that are more than
  /// `threshold` above them.
  bool begin(const std::array<DifferencePoint, 4>& points, double size, double threshold) {
    least_square_ = 1e-56 * size * size * size * size, threshold_ = threshold;
    vertex_count_ = 4, slot_count_ = free_count_ = 0;
    std::copy(points.begin(), points.end(), vertices_.begin());
    const Vec3<double> a = points[0].w;
    const double volume = dot(cross(points[1].w - a, points[2].w - a), points[3].w - a);
    if (volume > 0) std::swap(vertices_[1], vertices_[2]);
    add_face({0, 1, 2}, {2, 3, 1});
    add_face({0, 2, 3}, {0, 3, 2});
    add_face({0, 3, 1}, {1, 3, 0});
    add_face({1, 3, 2}, {2, 1, 0});
    return volume != 0;
  }
  /// The number of the face that is nearest to the origin, to nearly all digits.
  int nearest() const {
    std::int64_t least = far;
    for (int i = 0; i < slot_count_; ++i) least = std::min(least, keys_[index(i)]);
    return static_cast<int>(least & number_bits);
  }
  bool is_full() const { return vertex_count_ == most_vertices; }
  /// Where the next vertex is to be written, before expand().
  DifferencePoint& next_vertex() { return vertices_[index(vertex_count_)]; }
  /// Replaces the faces that the next vertex sees, of which `seen` is one; false if rounding tears the
  /// surface.
  bool expand(int seen) {
    const Vec3<double> w = next_vertex().w;
    edge_count_ = 0;
    remove(seen);
    const Face& f = face(seen);
    for (std::size_t k = 0; k < 3; ++k) walk(w, f.neighbors[k], f.vertices[k]);
    if (edge_count_ < 3 || face_count() + edge_count_ > most_faces) return false;
    const int first = add_face_at(0);
    for (int e = 1, before = first; e <= edge_count_; ++e) {
      const int next = e < edge_count_ ? add_face_at(e) : first;
      if (face(before).vertices[1] != face(next).vertices[0]) return false;
      faces_[index(before)].neighbors[1] = next;
      faces_[index(next)].neighbors[2] = before;
      before = next;
    }
    ++vertex_count_;
    return true;
  }
  const DifferencePoint& vertex(int i) const { return vertices_[index(i)]; }
  const Face& face(int i) const { return faces_[index(i)]; }
  /// Faces have numbers below this; some of them are not there any more.
  int slot_count() const { return slot_count_; }
  /// A face of the difference itself, beyond which there is nothing: it is not the nearest any more.
  void finish(int f) { keys_[index(f)] = far; }

 private:
  static constexpr int most_vertices = 160, most_faces = 2 * most_vertices;
  static constexpr std::int64_t far = std::numeric_limits<std::int64_t>::max();
  static constexpr std::int64_t number_bits = 511;
  static_assert(most_faces <= number_bits);

  /// An edge between what the new point sees and what it does not: edge k of a face that stays.
  struct HorizonEdge {
    int face;
    std::size_t k;
  };

  int face_count() const { return slot_count_ - free_count_; }
  void remove(int f) {
    faces_[index(f)].is_there = false;
    finish(f);
    free_[index(free_count_++)] = f;
  }
  /// Goes on to face g across its edge that ends at vertex `end`, and from there in order around it, so that
  /// the edges of the horizon come in order too.
  void walk(const Vec3<double>& w, int g, int end) {
    const Face& f = face(g);
    if (!f.is_there) return;
    const std::size_t k = f.vertices[1] == end ? 0 : f.vertices[2] == end ? 1 : 2;
    if (!(f.normal.x * w.x + f.normal.y * w.y + f.normal.z * w.z - f.offset > threshold_)) {
      if (edge_count_ < most_faces) horizon_[index(edge_count_++)] = {g, k};
      return;
    }
    remove(g);
    const std::size_t next = k == 2 ? 0 : k + 1, last = k == 0 ? 2 : k - 1;
    walk(w, f.neighbors[next], f.vertices[next]);
    walk(w, f.neighbors[last], f.vertices[last]);
  }
  /// The face between an edge of the horizon and the new point.
  int add_face_at(int e) {
    const auto [g, k] = horizon_[index(e)];
    Face& f = faces_[index(g)];
    return f.neighbors[k] =
               add_face({f.vertices[k == 2 ? 0 : k + 1], f.vertices[k], vertex_count_}, {g, 0, 0});
  }
  int add_face(const std::array<int, 3>& vertices, const std::array<int, 3>& neighbors) {
    const int number = free_count_ > 0 ? free_[index(--free_count_)] : slot_count_++;
    Face& f = faces_[index(number)];
    std::int64_t& key = keys_[index(number)];
    f.vertices = vertices, f.neighbors = neighbors, f.is_there = true;
    // Written out, because these products are not worth calls.
    const Vec3<double>&a = vertex(vertices[0]).w, &b = vertex(vertices[1]).w, &c = vertex(vertices[2]).w;
    const Vec3<double> p{b.x - a.x, b.y - a.y, b.z - a.z}, q{c.x - a.x, c.y - a.y, c.z - a.z};
    const Vec3<double> n{p.y * q.z - p.z * q.y, p.z * q.x - p.x * q.z, p.x * q.y - p.y * q.x};
    const double square = n.x * n.x + n.y * n.y + n.z * n.z;
    if (square > least_square_) {
      const double r = 1 / std::sqrt(square);
      f.normal = {r * n.x, r * n.y, r * n.z};
      f.offset = f.normal.x * a.x + f.normal.y * a.y + f.normal.z * a.z;
      // Numbers that are not negative are ordered as their bits; the last bits make room for the face's.
      key = (std::bit_cast<std::int64_t>(std::max(f.offset, 0.0)) & ~number_bits) | number;
    } else {
      f.normal = {0, 0, 0};
      f.offset = std::numeric_limits<double>::infinity();  // and nothing sees it
      key = far;
    }
    return number;
  }

  double least_square_ = 0, threshold_ = 0;
  std::array<DifferencePoint, most_vertices> vertices_;
  std::array<Face, most_faces> faces_;
  std::array<std::int64_t, most_faces> keys_;  ///< Offsets and numbers of faces.
  std::array<int, most_faces> free_;           ///< Slots of faces that were removed.
  std::array<HorizonEdge, most_faces> horizon_;
  int vertex_count_ = 0, slot_count_ = 0, free_count_ = 0, edge_count_ = 0;
};

/// One for all searches of a thread: it is too large to be cleared in each.
inline ExpandingPolytope& shared_polytope() {
  thread_local ExpandingPolytope polytope;
  return polytope;
}

}  // namespace sarrus::internal
