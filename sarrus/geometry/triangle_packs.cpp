#include "sarrus/geometry/triangle_packs.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace sarrus {

namespace {

constexpr int size = TrianglePacks::size;
constexpr double absent = std::numeric_limits<double>::quiet_NaN();

int divided_up(int a, int b) { return (a + b - 1) / b; }

/// Orders triangles so that those of a pack, of eight packs, and so on, lie together.
class PackOrder {
 public:
  explicit PackOrder(const Array<Vec3<double>>& centroids) : centroids_(centroids), order_(centroids.size()) {
    std::iota(order_.begin(), order_.end(), 0);
    divide(0, static_cast<int>(order_.size()));
  }
  const Array<int>& order() const { return order_; }

 private:
  /// Halves a run along the longest edge of its bounds, where the tree has a boundary.
  void divide(int begin, int end) {
    if (end - begin <= size) return;
    int unit = size;
    while (unit * size < end - begin) unit *= size;
    const int half = begin + unit * divided_up(divided_up(end - begin, unit), 2);
    Bounds box = Bounds::nothing();
    for (int i = begin; i < end; ++i) box.include(centroids_[order_[i]]);
    const Vec3<double> d = box.upper - box.lower;
    const int axis = d.x >= d.y && d.x >= d.z ? 0 : d.y >= d.z ? 1 : 2;
    const auto at = [&](int i) { return order_.begin() + i; };
    std::nth_element(at(begin), at(half), at(end), [&](int i, int j) {
      return std::pair(centroids_[i][axis], i) < std::pair(centroids_[j][axis], j);
    });
    divide(begin, half);
    divide(half, end);
  }

  const Array<Vec3<double>>& centroids_;
  Array<int> order_;
};

void set(TrianglePacks::Rows& rows, std::size_t k, const Vec3<double>& v) {
  rows.x[k] = v.x, rows.y[k] = v.y, rows.z[k] = v.z;
}

TrianglePacks::Pack empty_pack() {
  TrianglePacks::Pack pack{};
  for (TrianglePacks::Rows* rows : {&pack.centroid, &pack.corner0, &pack.corner1, &pack.normal})
    rows->x.fill(absent), rows->y.fill(absent), rows->z.fill(absent);
  return pack;
}

/// The boxes about eight boxes each, and about less in the end.
Array<TrianglePacks::Boxes> in_eights(const Array<Bounds>& boxes) {
  Array<TrianglePacks::Boxes> eights(divided_up(static_cast<int>(boxes.size()), size));
  for (TrianglePacks::Boxes& eight : eights)
    for (auto& axis : eight.bounds) axis[0].fill(absent), axis[1].fill(absent);
  for (std::size_t i = 0; i < boxes.size(); ++i)
    for (int axis = 0; axis < 3; ++axis) {
      auto& rows = eights[i / size].bounds[axis];
      rows[0][i % size] = boxes[i].lower[axis], rows[1][i % size] = boxes[i].upper[axis];
    }
  return eights;
}

}  // namespace

TrianglePacks::TrianglePacks(In<Vec3<double>> vertices, In<std::array<int, 3>> triangles,
                             In<Vec3<double>> normals, In<double> areas) {
  Array<Vec3<double>> centroids;
  for (const auto& [a, b, c] : triangles)
    centroids.push_back((1.0 / 3) * (vertices[a] + vertices[b] + vertices[c]));
  const PackOrder sorted(centroids);
  const int count = static_cast<int>(triangles.size());
  packs_.assign(divided_up(count, size), empty_pack());
  Array<Bounds> boxes(packs_.size(), Bounds::nothing());
  for (int i = 0; i < count; ++i) {
    const int t = sorted.order()[i];
    const auto& [a, b, c] = triangles[t];
    Pack& pack = packs_[i / size];
    const std::size_t k = i % size;
    set(pack.centroid, k, centroids[t]);
    set(pack.corner0, k, vertices[a] - centroids[t]);
    set(pack.corner1, k, vertices[b] - centroids[t]);
    set(pack.normal, k, normals[t]);
    pack.area[k] = areas[t], pack.number[k] = t;
    for (const int v : {a, b, c}) boxes[i / size].include(vertices[v]);
  }
  while (!boxes.empty()) {
    levels_.push_back(in_eights(boxes));
    if (boxes.size() <= size) return;
    Array<Bounds> larger(levels_.back().size(), Bounds::nothing());
    for (std::size_t i = 0; i < boxes.size(); ++i) larger[i / size].include(boxes[i]);
    boxes = std::move(larger);
  }
}

}  // namespace sarrus
