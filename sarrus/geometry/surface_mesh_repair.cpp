#include <algorithm>
#include <map>
#include <set>

#include "sarrus/base/error.h"
#include "sarrus/geometry/internal/fill_hole.h"
#include "sarrus/geometry/internal/mesh_check.h"
#include "sarrus/geometry/internal/mesh_edges.h"
#include "sarrus/geometry/surface_mesh.h"

namespace sarrus {

namespace {

/// A mesh under repair; each function removes one kind of fault.
class MeshRepair {
 public:
  MeshRepair(In<Vec3<double>> vertices, In<std::array<int, 3>> triangles)
      : vertices_(vertices.begin(), vertices.end()), triangles_(triangles.begin(), triangles.end()) {
    merge_vertices();
    orient();
    remove_flat_triangles();
    if (fill_holes()) remove_flat_triangles();
    turn_outward();
    remove_unused_vertices();
  }
  MeshData take() && { return {std::move(vertices_), std::move(triangles_)}; }

 private:
  using Triangle = std::array<int, 3>;

  bool is_flat(const Triangle& t) const {
    return internal::is_degenerate(vertices_[t[0]], vertices_[t[1]], vertices_[t[2]]);
  }

  /// Triangles use the first vertex of each place; those that are left with two, and repeated ones, go.
  void merge_vertices() {
    const Array<int> first = internal::find_repeated_vertices(vertices_);
    std::set<Triangle> known;
    Array<Triangle> kept;
    for (Triangle t : triangles_) {
      for (int& v : t) v = first[v];
      if (t[0] == t[1] || t[1] == t[2] || t[2] == t[0]) continue;
      Triangle sorted = t;
      std::sort(sorted.begin(), sorted.end());
      if (known.insert(sorted).second) kept.push_back(t);
    }
    triangles_ = std::move(kept);
  }

  /// Turns triangles so that they agree with their neighbors across edges of two, beginning with the first of
  /// each piece.
  void orient() {
    struct Side {
      int triangle;
      bool upward;
    };
    std::map<std::pair<int, int>, Array<Side>> edges;
    const auto key = [](int a, int b) { return std::pair(std::min(a, b), std::max(a, b)); };
    for (int t = 0; t < static_cast<int>(triangles_.size()); ++t)
      for (std::size_t k = 0; k < 3; ++k) {
        const int from = triangles_[t][k], to = triangles_[t][(k + 1) % 3];
        edges[key(from, to)].push_back({t, from < to});
      }
    Array<bool> is_known(triangles_.size(), false), is_turned(triangles_.size(), false);
    Array<int> waiting;
    for (int seed = 0; seed < static_cast<int>(triangles_.size()); ++seed) {
      if (is_known[seed]) continue;
      is_known[seed] = true;
      waiting.push_back(seed);
      while (!waiting.empty()) {
        const int t = waiting.back();
        waiting.pop_back();
        for (std::size_t k = 0; k < 3; ++k) {
          const Array<Side>& sides = edges[key(triangles_[t][k], triangles_[t][(k + 1) % 3])];
          if (sides.size() != 2) continue;
          const int next = sides[0].triangle == t ? sides[1].triangle : sides[0].triangle;
          if (is_known[next]) continue;
          is_known[next] = true;
          is_turned[next] = is_turned[t] != (sides[0].upward == sides[1].upward);
          waiting.push_back(next);
        }
      }
    }
    for (std::size_t t = 0; t < triangles_.size(); ++t)
      if (is_turned[t]) std::swap(triangles_[t][1], triangles_[t][2]);
  }

  /// A flat triangle (a, b, c) with c on the edge ab belongs to the triangle (b, a, d) beyond: the two become
  /// (c, a, d) and (d, b, c). Those without a neighbor go.
  void remove_flat_triangles() {
    for (int pass = 0; pass < 20; ++pass) {
      const auto neighbors = internal::find_mesh_neighbors(triangles_, vertices_.size()).neighbors;
      Array<bool> is_changed(triangles_.size(), false);
      bool any = false;
      for (int t = 0; t < static_cast<int>(triangles_.size()); ++t)
        if (!is_changed[t] && is_flat(triangles_[t])) any = flip(t, neighbors, is_changed) || any;
      std::erase_if(triangles_, [](const Triangle& t) { return t[0] < 0; });
      if (!any) break;
    }
    std::erase_if(triangles_, [&](const Triangle& t) { return is_flat(t); });
  }
  bool flip(int t, const Array<std::array<int, 3>>& neighbors, Array<bool>& is_changed) {
    const Triangle old = triangles_[t];
    std::size_t k = 0;
    double longest = -1;
    for (std::size_t i = 0; i < 3; ++i)
      if (const double l = norm(vertices_[old[(i + 1) % 3]] - vertices_[old[i]]); l > longest)
        longest = l, k = i;
    const int u = neighbors[t][k];
    if (u < 0 || is_changed[u]) return u >= 0;
    const int a = old[k], b = old[(k + 1) % 3], c = old[(k + 2) % 3];
    int d = -1;
    for (const int v : triangles_[u])
      if (v != a && v != b) d = v;
    is_changed[t] = is_changed[u] = true;
    if (c == d)
      triangles_[t] = triangles_[u] = {-1, -1, -1};
    else
      triangles_[t] = {c, a, d}, triangles_[u] = {d, b, c};
    return true;
  }

