#include "sarrus/geometry/internal/mesh_check.h"

#include <cmath>
#include <numeric>

#include "sarrus/base/error.h"
#include "sarrus/geometry/internal/mesh_edges.h"
#include "sarrus/geometry/surface_mesh.h"

namespace sarrus {

namespace internal {

void require_valid_mesh(In<Vec3<double>> vertices, In<std::array<int, 3>> triangles) {
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const Vec3<double>& v = vertices[i];
    // Squares and products of lengths must be finite too.
    require(std::abs(v.x) < 1e100 && std::abs(v.y) < 1e100 && std::abs(v.z) < 1e100,
            "vertex {} of the mesh is ({}, {}, {}), but coordinates must be finite and below 1e100", i, v.x,
            v.y, v.z);
  }
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    const auto& [a, b, c] = triangles[i];
    for (const int k : triangles[i])
      require(k >= 0 && k < std::ssize(vertices),
              "triangle {} of the mesh is ({}, {}, {}), but there are {} vertices, counted from 0", i, a, b,
              c, vertices.size());
  }
}

Array<int> find_repeated_vertices(In<Vec3<double>> vertices) {
  Array<Bounds> boxes;
  for (const Vec3<double>& v : vertices) boxes.push_back({v, v});
  const BoundingTree tree(boxes);
  Array<int> first(vertices.size(), -1);
  if (tree.is_empty()) return first;
  const Bounds& all = tree.nodes()[0].bounds;
  const double tolerance = 1e-12 * norm(all.upper - all.lower);
  const Vec3<double> margin{tolerance, tolerance, tolerance};
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    if (first[i] >= 0) continue;
    first[i] = static_cast<int>(i);
    const Bounds near{vertices[i] - margin, vertices[i] + margin};
    tree.visit([&](const Bounds& box) { return box.overlaps(near); },
               [&](int j) {
                 if (first[j] < 0 && norm(vertices[j] - vertices[i]) <= tolerance)
                   first[j] = static_cast<int>(i);
               });
  }
  return first;
}

MeshPieces find_mesh_pieces(In<std::array<int, 3>> triangles, std::size_t vertices) {
  // Sets of vertices, each known by its least member.
  Array<int> parent(vertices);
  std::iota(parent.begin(), parent.end(), 0);
  const auto root = [&](int v) {
    while (parent[v] != v) v = parent[v] = parent[parent[v]];
    return v;
  };
  for (const auto& t : triangles)
    for (const int v : {t[1], t[2]}) {
      const int a = root(t[0]), b = root(v);
      parent[std::max(a, b)] = std::min(a, b);
    }
  MeshPieces pieces{Array<int>(triangles.size()), 0};
  Array<int> number(vertices, -1);
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    int& n = number[root(triangles[t][0])];
    if (n < 0) n = pieces.count++;
    pieces.of_triangle[t] = n;
  }
  return pieces;
}

double enclosed_volume(In<Vec3<double>> vertices, In<std::array<int, 3>> triangles) {
  double volume = 0;
  for (const auto& [i, j, k] : triangles) {
    const Vec3<double>& origin = vertices[triangles[0][0]];
    volume += dot(vertices[i] - origin, cross(vertices[j] - origin, vertices[k] - origin)) / 6;
  }
  return volume;
}

}  // namespace internal

namespace {

/// Counts what is wrong with a mesh and remembers the first place.
class MeshExaminer {
 public:
  MeshExaminer(In<Vec3<double>> vertices, In<std::array<int, 3>> triangles)
      : vertices_(vertices), triangles_(triangles) {
    report_.vertices = static_cast<int>(vertices.size());
    report_.triangles = static_cast<int>(triangles.size());
    report_.pieces = internal::find_mesh_pieces(triangles, vertices.size()).count;
    count_edges();
    count_triangles();
    count_vertices();
    report_.is_inside_out =
        !triangles.empty() && report_.is_closed() && internal::enclosed_volume(vertices, triangles) < 0;
    if (report_.is_inside_out) say("the surface is closed, but turned inside out");
    if (triangles.empty()) say("there are no triangles");
  }
  MeshReport report() && { return std::move(report_); }

