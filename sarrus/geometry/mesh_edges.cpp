#include "sarrus/geometry/internal/mesh_edges.h"

#include <algorithm>

namespace sarrus::internal {

MeshNeighbors find_mesh_neighbors(In<std::array<int, 3>> triangles, std::size_t vertices) {
  struct Side {
    int high, triangle;
    std::size_t k;
    bool upward;  // runs from the lower to the higher vertex
  };
  // The sides of triangles, sorted by their lower vertices: counted first, then put in place.
  Array<int> begin(vertices + 1, 0);
  const auto low_of = [&](std::size_t t, std::size_t k) {
    return std::min(triangles[t][k], triangles[t][(k + 1) % 3]);
  };
  for (std::size_t t = 0; t < triangles.size(); ++t)
    for (std::size_t k = 0; k < 3; ++k) ++begin[low_of(t, k) + 1];
  for (std::size_t v = 0; v < vertices; ++v) begin[v + 1] += begin[v];
  Array<Side> sides(3 * triangles.size());
  Array<int> next(begin.begin(), begin.end());
  for (std::size_t t = 0; t < triangles.size(); ++t)
    for (std::size_t k = 0; k < 3; ++k) {
      const int from = triangles[t][k], to = triangles[t][(k + 1) % 3];
      sides[next[low_of(t, k)]++] = {std::max(from, to), static_cast<int>(t), k, from < to};
    }

  MeshNeighbors result{Array<std::array<int, 3>>(triangles.size(), {-1, -1, -1}), {}};
  for (std::size_t low = 0; low < vertices; ++low) {
    const auto first = sides.begin() + begin[low], last = sides.begin() + begin[low + 1];
    std::stable_sort(first, last, [](const Side& a, const Side& b) { return a.high < b.high; });
    for (auto side = first; side != last;) {
      const auto end = std::find_if(side, last, [&](const Side& s) { return s.high != side->high; });
      if (end - side == 2 && side[0].upward != side[1].upward) {
        result.neighbors[side[0].triangle][side[0].k] = side[1].triangle;
        result.neighbors[side[1].triangle][side[1].k] = side[0].triangle;
      } else {
        const auto& t = triangles[side->triangle];
        result.loose_edges.push_back(
            {t[side->k], t[(side->k + 1) % 3], side->triangle, static_cast<int>(end - side)});
      }
      side = end;
    }
  }
  return result;
}

}  // namespace sarrus::internal