  /// Covers loops of open edges that meet no other at any vertex; true if there were any.
  bool fill_holes() {
    const auto open = internal::find_mesh_neighbors(triangles_, vertices_.size()).loose_edges;
    // Covers run along open edges against the triangles there.
    Array<int> next(vertices_.size(), -1), count(vertices_.size(), 0);
    for (const internal::LooseEdge& edge : open)
      if (edge.count == 1) next[edge.second] = edge.first, ++count[edge.second], ++count[edge.first];
    const internal::MeshPieces pieces = internal::find_mesh_pieces(triangles_, vertices_.size());
    Array<double> area(pieces.count, 0.0);
    for (std::size_t t = 0; t < triangles_.size(); ++t) area[pieces.of_triangle[t]] += area_of(triangles_[t]);

    bool any = false;
    for (const internal::LooseEdge& edge : open) {
      if (edge.count != 1 || next[edge.second] < 0) continue;
      Array<int> loop;
      bool is_simple = true;
      for (int v = edge.second; v >= 0 && next[v] >= 0;) {
        is_simple = is_simple && count[v] == 2;
        loop.push_back(v);
        v = std::exchange(next[v], -1);
      }
      if (!is_simple || loop.size() < 3) continue;
      const Array<Triangle> cover = internal::cover_loop(vertices_, loop);
      double covered = 0;
      for (const Triangle& t : cover) covered += area_of(t);
      if (covered > 0.8 * area[pieces.of_triangle[edge.triangle]]) continue;
      triangles_.insert(triangles_.end(), cover.begin(), cover.end());
      any = true;
    }
    return any;
  }
  double area_of(const Triangle& t) const {
    return norm(internal::area_vector(vertices_[t[0]], vertices_[t[1]], vertices_[t[2]]));
  }

  /// Closed pieces enclose a positive volume; then those that are inside an odd number of others are turned
  /// to cavities.
  void turn_outward() {
    const auto loose = internal::find_mesh_neighbors(triangles_, vertices_.size()).loose_edges;
    const internal::MeshPieces pieces = internal::find_mesh_pieces(triangles_, vertices_.size());
    Array<bool> is_open(pieces.count, false);
    for (const internal::LooseEdge& edge : loose) is_open[pieces.of_triangle[edge.triangle]] = true;
    Array<Array<Triangle>> closed(pieces.count);
    for (std::size_t t = 0; t < triangles_.size(); ++t)
      if (!is_open[pieces.of_triangle[t]]) closed[pieces.of_triangle[t]].push_back(triangles_[t]);
    Array<bool> is_turned(pieces.count, false);
    Array<SurfaceMesh> solids;
    Array<int> piece_of_solid;
    for (int p = 0; p < pieces.count; ++p) {
      if (closed[p].empty()) continue;
      is_turned[p] = internal::enclosed_volume(vertices_, closed[p]) < 0;
      if (is_turned[p])
        for (Triangle& t : closed[p]) std::swap(t[1], t[2]);
      solids.push_back(SurfaceMesh(vertices_, closed[p]));
      piece_of_solid.push_back(p);
    }
    for (std::size_t i = 0; i < solids.size(); ++i) {
      const Vec3<double>& point = vertices_[closed[piece_of_solid[i]][0][0]];
      bool is_cavity = false;
      for (std::size_t j = 0; j < solids.size(); ++j)
        if (i != j && solids[j].nearest(point).at.distance < 0) is_cavity = !is_cavity;
      is_turned[piece_of_solid[i]] = is_turned[piece_of_solid[i]] != is_cavity;
    }
    for (std::size_t t = 0; t < triangles_.size(); ++t)
      if (is_turned[pieces.of_triangle[t]]) std::swap(triangles_[t][1], triangles_[t][2]);
  }

  void remove_unused_vertices() {
    Array<int> number(vertices_.size(), -1);
    for (const Triangle& t : triangles_)
      for (const int v : t) number[v] = 0;
    Array<Vec3<double>> kept;
    for (std::size_t v = 0; v < vertices_.size(); ++v)
      if (number[v] == 0) {
        number[v] = static_cast<int>(kept.size());
        kept.push_back(vertices_[v]);
      }
    for (Triangle& t : triangles_)
      for (int& v : t) v = number[v];
    vertices_ = std::move(kept);
  }

  Array<Vec3<double>> vertices_;
  Array<Triangle> triangles_;
};

}  // namespace

MeshData repair_mesh(In<Vec3<double>> vertices, In<std::array<int, 3>> triangles) {
  internal::require_valid_mesh(vertices, triangles);
  return MeshRepair(vertices, triangles).take();
}

}  // namespace sarrus
