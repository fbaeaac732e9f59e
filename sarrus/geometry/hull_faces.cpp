#include "sarrus/geometry/internal/hull_faces.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "sarrus/geometry/internal/mesh_edges.h"

namespace sarrus::internal {

namespace {

class HullFaces {
 public:
  HullFaces(In<Vec3<double>> points, In<std::array<int, 3>> triangles, double tolerance)
      : points_(points), triangles_(triangles), tolerance_(tolerance), face_of_(triangles.size(), -1) {
    gather();
    for (int f = 0; f < count_; ++f) loops_.push_back(border(f));
  }

  /// The loops without the points at which fewer than three faces meet.
  Array<Array<int>> result() const {
    Array<int> faces_at(points_.size(), 0);
    for (const Array<int>& loop : loops_)
      for (const int v : loop) ++faces_at[v];
    const auto corners = [&](const Array<int>& loop) {
      return std::count_if(loop.begin(), loop.end(), [&](int v) { return faces_at[v] >= 3; });
    };
    // A face that would shrink to a line keeps its points.
    for (const Array<int>& loop : loops_)
      if (corners(loop) < 3)
        for (const int v : loop) faces_at[v] = 3;
    Array<Array<int>> faces;
    for (const Array<int>& loop : loops_) {
      Array<int> face;
      for (const int v : loop)
        if (faces_at[v] >= 3) face.push_back(v);
      faces.push_back(std::move(face));
    }
    return faces;
  }

 private:
  Vec3<double> area_vector(std::size_t t) const {
    const auto& [a, b, c] = triangles_[t];
    return 0.5 * cross(points_[b] - points_[a], points_[c] - points_[a]);
  }

  /// Grows faces from the largest triangles, as far as points lie in the plane of the first.
  void gather() {
    const Array<std::array<int, 3>> neighbors = find_mesh_neighbors(triangles_, points_.size()).neighbors;
    Array<double> area(triangles_.size());
    for (std::size_t t = 0; t < area.size(); ++t) area[t] = norm(area_vector(t));
    Array<int> order(triangles_.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int s, int t) { return area[s] > area[t]; });
    Array<int> waiting;
    for (const int seed : order) {
      if (face_of_[seed] >= 0) continue;
      const Vec3<double> n = (1 / std::max(area[seed], 1e-300)) * area_vector(seed);
      const Vec3<double>& origin = points_[triangles_[seed][0]];
      const auto lies_in_plane = [&](int t) {
        return std::all_of(triangles_[t].begin(), triangles_[t].end(),
                           [&](int v) { return std::abs(dot(n, points_[v] - origin)) <= tolerance_; });
      };
      face_of_[seed] = count_;
      waiting.push_back(seed);
      Array<int> members;
      while (!waiting.empty()) {
        const int t = waiting.back();
        waiting.pop_back();
        members.push_back(t);
        for (const int next : neighbors[t])
          if (face_of_[next] < 0 && lies_in_plane(next)) face_of_[next] = count_, waiting.push_back(next);
      }
      ++count_;
      members_.push_back(std::move(members));
      if (border(count_ - 1).empty()) separate(count_ - 1);
    }
  }

  /// The border of a face as one loop of points; empty if it is not a single one without repeated points.
  Array<int> border(int face) const {
    struct Side {
      int from, to;
    };
    Array<Side> sides;
    for (const int t : members_[face])
      for (std::size_t k = 0; k < 3; ++k) sides.push_back({triangles_[t][k], triangles_[t][(k + 1) % 3]});
    // Sides that run both ways are within the face.
    const auto key = [](const Side& s) { return std::pair(std::min(s.from, s.to), std::max(s.from, s.to)); };
    std::sort(sides.begin(), sides.end(), [&](const Side& a, const Side& b) { return key(a) < key(b); });
    Array<Side> outer;
    for (std::size_t i = 0; i < sides.size(); ++i)
      if (i + 1 < sides.size() && key(sides[i]) == key(sides[i + 1]))
        ++i;
      else
        outer.push_back(sides[i]);
    std::sort(outer.begin(), outer.end(), [](const Side& a, const Side& b) { return a.from < b.from; });
    for (std::size_t i = 0; i + 1 < outer.size(); ++i)
      if (outer[i].from == outer[i + 1].from) return {};
    Array<int> loop;
    int at = outer.front().from;
    do {
      loop.push_back(at);
      at = std::lower_bound(outer.begin(), outer.end(), at, [](const Side& s, int v) {
             return s.from < v;
           })->to;
    } while (at != outer.front().from);
    return loop.size() == outer.size() ? loop : Array<int>();
  }

  /// Gives every triangle of a face one of its own.
  void separate(int face) {
    const Array<int> members = members_[face];
    members_[face] = {members.front()};
    for (std::size_t i = 1; i < members.size(); ++i) {
      face_of_[members[i]] = count_++;
      members_.push_back({members[i]});
    }
  }

  In<Vec3<double>> points_;
  In<std::array<int, 3>> triangles_;
  double tolerance_;
  Array<int> face_of_;  // per triangle
  int count_ = 0;
  Array<Array<int>> members_;  // the triangles of each face
  Array<Array<int>> loops_;
};

}  // namespace

Array<Array<int>> find_hull_faces(In<Vec3<double>> points, In<std::array<int, 3>> triangles,
                                  double tolerance) {
  return HullFaces(points, triangles, tolerance).result();
}

}  // namespace sarrus::internal
