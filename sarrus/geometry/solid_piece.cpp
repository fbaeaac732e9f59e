#include "sarrus/geometry/internal/solid_piece.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numbers>

#include "sarrus/geometry/internal/fill_hole.h"
#include "sarrus/geometry/internal/mesh_check.h"

namespace sarrus::internal {

namespace {

using Triangles = Array<std::array<int, 3>>;

/// The part of a solid with the given triangles, without unused vertices.
SolidPiece part_of(const Array<Vec3<double>>& vertices, const Triangles& triangles) {
  SolidPiece part;
  Array<int> number(vertices.size(), -1);
  for (std::array<int, 3> t : triangles) {
    for (int& v : t) {
      if (number[v] < 0)
        number[v] = static_cast<int>(part.vertices.size()), part.vertices.push_back(vertices[v]);
      v = number[v];
    }
    part.triangles.push_back(t);
  }
  return part;
}

/// Connected parts of triangles. Parts with negative volumes are cavities of the largest other.
Array<SolidPiece> separate_parts(const Array<Vec3<double>>& vertices, const Triangles& triangles) {
  const MeshPieces pieces = find_mesh_pieces(triangles, vertices.size());
  Array<Triangles> of_piece(pieces.count);
  for (std::size_t t = 0; t < triangles.size(); ++t) of_piece[pieces.of_triangle[t]].push_back(triangles[t]);
  Array<double> volume(pieces.count, 0.0);
  for (int p = 0; p < pieces.count; ++p)
    if (!of_piece[p].empty()) volume[p] = enclosed_volume(vertices, of_piece[p]);
  Array<SolidPiece> parts;
  if (pieces.count == 0) return parts;
  const auto largest = std::max_element(volume.begin(), volume.end()) - volume.begin();
  for (int p = 0; p < pieces.count; ++p)
    if (volume[p] < 0)
      of_piece[largest].insert(of_piece[largest].end(), of_piece[p].begin(), of_piece[p].end());
  for (int p = 0; p < pieces.count; ++p)
    if (volume[p] > 0) parts.push_back(part_of(vertices, of_piece[p]));
  return parts;
}

/// Cuts the triangles of a solid and closes both sides.
class SolidCut {
 public:
  SolidCut(const SolidPiece& solid, const CutPlane& plane, double tolerance)
      : normal_(plane.normal), vertices_(solid.vertices) {
    for (const Vec3<double>& v : vertices_) {
      const double h = dot(normal_, v) - plane.offset;
      heights_.push_back(std::abs(h) <= tolerance ? 0 : h);
    }
    for (const std::array<int, 3>& t : solid.triangles) divide(t);
  }
  Array<SolidPiece> parts() {
    Array<SolidPiece> all;
    for (Triangles* side : {&below_, &above_}) {
      close(*side);
      for (SolidPiece& part : separate_parts(vertices_, *side)) all.push_back(std::move(part));
    }
    return all;
  }

 private:
  void divide(const std::array<int, 3>& t) {
    const double low = std::min({heights_[t[0]], heights_[t[1]], heights_[t[2]]});
    const double high = std::max({heights_[t[0]], heights_[t[1]], heights_[t[2]]});
    if (low == 0 && high == 0) {
      // A triangle in the plane is the upper surface of what is below, or the lower one of what is above.
      const Vec3<double> area = area_vector(vertices_[t[0]], vertices_[t[1]], vertices_[t[2]]);
      (dot(area, normal_) > 0 ? below_ : above_).push_back(t);
      return;
    }
    if (low < 0) clip(t, -1, below_);
    if (high > 0) clip(t, 1, above_);
  }
  /// Adds the part of a triangle on one side.
  void clip(const std::array<int, 3>& t, double side, Triangles& to) {
    Array<int> polygon;
    for (std::size_t k = 0; k < 3; ++k) {
      const int a = t[k], b = t[(k + 1) % 3];
      const double ha = side * heights_[a], hb = side * heights_[b];
      if (ha >= 0) polygon.push_back(a);
      if ((ha > 0 && hb < 0) || (ha < 0 && hb > 0)) polygon.push_back(crossing(a, b));
    }
    for (std::size_t k = 1; k + 1 < polygon.size(); ++k)
      to.push_back({polygon[0], polygon[k], polygon[k + 1]});
  }
  /// The vertex at which an edge crosses the plane: one for all triangles.
  int crossing(int a, int b) {
    const auto [at, is_new] =
        crossings_.insert({{std::min(a, b), std::max(a, b)}, static_cast<int>(vertices_.size())});
    if (is_new) {
      const double t = heights_[a] / (heights_[a] - heights_[b]);
      vertices_.push_back(vertices_[a] + t * (vertices_[b] - vertices_[a]));
      heights_.push_back(0);
    }
    return at->second;
  }