 private:
  void say(std::string sentence) { report_.sentences.push_back(std::move(sentence)); }
  std::string place(int v) const {
    return fmt::format("({:.6g}, {:.6g}, {:.6g})", vertices_[v].x, vertices_[v].y, vertices_[v].z);
  }

  void count_edges() {
    const internal::LooseEdge *open = nullptr, *crowded = nullptr, *reversed = nullptr;
    const auto edges = internal::find_mesh_neighbors(triangles_, vertices_.size()).loose_edges;
    const auto count = [](const internal::LooseEdge& edge, int& n, const internal::LooseEdge*& first) {
      if (n++ == 0) first = &edge;
    };
    for (const internal::LooseEdge& edge : edges)
      if (edge.count == 1)
        count(edge, report_.open_edges, open);
      else if (edge.count == 2)
        count(edge, report_.reversed_edges, reversed);
      else
        count(edge, report_.crowded_edges, crowded);
    const auto tell = [&](int n, const internal::LooseEdge* edge, const char* what) {
      if (edge)
        say(
            fmt::format("{} edge{} {}: the first is that from vertex {} at {} to vertex {} at {}, of "
                        "triangle {}",
                        n, n == 1 ? "" : "s", what, edge->first, place(edge->first), edge->second,
                        place(edge->second), edge->triangle));
    };
    tell(report_.open_edges, open, "with one triangle only (holes, or vertices that are not merged)");
    tell(report_.crowded_edges, crowded, "with more than two triangles");
    tell(report_.reversed_edges, reversed, "along which both triangles run in the same direction");
  }

  void count_triangles() {
    int first = -1;
    for (int t = 0; t < report_.triangles; ++t) {
      const auto& [a, b, c] = triangles_[t];
      if (!internal::is_degenerate(vertices_[a], vertices_[b], vertices_[c])) continue;
      if (report_.degenerate_triangles++ == 0) first = t;
    }
    if (first >= 0)
      say(fmt::format("{} triangle{} without an area: the first is number {}, at {}",
                      report_.degenerate_triangles, report_.degenerate_triangles == 1 ? "" : "s", first,
                      place(triangles_[first][0])));
  }

  void count_vertices() {
    Array<bool> is_used(vertices_.size(), false);
    for (const auto& t : triangles_)
      for (const int v : t) is_used[v] = true;
    const Array<int> first_at = internal::find_repeated_vertices(vertices_);
    int unused = -1, repeated = -1;
    for (int v = 0; v < report_.vertices; ++v) {
      if (!is_used[v] && report_.unused_vertices++ == 0) unused = v;
      if (first_at[v] != v && report_.repeated_vertices++ == 0) repeated = v;
    }
    if (repeated >= 0)
      say(fmt::format("{} vert{} at the place of another: the first is number {}, at {} as number {}",
                      report_.repeated_vertices, report_.repeated_vertices == 1 ? "ex" : "ices", repeated,
                      place(repeated), first_at[repeated]));
    if (unused >= 0)
      say(fmt::format("{} vert{} without a triangle: the first is number {}, at {}", report_.unused_vertices,
                      report_.unused_vertices == 1 ? "ex" : "ices", unused, place(unused)));
  }

  In<Vec3<double>> vertices_;
  In<std::array<int, 3>> triangles_;
  MeshReport report_;
};

}  // namespace

MeshReport check_mesh(In<Vec3<double>> vertices, In<std::array<int, 3>> triangles) {
  internal::require_valid_mesh(vertices, triangles);
  return MeshExaminer(vertices, triangles).report();
}

std::string MeshReport::text() const {
  if (sentences.empty()) return "nothing to report";
  std::string text;
  for (const std::string& sentence : sentences) text += (text.empty() ? "" : "; ") + sentence;
  return text;
}

}  // namespace sarrus
