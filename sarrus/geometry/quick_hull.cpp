#include "sarrus/geometry/internal/quick_hull.h"

#include <algorithm>
#include <cmath>

#include "sarrus/base/error.h"
#include "sarrus/geometry/internal/orientation.h"

namespace sarrus::internal {

namespace {

/// Quickhull [Barber, Dobkin, Huhdanpaa, The quickhull algorithm for convex hulls, 1996]: every triangle has
/// a list of points outside of it. The farthest of a list is added to the hull: the triangles that it sees
/// are replaced by those between it and their border, which share out the points of the lists.
class QuickHull {
 public:
  explicit QuickHull(In<Vec3<double>> points) : points_(scaled(points)) {
    make_tetrahedron();
    for (std::size_t i = 0; i < triangles_.size(); ++i)
      if (triangles_[i].is_alive && !triangles_[i].outside.empty()) add_farthest(static_cast<int>(i));
  }
  Array<std::array<int, 3>> result() const {
    Array<std::array<int, 3>> list;
    for (const Triangle& t : triangles_)
      if (t.is_alive) list.push_back(t.vertices);
    return list;
  }

 private:
  struct Triangle {
    std::array<int, 3> vertices;
    std::array<int, 3> neighbors;  // across the edge from vertex k to vertex k + 1
    Vec3<double> normal;
    Array<int> outside{};
    bool is_alive = true;
    int seen_from = -1;  // the last point that saw it
  };
  /// An edge of the border of the triangles that a point sees: from, to, and the triangle beyond.
  struct BorderEdge {
    int from, to, beyond;
  };

  /// The points in units in which the largest coordinate is 1 to 2. Coordinates below 1e-36 of that count as
  /// zero: products of three are then exact in expansions.
  static Array<Vec3<double>> scaled(In<Vec3<double>> points) {
    require(points.size() >= 4, "a convex hull needs four points that are not in a plane, but there {} {}",
            points.size() == 1 ? "is" : "are", points.size());
    double largest = 0;
    for (std::size_t i = 0; i < points.size(); ++i)
      for (int k = 0; k < 3; ++k) {
        const double x = points[i][k];
        require(std::isfinite(x), "point {} of a convex hull is ({}, {}, {}), but coordinates must be finite",
                i, points[i].x, points[i].y, points[i].z);
        largest = std::max(largest, std::abs(x));
      }
    const int exponent = largest > 0 ? std::ilogb(largest) : 0;
    Array<Vec3<double>> result(points.begin(), points.end());
    for (Vec3<double>& p : result)
      for (int k = 0; k < 3; ++k) {
        p[k] = std::scalbn(p[k], -exponent);
        if (std::abs(p[k]) < 1e-36) p[k] = 0;
      }
    return result;
  }

  const Vec3<double>& point(int i) const { return points_[i]; }
  bool sees(int p, const Triangle& t) const {
    return orientation(point(t.vertices[0]), point(t.vertices[1]), point(t.vertices[2]), point(p)) > 0;
  }

  /// The number of the point for which a measure is greatest.
  template <class Measure>
  int greatest(const Measure& measure) const {
    int best = 0;
    double most = measure(points_[0]);
    for (int i = 1; i < static_cast<int>(points_.size()); ++i)
      if (const double m = measure(points_[i]); m > most) most = m, best = i;
    return best;
  }

  /// Four points far from each other: two of the extreme ones along the axes, the farthest from the line
  /// through them, and the farthest from the plane of all three.
  void make_tetrahedron() {
    int a = 0, b = 0;
    for (int k = 0; k < 3; ++k) {
      const int low = greatest([&](const Vec3<double>& p) { return -p[k]; });
      const int high = greatest([&](const Vec3<double>& p) { return p[k]; });
      if (norm(point(high) - point(low)) > norm(point(b) - point(a))) a = low, b = high;
    }
    const Vec3<double> origin = point(a);
    const double extent = norm(point(b) - origin), least = 1e-11 * extent;
    require(extent > 0 && extent > 1e-14 * norm(origin),
            "the {} points of a convex hull all lie at one place; use a sphere if something should be there",
            points_.size());
    const Vec3<double> line = normalized(point(b) - origin);
    const auto from_line = [&](const Vec3<double>& p) { return norm(cross(line, p - origin)); };
    const int c = greatest(from_line);
    require(from_line(point(c)) > least,
            "the {} points of a convex hull lie on a line (they deviate by {} of its length): they have no "
            "volume; use a capsule",
            points_.size(), from_line(point(c)) / extent);
    const Vec3<double> normal = normalized(cross(line, point(c) - origin));
    const auto from_plane = [&](const Vec3<double>& p) { return std::abs(dot(normal, p - origin)); };
    const int d = greatest(from_plane);
    require(from_plane(point(d)) > least,
            "the {} points of a convex hull lie in a plane with the normal ({:.4g}, {:.4g}, {:.4g}) (they "
            "deviate by {} of their extent): they have no volume; add points that give the body a thickness",
            points_.size(), normal.x, normal.y, normal.z, from_plane(point(d)) / extent);
    make_tetrahedron(a, b, c, d);
  }
  void make_tetrahedron(int a, int b, int c, int d) {
    if (orientation(point(a), point(b), point(c), point(d)) > 0) std::swap(b, c);
    // Neighbors across the edges of (a, b, c), (a, d, b), (b, d, c), (c, d, a).
    add_triangle({a, b, c}, {1, 2, 3});
    add_triangle({a, d, b}, {3, 2, 0});
    add_triangle({b, d, c}, {1, 3, 0});
    add_triangle({c, d, a}, {2, 1, 0});
    for (int p = 0; p < static_cast<int>(points_.size()); ++p) assign(p, 0);
  }