  /// Covers the loops of edges that run one way only.
  void close(Triangles& side) const {
    std::map<std::pair<int, int>, int> runs;
    for (const auto& t : side)
      for (std::size_t k = 0; k < 3; ++k) {
        const int a = t[k], b = t[(k + 1) % 3];
        a < b ? ++runs[{a, b}] : --runs[{b, a}];
      }
    std::multimap<int, int> next;
    for (const auto& [edge, count] : runs)
      for (int i = 0; i < std::abs(count); ++i)
        next.insert(count > 0 ? std::pair(edge.second, edge.first) : std::pair(edge.first, edge.second));
    Array<Array<int>> loops;
    while (!next.empty()) {
      Array<int> loop;
      int v = next.begin()->first;
      for (auto at = next.find(v); at != next.end(); at = next.find(v)) {
        loop.push_back(v);
        v = at->second;
        next.erase(at);
      }
      if (loop.size() >= 3) loops.push_back(std::move(loop));
    }
    join_holes(loops);
    for (const Array<int>& loop : loops)
      for (const std::array<int, 3>& t : cover_loop(vertices_, loop)) side.push_back(t);
  }

  double area_of(const Array<int>& loop) const {
    double area = 0;
    for (std::size_t k = 1; k + 1 < loop.size(); ++k)
      area += dot(normal_, area_vector(vertices_[loop[0]], vertices_[loop[k]], vertices_[loop[k + 1]]));
    return area;
  }
  bool surrounds(const Array<int>& loop, const Vec3<double>& p) const {
    double angle = 0;
    for (std::size_t k = 0; k < loop.size(); ++k) {
      const Vec3<double> a = vertices_[loop[k]] - p, b = vertices_[loop[(k + 1) % loop.size()]] - p;
      angle += std::atan2(dot(normal_, cross(a, b)), dot(a, b));
    }
    return std::abs(angle) > std::numbers::pi;
  }
  /// A hole becomes a part of the smallest loop around it that runs the other way: the loop goes to the hole
  /// where it is nearest, around it, and back.
  void join_holes(Array<Array<int>>& loops) const {
    std::sort(loops.begin(), loops.end(),
              [&](const auto& a, const auto& b) { return std::abs(area_of(a)) < std::abs(area_of(b)); });
    for (std::size_t i = 0; i < loops.size(); ++i)
      for (std::size_t j = i + 1; j < loops.size(); ++j)
        if (area_of(loops[j]) * area_of(loops[i]) < 0 && surrounds(loops[j], vertices_[loops[i][0]])) {
          join(loops[i], loops[j]);
          loops[i].clear();
          break;
        }
    std::erase_if(loops, [](const Array<int>& loop) { return loop.empty(); });
  }
  void join(const Array<int>& hole, Array<int>& loop) const {
    std::ptrdiff_t from = 0, to = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < loop.size(); ++i)
      for (std::size_t j = 0; j < hole.size(); ++j)
        if (const double d = norm(vertices_[loop[i]] - vertices_[hole[j]]); d < least)
          least = d, from = static_cast<std::ptrdiff_t>(i), to = static_cast<std::ptrdiff_t>(j);
    Array<int> way(hole.begin() + to, hole.end());
    way.insert(way.end(), hole.begin(), hole.begin() + to + 1);
    way.push_back(loop[from]);
    loop.insert(loop.begin() + from + 1, way.begin(), way.end());
  }

  Vec3<double> normal_;
  Array<Vec3<double>> vertices_;
  Array<double> heights_;
  Triangles below_, above_;
  std::map<std::pair<int, int>, int> crossings_;
};

}  // namespace

Array<SolidPiece> connected_parts(const SolidPiece& solid) {
  return separate_parts(solid.vertices, solid.triangles);
}

Array<SolidPiece> cut_solid(const SolidPiece& solid, const CutPlane& plane, double tolerance) {
  return SolidCut(solid, plane, tolerance).parts();
}

}  // namespace sarrus::internal
