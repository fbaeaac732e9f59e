/// Packs of triangles: all of a mesh's are there, each once, and in the boxes about their packs.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "sarrus/geometry/surface_mesh.h"
#include "sarrus/geometry/triangle_packs.h"
#include "tests/support/random.h"

namespace sarrus::testing::triangle_packs_test {
namespace {

constexpr int size = TrianglePacks::size;

/// Separate triangles anywhere in a cube.
SurfaceMesh loose_triangles(int count, Random& random) {
  Array<Vec3<double>> vertices;
  Array<std::array<int, 3>> triangles;
  for (int t = 0; t < count; ++t) {
    const Vec3<double> at = random.vector();
    for (int k = 0; k < 3; ++k) vertices.push_back(at + random.vector(0.1));
    triangles.push_back({3 * t, 3 * t + 1, 3 * t + 2});
  }
  return {vertices, triangles};
}

Vec3<double> member(const TrianglePacks::Rows& rows, int k) {
  const auto i = static_cast<std::size_t>(k);
  return {rows.x[i], rows.y[i], rows.z[i]};
}

/// The box of pack 8·i + k, or of the boxes 8·i + k of the level below; NaN where there is none.
Bounds box_at(const TrianglePacks& packs, int level, int number) {
  const TrianglePacks::Boxes& boxes = packs.levels()[level][number / size];
  Bounds box;
  for (int axis = 0; axis < 3; ++axis) {
    const auto& rows = boxes.bounds[static_cast<std::size_t>(axis)];
    box.lower[axis] = rows[0][static_cast<std::size_t>(number % size)];
    box.upper[axis] = rows[1][static_cast<std::size_t>(number % size)];
  }
  return box;
}

TEST(TrianglePacks, HoldEveryTriangleOnce) {
  Random random(4);
  for (const int count : {1, 7, 8, 9, 63, 64, 65, 200, 512, 513, 1000}) {
    SCOPED_TRACE(count);
    const SurfaceMesh mesh = loose_triangles(count, random);
    const TrianglePacks& packs = mesh.packs();
    ASSERT_EQ(packs.packs().size(), static_cast<std::size_t>((count + size - 1) / size));
    std::vector<int> seen(static_cast<std::size_t>(count), 0);
    for (int i = 0; i < size * static_cast<int>(packs.packs().size()); ++i) {
      const TrianglePacks::Pack& pack = packs.packs()[i / size];
      const int k = i % size;
      const Vec3<double> centroid = member(pack.centroid, k);
      if (i >= count) {
        EXPECT_TRUE(std::isnan(centroid.x)) << i;
        continue;
      }
      const auto t = static_cast<int>(pack.number[static_cast<std::size_t>(k)]);
      ++seen.at(static_cast<std::size_t>(t));
      const auto& [a, b, c] = mesh.triangles()[t];
      const Vec3<double> corner0 = member(pack.corner0, k), corner1 = member(pack.corner1, k);
      EXPECT_LT(norm(centroid + corner0 - mesh.vertices()[a]), 1e-15);
      EXPECT_LT(norm(centroid + corner1 - mesh.vertices()[b]), 1e-15);
      EXPECT_LT(norm(centroid - corner0 - corner1 - mesh.vertices()[c]), 1e-15);
      EXPECT_EQ(pack.area[static_cast<std::size_t>(k)], mesh.areas()[t]);
      EXPECT_EQ(norm(member(pack.normal, k) - mesh.normals()[t]), 0);
    }
    for (const int times : seen) EXPECT_EQ(times, 1);
  }
}

TEST(TrianglePacks, LieInTheirBoxes) {
  Random random(5);
  for (const int count : {1, 8, 9, 65, 513, 1000}) {
    SCOPED_TRACE(count);
    const SurfaceMesh mesh = loose_triangles(count, random);
    const TrianglePacks& packs = mesh.packs();
    ASSERT_EQ(packs.levels().back().size(), 1u);
    const auto is_within = [](const Vec3<double>& p, const Bounds& box) {
      return box.lower.x <= p.x && p.x <= box.upper.x && box.lower.y <= p.y && p.y <= box.upper.y &&
             box.lower.z <= p.z && p.z <= box.upper.z;
    };
    double largest = 0;
    for (int i = 0; i < count; ++i) {
      const auto t = packs.packs()[i / size].number[static_cast<std::size_t>(i % size)];
      int number = i / size;
      for (int level = 0; level < static_cast<int>(packs.levels().size()); ++level, number /= size)
        for (const int v : mesh.triangles()[t])
          EXPECT_TRUE(is_within(mesh.vertices()[v], box_at(packs, level, number))) << level;
      const Bounds pack = box_at(packs, 0, i / size);
      largest = std::max(largest, norm(pack.upper - pack.lower));
    }
    // Eight of 1000 triangles in a cube of edge 2 lie together.
    if (count == 1000) {
      EXPECT_LT(largest, 1.5);
    }
  }
}

}  // namespace
}  // namespace sarrus::testing::triangle_packs_test