  void add_triangle(std::array<int, 3> v, std::array<int, 3> neighbors) {
    const Vec3<double> n = cross(point(v[1]) - point(v[0]), point(v[2]) - point(v[0]));
    triangles_.push_back({v, neighbors, (1 / std::max(norm(n), 1e-300)) * n});
  }
  /// Puts a point into the list of the first triangle, from number `first` on, that it sees; points inside
  /// all of them are forgotten.
  void assign(int p, int first) {
    for (int t = first; t < static_cast<int>(triangles_.size()); ++t)
      if (sees(p, triangles_[t])) {
        triangles_[t].outside.push_back(p);
        return;
      }
  }

  void add_farthest(int from) {
    const Triangle& start = triangles_[from];
    const auto height = [&](int i) { return dot(start.normal, point(i) - point(start.vertices[0])); };
    const int p = *std::max_element(start.outside.begin(), start.outside.end(),
                                    [&](int i, int j) { return height(i) < height(j); });
    find_border(from, p);
    const int first = static_cast<int>(triangles_.size()), count = static_cast<int>(border_.size());
    for (int i = 0; i < count; ++i) {
      const BorderEdge& edge = border_[i];
      add_triangle({edge.from, edge.to, p},
                   {edge.beyond, first + (i + 1) % count, first + (i + count - 1) % count});
      Triangle& beyond = triangles_[edge.beyond];
      for (std::size_t k = 0; k < 3; ++k)
        if (beyond.vertices[k] == edge.to) beyond.neighbors[k] = first + i;
    }
    for (const int t : seen_) {
      for (const int q : triangles_[t].outside)
        if (q != p) assign(q, first);
      triangles_[t].outside = {};
    }
  }

  /// Removes the triangles that p sees, which are connected, and walks around them: their border in order.
  /// An edge is entered from a removed triangle; its other edges follow counter-clockwise.
  void find_border(int from, int p) {
    struct Step {
      int triangle;
      std::size_t edge;
      int left;
    };
    border_.clear(), seen_.clear();
    Array<Step> path;
    const auto enter = [&](int t, std::size_t edge, int edges) {
      triangles_[t].is_alive = false, triangles_[t].seen_from = p;
      seen_.push_back(t);
      path.push_back({t, edge, edges});
    };
    enter(from, 0, 3);
    while (!path.empty()) {
      Step& step = path.back();
      if (step.left == 0) {
        path.pop_back();
        continue;
      }
      const Triangle& t = triangles_[step.triangle];
      const std::size_t edge = step.edge;
      step.edge = (edge + 1) % 3, --step.left;
      const int next = t.neighbors[edge], to = t.vertices[(edge + 1) % 3];
      if (triangles_[next].seen_from == p) continue;
      if (!sees(p, triangles_[next])) {
        border_.push_back({t.vertices[edge], to, next});
        continue;
      }
      // The edge runs the other way in its neighbor; the walk goes on with the edge after it.
      std::size_t k = 0;
      while (triangles_[next].vertices[k] != to) ++k;
      enter(next, (k + 1) % 3, 2);
    }
  }

  Array<Vec3<double>> points_;
  Array<Triangle> triangles_;
  Array<BorderEdge> border_;
  Array<int> seen_;
};

}  // namespace

Array<std::array<int, 3>> find_hull_triangles(In<Vec3<double>> points) { return QuickHull(points).result(); }

}  // namespace sarrus::internal
