#include "sarrus/geometry/surface_mesh.h"

#include <gtest/gtest.h>

#include "tests/support/close.h"
#include "tests/support/count_allocations.h"
#include "tests/support/meshes.h"
#include "tests/support/numbers.h"
#include "tests/support/says.h"

namespace sarrus::testing::surface_mesh_test {

using testing::Random;

namespace {

/// The least distance of p to a triangle, over a fine grid of its points refined about the best: it knows
/// nothing of edges and corners.
double sampled_distance(const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& c,
                        const Vec3<double>& p) {
  double u0 = 0, v0 = 0, step = 0.25, best = 1e30;
  for (int level = 0; level < 30; ++level, step /= 2) {
    double u_best = u0, v_best = v0;
    for (int i = -4; i <= 4; ++i)
      for (int j = -4; j <= 4; ++j) {
        const double u = std::clamp(u0 + i * step, 0.0, 1.0), v = std::clamp(v0 + j * step, 0.0, 1.0 - u);
        const double d = norm(a + u * (b - a) + v * (c - a) - p);
        if (d < best) best = d, u_best = u, v_best = v;
      }
    u0 = u_best, v0 = v_best;
  }
  return best;
}

Array<MeshData> closed_meshes(Random& random) {
  Array<MeshData> meshes{testing::box_mesh({1, 0.4, 0.7}), testing::icosphere(0.8, 2),
                         testing::torus_mesh(0.7, 0.25, 24, 12), testing::l_mesh(), testing::u_mesh()};
  for (MeshData& mesh : meshes) mesh = testing::moved(std::move(mesh), random.pose());
  return meshes;
}

}  // namespace

TEST(SurfaceMesh, NearestPointsAreThoseOfAllTriangles) {
  Random random;
  for (const MeshData& data : closed_meshes(random)) {
    const SurfaceMesh mesh = testing::make_mesh(data);
    EXPECT_TRUE(mesh.is_closed());
    for (int i = 0; i < 20; ++i) {
      const Vec3<double> p = random.vector(2);
      double least = 1e30;
      for (const auto& t : data.triangles)
        least = std::min(least,
                         sampled_distance(data.vertices[t[0]], data.vertices[t[1]], data.vertices[t[2]], p));
      const SurfaceMesh::Nearest at = mesh.nearest(p);
      EXPECT_NEAR(std::abs(at.at.distance), least, 1e-7);
      EXPECT_LE(std::abs(at.at.distance), least + 1e-14);
    }
  }
}

TEST(SurfaceMesh, SignIsThatOfTheWindingNumber) {
  Random random;
  for (const MeshData& data : closed_meshes(random)) {
    const SurfaceMesh mesh = testing::make_mesh(data);
    const Bounds box = mesh.tree().nodes()[0].bounds;
    int inside = 0;
    for (int i = 0; i < 2000; ++i) {
      // Half of the points near vertices, where signs are decided by corners and edges.
      const int v = random.index(static_cast<int>(data.vertices.size()));
      const Vec3<double> r = random.vector();
      const Vec3<double> p = i % 2 ? data.vertices[v] + 1e-3 * r
                                   : box.lower + Vec3<double>{(r.x + 1) / 2 * (box.upper.x - box.lower.x),
                                                              (r.y + 1) / 2 * (box.upper.y - box.lower.y),
                                                              (r.z + 1) / 2 * (box.upper.z - box.lower.z)};
      const long before = testing::allocations();
      const SurfaceMesh::Nearest found =
          mesh.nearest(p, random.index(static_cast<int>(mesh.triangles().size())));
      EXPECT_EQ(testing::allocations(), before);
      const SurfacePoint& at = found.at;
      EXPECT_EQ(at.distance<0, testing::winding_number(data, p)> 0.5);
      inside += at.distance < 0;
      EXPECT_NEAR(norm(at.normal), 1, 1e-12);
      EXPECT_TRUE(testing::close(at.point + at.distance * at.normal, p, 256));
      EXPECT_NEAR(mesh.nearest(at.point).at.distance, 0, 1e-14);
    }
    EXPECT_GT(inside, 200);
  }
}

TEST(SurfaceMesh, NormalsOnTheSurfaceAreNeverNaN) {
  Random random;
  for (const MeshData& data : closed_meshes(random)) {
    const SurfaceMesh mesh = testing::make_mesh(data);
    for (const auto& t : data.triangles)
      for (const int v : t) {
        const Vec3<double> a = data.vertices[v], b = data.vertices[t[0]];
        for (const Vec3<double>& p : {a, 0.5 * (a + b)}) {
          const SurfacePoint at = mesh.nearest(p).at;
          EXPECT_NEAR(norm(at.normal), 1, 1e-12);
          EXPECT_NEAR(at.distance, 0, 1e-15);
        }
      }
  }
}

TEST(SurfaceMesh, NothingIsFeltAtEdgesWithinAPlane) {
  // Above a flat sheet the normal is that of the plane everywhere, over edges and corners too.
  Random random;
  const Pose<double> X = random.pose();
  const SurfaceMesh mesh =
      testing::make_mesh(testing::moved(testing::sheet_mesh(2, 8, [](double, double) { return 0.0; }), X));
  for (int i = 0; i < 1000; ++i) {
    // Points over corners of cells (at multiples of 1/4), over edges, and anywhere.
    const double x = i % 3 == 0 ? 0.25 * (random.index(7) - 3) : random.number(-0.9, 0.9);
    const double y = i % 3 < 2 ? 0.25 * (random.index(7) - 3) : random.number(-0.9, 0.9);
    const double z = i % 2 ? random.number() : 1e-9 * random.number();
    const SurfacePoint at = mesh.nearest(X * Vec3<double>{x, y, z}).at;
    EXPECT_NEAR(at.distance, z, 1e-14);
    EXPECT_LT(norm(at.normal - X.R.col(2)), std::abs(z) > 1e-6 ? 1e-9 : 1e-5) << z;
  }
}

TEST(SurfaceMesh, OpenSheetsHaveNoInsideBeyondTheirRim) {
  const SurfaceMesh mesh = testing::make_mesh(testing::sheet_mesh(2, 4, [](double, double) { return 0.0; }));
  EXPECT_FALSE(mesh.is_closed());
  EXPECT_DOUBLE_EQ(mesh.nearest({0.3, 0.2, -0.1}).at.distance, -0.1);
  EXPECT_DOUBLE_EQ(mesh.nearest({0.3, 0.2, 0.1}).at.distance, 0.1);
  EXPECT_DOUBLE_EQ(mesh.nearest({5, 0, -1e-6}).at.distance, std::hypot(4, 1e-6));
  EXPECT_DOUBLE_EQ(mesh.nearest({4, 5, 0}).at.distance, 5);
}

TEST(SurfaceMesh, RaysHitWhatBruteForceHits) {
  Random random;
  for (const MeshData& data : closed_meshes(random)) {
    const SurfaceMeshShape shape = testing::make_mesh_shape(data);
    for (int i = 0; i < 1000; ++i) {
      const Ray ray{random.vector(2), normalized(random.vector()), i % 4 ? 1e30 : random.number(0, 2)};
      const bool is_inside = testing::winding_number(data, ray.origin) > 0.5;
      // Möller and Trumbore: another algorithm than that of the mesh.
      double first = 1e30;
      for (const auto& t : data.triangles) {
        const Vec3<double> a = data.vertices[t[0]], e = data.vertices[t[1]] - a, f = data.vertices[t[2]] - a;
        const Vec3<double> h = cross(ray.direction, f), s = ray.origin - a;
        const double det = dot(e, h), u = dot(s, h) / det, v = dot(ray.direction, cross(s, e)) / det;
        const double d = dot(f, cross(s, e)) / det;
        if (u >= 0 && v >= 0 && u + v <= 1 && d >= 0) first = std::min(first, d);
      }
      const long before = testing::allocations();
      const std::optional<RayHit> hit = shape.hit(ray);
      EXPECT_EQ(testing::allocations(), before);
      if (is_inside) {
        ASSERT_TRUE(hit);
        EXPECT_EQ(hit->distance, 0);
        EXPECT_TRUE(testing::close(hit->normal, -ray.direction));
      } else {
        ASSERT_EQ(hit.has_value(), first <= ray.length && first < 1e30);
        if (!hit) continue;
        EXPECT_NEAR(hit->distance, first, 1e-12);
        EXPECT_LT(dot(hit->normal, ray.direction), 0);
        EXPECT_NEAR(shape.mesh->nearest(hit->point).at.distance, 0, 1e-12);
      }
    }
  }
}

TEST(SurfaceMesh, NoRaySlipsThroughEdgesAndCorners) {
  Random random;
  for (const MeshData& data : closed_meshes(random)) {
    const SurfaceMesh mesh = testing::make_mesh(data);
    // From a point inside, aimed at vertices and at points of edges.
    Vec3<double> inside = random.vector(2);
    while (testing::winding_number(data, inside) < 0.5) inside = random.vector(2);
    for (const auto& t : data.triangles)
      for (const double u : {0.0, 0.5, random.number(0, 1)}) {
        const Vec3<double> aim = (1 - u) * data.vertices[t[0]] + u * data.vertices[t[1]];
        EXPECT_TRUE(mesh.cross({inside, normalized(aim - inside)}));
      }
  }
  // Along the axes, through the corners of a lattice of cells.
  const SurfaceMesh sheet = testing::make_mesh(testing::sheet_mesh(8, 8, [](double, double) { return 0.0; }));
  for (int x = -4; x <= 4; ++x)
    for (int y = -4; y <= 4; ++y) {
      const auto hit = sheet.cross({{1.0 * x, 1.0 * y, 3}, {0, 0, -1}});
      ASSERT_TRUE(hit);
      EXPECT_EQ(hit->distance, 3);
    }
}

TEST(SurfaceMesh, RaysMeetOpenSheetsFromBothSides) {
  const SurfaceMeshShape sheet =
      testing::make_mesh_shape(testing::sheet_mesh(2, 4, [](double, double) { return 0.0; }));
  for (const double side : {1.0, -1.0}) {
    const auto hit = sheet.hit({{0.1, 0.2, side * 0.7}, {0, 0, -side}});
    ASSERT_TRUE(hit);
    EXPECT_DOUBLE_EQ(hit->distance, 0.7);
    EXPECT_DOUBLE_EQ(hit->normal.z, side);
  }
  EXPECT_FALSE(sheet.hit({{0.1, 0.2, 0.7}, {0, 0, -1}, 0.6}));
  EXPECT_FALSE(sheet.hit({{0.1, 0.2, 0.7}, {0, 0, 1}}));
}

TEST(SurfaceMesh, VolumesAndInertias) {
  const Vec3<double> size{0.3, 0.5, 0.7};
  const SurfaceMeshShape box = testing::make_mesh_shape(testing::box_mesh(size));
  EXPECT_NEAR(box.volume(), 0.105, 1e-16);
  EXPECT_NEAR(box.solid(2).I.yy, 0.21 / 12 * (0.09 + 0.49), 1e-16);
  EXPECT_NEAR(testing::make_mesh_shape(testing::u_mesh()).volume(), 5, 1e-14);
  // The tube of a torus of n×m quadrilaterals: polygons of m corners, turned about z.
  const double R = 0.7, r = 0.25;
  EXPECT_NEAR(testing::make_mesh_shape(testing::torus_mesh(R, r, 400, 200)).volume(), 2 * pi * pi * R * r * r,
              3e-4 * 2 * pi * pi * R * r * r);
  const SurfaceMeshShape sheet =
      testing::make_mesh_shape(testing::sheet_mesh(2, 4, [](double, double) { return 0.0; }));
  testing::expect_error([&] { sheet.volume(); }, {"open"});
}

TEST(SurfaceMesh, ThinTrianglesHaveRightDistances) {
  // A strip that is 1e-10 wide: its normals have six digits, its distances all of them.
  Random random;
  const Pose<double> X = random.pose();
  const MeshData strip = testing::moved(
      MeshData{{{0, 0, 0}, {1, 0, 0}, {1, 1e-10, 0}, {0, 1e-10, 0}}, {{0, 1, 2}, {0, 2, 3}}}, X);
  const SurfaceMesh mesh = testing::make_mesh(strip);
  for (int i = 0; i < 1000; ++i) {
    const Vec3<double> p = random.vector(2);
    const double dx = std::max({-p.x, p.x - 1, 0.0}), dy = std::max({-p.y, p.y - 1e-10, 0.0});
    EXPECT_NEAR(std::abs(mesh.nearest(X * p).at.distance), std::hypot(dx, dy, p.z), 1e-14);
  }
}

TEST(SurfaceMesh, BadMeshesAreRefused) {
  const MeshData box = testing::box_mesh({1, 1, 1});
  const auto make = [](MeshData data) { testing::make_mesh(data); };
  MeshData bad = box;
  bad.vertices[3].y = std::nan("");
  testing::expect_error([&] { make(bad); }, {"vertex 3", "nan", "finite"});
  bad = box;
  bad.triangles[2][1] = 8;
  testing::expect_error([&] { make(bad); }, {"triangle 2", "8 vertices"});
  bad.triangles[2][1] = bad.triangles[2][0];
  testing::expect_error([&] { make(bad); }, {"triangle 2", "no area", "repair_mesh()"});
  testing::expect_error([&] { make({}); }, {"no triangles"});
  testing::expect_error([&] { SurfaceMeshShape{}.check(); }, {"SurfaceMesh"});
}

}  // namespace sarrus::testing::surface_mesh_test
