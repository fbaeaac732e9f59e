#include "sarrus/geometry/convex_decomposition.h"

#include <gtest/gtest.h>

#include "tests/support/meshes.h"
#include "tests/support/says.h"

namespace sarrus::testing::convex_decomposition_test {

using testing::Random;

namespace {

double total_volume(const Array<ConvexShape>& pieces) {
  double sum = 0;
  for (const ConvexShape& piece : pieces) sum += piece.volume();
  return sum;
}

/// Every point inside the mesh is inside of a piece.
void expect_covered(const MeshData& mesh, const Array<ConvexShape>& pieces) {
  Random random;
  int inside = 0;
  for (int i = 0; i < 10000; ++i) {
    const Vec3<double> p = random.vector(3);
    if (testing::winding_number(mesh, p) < 0.5) continue;
    ++inside;
    EXPECT_TRUE(std::any_of(pieces.begin(), pieces.end(),
                            [&](const ConvexShape& piece) { return piece.nearest(p).distance <= 1e-9; }));
  }
  EXPECT_GT(inside, 20);
}

}  // namespace

TEST(ConvexDecomposition, OfPrismsIsExact) {
  Random random;
  for (const bool is_turned : {false, true}) {
    const Pose<double> X = is_turned ? random.pose() : Pose<double>();
    const MeshData l = testing::moved(testing::l_mesh(), X), u = testing::moved(testing::u_mesh(), X);
    const Array<ConvexShape> of_l = decompose(testing::make_mesh(l)), of_u = decompose(testing::make_mesh(u));
    EXPECT_EQ(of_l.size(), 2u);
    EXPECT_NEAR(total_volume(of_l), 3, 1e-7);
    EXPECT_EQ(of_u.size(), 3u);
    EXPECT_NEAR(total_volume(of_u), 5, 1e-7);
    expect_covered(l, of_l);
    expect_covered(u, of_u);
  }
}

TEST(ConvexDecomposition, ConvexMeshesStayWhole) {
  EXPECT_EQ(decompose(testing::make_mesh(testing::icosphere(1, 2))).size(), 1u);
  EXPECT_EQ(decompose(testing::make_mesh(testing::box_mesh({1, 2, 3}))).size(), 1u);
}

TEST(ConvexDecomposition, OfATorusKeepsItsHole) {
  const MeshData data = testing::torus_mesh(1, 0.3, 16, 8);
  const SurfaceMeshShape mesh = testing::make_mesh_shape(data);
  const Array<ConvexShape> pieces = decompose(*mesh.mesh, {.tolerance = 0.06, .max_pieces = 32});
  expect_covered(data, pieces);
  EXPECT_LE(pieces.size(), 32u);
  EXPECT_LT(total_volume(pieces), 1.15 * mesh.volume());
  for (const ConvexShape& piece : pieces) EXPECT_GT(piece.nearest({0, 0, 0}).distance, 0.5);
  // Fewer pieces than are needed: their number is kept, and the solid is still covered.
  const Array<ConvexShape> few = decompose(*mesh.mesh, {.tolerance = 0.001, .max_pieces = 4});
  EXPECT_LE(few.size(), 4u);
  expect_covered(data, few);
}

TEST(ConvexDecomposition, CavitiesAndPieces) {
  // A box with a cubic cavity: its walls, whose volumes add up to what is there.
  MeshData mesh = testing::box_mesh({3, 3, 3});
  const MeshData hollow = testing::box_mesh({1, 1, 1});
  const int n = static_cast<int>(mesh.vertices.size());
  mesh.vertices.insert(mesh.vertices.end(), hollow.vertices.begin(), hollow.vertices.end());
  for (const auto& [a, b, c] : hollow.triangles) mesh.triangles.push_back({a + n, c + n, b + n});
  const Array<ConvexShape> walls = decompose(testing::make_mesh(mesh));
  EXPECT_NEAR(total_volume(walls), 26, 1e-6);
  expect_covered(mesh, walls);
}

TEST(ConvexDecomposition, RefusesWhatIsNoSolid) {
  const MeshData sheet = testing::sheet_mesh(1, 3, [](double, double) { return 0.0; });
  testing::expect_error([&] { decompose(testing::make_mesh(sheet)); }, {"open", "repair_mesh()"});
  MeshData box = testing::box_mesh({1, 1, 1});
  for (auto& t : box.triangles) std::swap(t[1], t[2]);
  testing::expect_error([&] { decompose(testing::make_mesh(box)); }, {"-1", "inside out"});
  const SurfaceMesh l = testing::make_mesh(testing::l_mesh());
  testing::expect_error([&] { decompose(l, {.tolerance = 0}); }, {"tolerance", "positive"});
  testing::expect_error([&] { decompose(l, {.max_pieces = 0}); }, {"0 pieces"});
}

}  // namespace sarrus::testing::convex_decomposition_test
