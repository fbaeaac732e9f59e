#include <gtest/gtest.h>

#include "tests/support/meshes.h"
#include "tests/support/says.h"

namespace sarrus::testing::mesh_repair_test {

using testing::Random;

namespace {

MeshReport check(const MeshData& mesh) { return check_mesh(mesh.vertices, mesh.triangles); }
MeshData repair(const MeshData& mesh) { return repair_mesh(mesh.vertices, mesh.triangles); }
double volume(const MeshData& mesh) { return testing::make_mesh_shape(mesh).volume(); }
MeshData together(const MeshData& a, const MeshData& b) {
  MeshData both = a;
  const int n = static_cast<int>(a.vertices.size());
  both.vertices.insert(both.vertices.end(), b.vertices.begin(), b.vertices.end());
  for (const auto& [i, j, k] : b.triangles) both.triangles.push_back({i + n, j + n, k + n});
  return both;
}
MeshData turned(MeshData mesh) {
  for (auto& t : mesh.triangles) std::swap(t[1], t[2]);
  return mesh;
}

}  // namespace

TEST(MeshCheck, SoundMeshesHaveNothingToReport) {
  for (const MeshData& mesh : {testing::box_mesh({1, 2, 3}), testing::icosphere(1, 2),
                               testing::torus_mesh(1, 0.3, 12, 8), testing::u_mesh()}) {
    const MeshReport report = check(mesh);
    EXPECT_EQ(report.text(), "nothing to report");
    EXPECT_TRUE(report.is_closed());
    EXPECT_EQ(report.pieces, 1);
  }
}

TEST(MeshCheck, CountsFaultsAndTellsPlaces) {
  MeshData mesh = testing::box_mesh({2, 2, 2});
  mesh.triangles.pop_back();
  EXPECT_EQ(check(mesh).open_edges, 3);
  EXPECT_FALSE(check(mesh).is_closed());
  EXPECT_SAYS(check(mesh).text(), "3 edges with one triangle only");
  EXPECT_SAYS(check(mesh).text(), "at (1, ");

  mesh = testing::box_mesh({2, 2, 2});
  std::swap(mesh.triangles[4][1], mesh.triangles[4][2]);
  EXPECT_EQ(check(mesh).reversed_edges, 3);
  EXPECT_SAYS(check(mesh).text(), "in the same direction");

  mesh = testing::box_mesh({2, 2, 2});
  mesh.vertices.push_back({1, 1, 3});
  mesh.triangles.push_back({4, 5, 8});
  EXPECT_EQ(check(mesh).crowded_edges, 1);
  EXPECT_EQ(check(mesh).open_edges, 2);
  mesh.triangles.push_back({4, 4, 5});
  EXPECT_EQ(check(mesh).degenerate_triangles, 1);
  EXPECT_SAYS(check(mesh).text(), "number 13");
  mesh.vertices.push_back({1, 1, 3});
  EXPECT_EQ(check(mesh).repeated_vertices, 1);
  EXPECT_EQ(check(mesh).unused_vertices, 1);
  EXPECT_SAYS(check(mesh).text(), "number 9, at (1, 1, 3) as number 8");

  EXPECT_TRUE(check(turned(testing::box_mesh({1, 1, 1}))).is_inside_out);
  EXPECT_EQ(check(together(testing::box_mesh({1, 1, 1}), testing::icosphere(1, 0))).pieces, 2);
  EXPECT_EQ(check({}).text(), "there are no triangles");
  testing::expect_error([] { check({{{0, 0, 0}}, {{0, 1, 0}}}); }, {"triangle 0", "1 vertices"});
}

TEST(MeshRepair, TriangleSoupBecomesClosed) {
  Random random;
  for (const MeshData& mesh :
       {testing::box_mesh({1, 2, 3}), testing::icosphere(1, 2), testing::torus_mesh(1, 0.3, 12, 8),
        testing::l_mesh(), testing::moved(testing::u_mesh(), random.pose())}) {
    MeshData soup = testing::soup_of(mesh);
    // A third of the triangles turned, some repeated, some of no area.
    const int count = static_cast<int>(soup.triangles.size());
    for (int t = 0; t < count; ++t) {
      if (random.index(3) == 0) std::swap(soup.triangles[t][0], soup.triangles[t][1]);
      if (random.index(5) == 0) soup.triangles.push_back(soup.triangles[t]);
      if (random.index(5) == 0)
        soup.triangles.push_back({soup.triangles[t][0], soup.triangles[t][1], soup.triangles[t][0]});
    }
    EXPECT_FALSE(check(soup).is_closed());
    const MeshData repaired = repair(soup);
    EXPECT_EQ(check(repaired).text(), "nothing to report");
    EXPECT_EQ(repaired.vertices.size(), mesh.vertices.size());
    EXPECT_EQ(repaired.triangles.size(), mesh.triangles.size());
    EXPECT_NEAR(volume(repaired), volume(mesh), 1e-12);
    EXPECT_EQ(repair(repaired).triangles, repaired.triangles);
  }
}

TEST(MeshRepair, HolesAreClosed) {
  // The top of a U, an octagon that is not convex: covers lie in its plane, the volume is as before.
  Random random;
  MeshData mesh = testing::moved(testing::u_mesh(), random.pose());
  const SurfaceMesh whole = testing::make_mesh(mesh);
  const Vec3<double> top = whole.normals()[0];
  Array<std::array<int, 3>> open;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    if (dot(whole.normals()[t], top) < 0.5) open.push_back(mesh.triangles[t]);
  ASSERT_LT(open.size(), mesh.triangles.size());
  const MeshData repaired = repair({mesh.vertices, open});
  EXPECT_EQ(check(repaired).text(), "nothing to report");
  EXPECT_NEAR(volume(repaired), 5, 1e-12);
  // A bent hole: the corner of a box, without the triangles around it.
  mesh = testing::icosphere(1, 2);
  std::erase_if(mesh.triangles, [](const auto& t) { return t[0] == 0 || t[1] == 0 || t[2] == 0; });
  EXPECT_EQ(check(repair(mesh)).text(), "nothing to report");
  EXPECT_NEAR(volume(repair(mesh)), volume(testing::icosphere(1, 2)), 0.02);
}

TEST(MeshRepair, SheetsStayOpen) {
  MeshData sheet = testing::sheet_mesh(2, 6, [](double x, double y) { return 0.1 * x * y; });
  EXPECT_EQ(check(repair(sheet)).open_edges, 24);
  // A hole within is closed all the same.
  sheet.triangles.erase(sheet.triangles.begin() + 30);
  EXPECT_EQ(check(sheet).open_edges, 27);
  EXPECT_EQ(check(repair(sheet)).open_edges, 24);
}

TEST(MeshRepair, ClosedPiecesAreTurnedOutwardAndCavitiesInward) {
  const MeshData shell = testing::box_mesh({4, 4, 4}), hollow = testing::icosphere(1, 1);
  const MeshData core = testing::box_mesh({0.5, 0.5, 0.5});
  const double expected = 64 - volume(hollow) + 0.125;
  for (const bool a : {false, true})
    for (const bool b : {false, true}) {
      const MeshData mesh =
          together(together(a ? turned(shell) : shell, b ? turned(hollow) : hollow), turned(core));
      EXPECT_NEAR(volume(repair(mesh)), expected, 1e-12);
    }
  const MeshData apart = testing::moved(turned(shell), Pose<double>::translation({9, 0, 0}));
  EXPECT_NEAR(volume(repair(together(shell, apart))), 128, 1e-11);
}

TEST(MeshRepair, FlatTrianglesWithinASurfaceGoWithoutHoles) {
  // The edge from vertex 0 to vertex 1 of a box gets a vertex in its middle on one side only, and a triangle
  // without an area between.
  MeshData mesh = testing::box_mesh({2, 2, 2});
  const int middle = static_cast<int>(mesh.vertices.size());
  mesh.vertices.push_back(0.5 * (mesh.vertices[0] + mesh.vertices[1]));
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
    for (std::size_t k = 0; k < 3; ++k)
      if (mesh.triangles[t][k] == 0 && mesh.triangles[t][(k + 1) % 3] == 1) {
        const int other = mesh.triangles[t][(k + 2) % 3];
        mesh.triangles[t] = {0, middle, other};
        mesh.triangles.push_back({middle, 1, other});
        mesh.triangles.push_back({0, 1, middle});
        t = mesh.triangles.size();
        break;
      }
  EXPECT_TRUE(check(mesh).is_closed());
  EXPECT_EQ(check(mesh).degenerate_triangles, 1);
  const MeshData repaired = repair(mesh);
  EXPECT_EQ(check(repaired).text(), "nothing to report");
  EXPECT_NEAR(volume(repaired), 8, 1e-14);
}

TEST(MeshRepair, NonsenseDoesNotCrash) {
  Random random;
  for (int round = 0; round < 500; ++round) {
    MeshData mesh;
    const int n = 1 + random.index(12);
    for (int i = 0; i < n; ++i) {
      const Vec3<double> p = random.vector(2);
      mesh.vertices.push_back({std::round(p.x), std::round(p.y), round % 3 ? std::round(p.z) : 0});
    }
    for (int i = random.index(30); i > 0; --i)
      mesh.triangles.push_back({random.index(n), random.index(n), random.index(n)});
    const MeshReport before = check(mesh);
    EXPECT_FALSE(before.text().empty());
    const MeshData repaired = repair(mesh);
    const MeshReport after = check(repaired);
    EXPECT_EQ(after.degenerate_triangles, 0);
    EXPECT_EQ(after.unused_vertices, 0);
    EXPECT_EQ(after.repeated_vertices, 0);
    if (repaired.triangles.empty()) continue;
    const SurfaceMeshShape shape = testing::make_mesh_shape(repaired);
    for (int i = 0; i < 20; ++i) {
      const Vec3<double> p = i % 2 ? random.vector(2) : repaired.vertices[0];
      const SurfacePoint at = shape.nearest(p);
      EXPECT_NEAR(norm(at.normal), 1, 1e-9);
      EXPECT_TRUE(std::isfinite(at.distance));
      const auto hit = shape.hit({p, normalized(random.vector())});
      EXPECT_TRUE(!hit || std::isfinite(hit->distance));
    }
  }
}

}  // namespace sarrus::testing::mesh_repair_test
