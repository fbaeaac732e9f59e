#include "sarrus/spatial/mesh_inertia.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "sarrus/base/error.h"
#include "sarrus/spatial/solids.h"
#include "tests/support/numbers.h"

namespace sarrus::testing::mesh_inertia_test {
namespace {

using Inertia = RigidInertia<double>;

struct Mesh {
  std::vector<Vec3<double>> vertices;
  std::vector<std::array<int, 3>> triangles;
};

Inertia solid(double density, const Mesh& mesh) { return solid_mesh(density, mesh.vertices, mesh.triangles); }

/// A box around the origin; vertex number 4·i + 2·j + k has the upper x if i, the upper y if j, the upper z
/// if k.
Mesh box(const Vec3<double>& l) {
  Mesh mesh;
  for (int v = 0; v < 8; ++v)
    mesh.vertices.push_back(
        {(v & 4 ? 0.5 : -0.5) * l.x, (v & 2 ? 0.5 : -0.5) * l.y, (v & 1 ? 0.5 : -0.5) * l.z});
  for (const auto& [a, b, c, d] : std::initializer_list<std::array<int, 4>>{
           {0, 1, 3, 2}, {4, 6, 7, 5}, {0, 4, 5, 1}, {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 5, 7, 3}}) {
    mesh.triangles.push_back({a, b, c});
    mesh.triangles.push_back({a, c, d});
  }
  return mesh;
}
/// The ball of radius one: an octahedron, every triangle cut in four `refinements` times.
Mesh ball(int refinements) {
  Mesh mesh{{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}},
            {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}}};
  for (int refinement = 0; refinement < refinements; ++refinement) {
    std::map<std::pair<int, int>, int> middles;
    const auto middle = [&](int a, int b) {
      const auto [place, fresh] =
          middles.try_emplace(std::minmax({a, b}), static_cast<int>(mesh.vertices.size()));
      if (fresh)
        mesh.vertices.push_back(normalized(mesh.vertices[static_cast<std::size_t>(a)] +
                                           mesh.vertices[static_cast<std::size_t>(b)]));
      return place->second;
    };
    std::vector<std::array<int, 3>> finer;
    for (const auto& [a, b, c] : mesh.triangles) {
      const int ab = middle(a, b), bc = middle(b, c), ca = middle(c, a);
      for (const std::array<int, 3>& t : {std::array{a, ab, ca}, {b, bc, ab}, {c, ca, bc}, {ab, bc, ca}})
        finer.push_back(t);
    }
    mesh.triangles = std::move(finer);
  }
  return mesh;
}
Mesh placed(const Pose<double>& X, Mesh mesh) {
  for (Vec3<double>& v : mesh.vertices) v = X * v;
  return mesh;
}
Mesh turned_inside_out(Mesh mesh) {
  for (auto& [a, b, c] : mesh.triangles) std::swap(b, c);
  return mesh;
}
/// Both meshes in one.
Mesh together(Mesh a, const Mesh& b) {
  const int offset = static_cast<int>(a.vertices.size());
  a.vertices.insert(a.vertices.end(), b.vertices.begin(), b.vertices.end());
  for (const auto& [i, j, k] : b.triangles) a.triangles.push_back({i + offset, j + offset, k + offset});
  return a;
}

void expect_equal(const Inertia& M, const Inertia& expected, double relative = 16 * epsilon) {
  const double size = expected.I.xx + expected.I.yy + expected.I.zz;
  EXPECT_NEAR(M.m, expected.m, relative * expected.m);
  for (int i = 0; i < 3; ++i)
    EXPECT_NEAR(M.h[i], expected.h[i], relative * (expected.m + norm(expected.h))) << "h" << i;
  const Mat3<double> I = M.I.matrix(), expected_I = expected.I.matrix();
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j <= i; ++j) EXPECT_NEAR(I(i, j), expected_I(i, j), relative * size) << "I" << i << j;
}
/// Expects that the solid of the mesh is refused with a message that contains all of `parts`.
void expect_refused(const Mesh& mesh, std::initializer_list<const char*> parts, double density = 1) {
  try {
    solid(density, mesh);
    ADD_FAILURE() << "no error";
  } catch (const Error& error) {
    for (const char* part : parts)
      EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << part << " in: " << error.what();
  }
}

const Pose<double> somewhere{Rotation<double>::about(normalized(Vec3<double>{1, -2, 0.5}), 1.2),
                             {0.3, -2, 5}};

TEST(MeshInertia, Box) {
  const Vec3<double> l{0.5, 1, 3};
  expect_equal(solid(4, box(l)), solid_brick(6, l));
}

TEST(MeshInertia, BoxAnywhere) {
  const Vec3<double> l{0.5, 1, 3};
  expect_equal(solid(4, placed(somewhere, box(l))), somewhere * solid_brick(6, l), 64 * epsilon);
}

TEST(MeshInertia, OfGivenMass) {
  const Vec3<double> l{0.5, 1, 3};
  const Mesh mesh = placed(somewhere, box(l));
  const Inertia M = solid_mesh_of_mass(7, mesh.vertices, mesh.triangles);
  EXPECT_EQ(M.m, 7);
  expect_equal(M, somewhere * solid_brick(7, l), 64 * epsilon);
}

// Over the corner x, y, z ≥ 0, x + y + z ≤ 1:  V = 1/6, ∫x = 1/24, ∫x² = 1/60, ∫xy = 1/120.
TEST(MeshInertia, TetrahedronAtACorner) {
  const Mesh mesh{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 2, 1}, {0, 3, 2}, {0, 1, 3}, {1, 2, 3}}};
  expect_equal(solid(120, mesh), {20, {5, 5, 5}, {4, 4, 4, -1, -1, -1}});
}

// Regular, edge length a: moments m·a²/20 about any axis.
TEST(MeshInertia, RegularTetrahedron) {
  const Mesh mesh{{{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}},
                  {{1, 3, 2}, {0, 2, 3}, {0, 3, 1}, {0, 1, 2}}};
  const Inertia M = solid_mesh_of_mass(20, mesh.vertices, mesh.triangles);
  expect_equal(M, {20, {0, 0, 0}, Sym3<double>::diagonal(8, 8, 8)});
}

// The error of an inscribed polyhedron falls with the square of the edge length; extrapolating removes it.
TEST(MeshInertia, FineBallTendsToTheSphere) {
  const double exact = solid_sphere(4.0 / 3 * pi, 1).I.xx;
  const double coarse = solid(1, ball(5)).I.xx, fine = solid(1, ball(6)).I.xx;
  EXPECT_NEAR(fine, exact, 1e-3 * exact);
  EXPECT_NEAR((exact - coarse) / (exact - fine), 4, 0.01);
  EXPECT_NEAR((4 * fine - coarse) / 3, exact, 3e-6 * exact);
  const Inertia M = solid(1, ball(4));
  expect_equal({M.m, M.h, {M.I.xx, M.I.xx, M.I.xx, M.I.xy, M.I.xz, M.I.yz}}, M,
               1e-13);  // as round as its octahedron
  expect_equal({M.m, {0, 0, 0}, Sym3<double>::diagonal(M.I.xx, M.I.yy, M.I.zz)}, M, 1e-13);
}

// Coordinates a million times the size: the center of mass keeps its digits, and I misses only the rounding
// of the coordinates themselves.
TEST(MeshInertia, KeepsDigitsFarAway) {
  const Vec3<double> l{0.5, 1, 2}, far{1 << 20, -(1 << 19), 1 << 20};
  const Inertia M = solid(1, placed(Pose<double>::translation(far), box(l)));
  EXPECT_NEAR(M.m, 1, 4 * epsilon);
  EXPECT_LE(norm(M.com() - far), 4 * epsilon * norm(far));
  expect_equal(M, Pose<double>::translation(far) * solid_brick(1, l), 8 * epsilon);
}

TEST(MeshInertia, UnusedVerticesDoNotMatter) {
  Mesh mesh = box({1, 2, 3});
  mesh.vertices.push_back({1e12, 0, 0});
  expect_equal(solid(1, mesh), solid_brick(6, {1, 2, 3}));
}

TEST(MeshInertia, CavityIsAPieceTurnedInward) {
  const Pose<double> off = Pose<double>::translation({0.5, 0.1, -0.2});
  const Mesh hollow = together(box({4, 4, 4}), turned_inside_out(placed(off, box({1, 2, 1}))));
  expect_equal(solid(1, hollow), solid_brick(64, {4, 4, 4}) + -1.0 * (off * solid_brick(2, {1, 2, 1})));
}

TEST(MeshInertia, SeveralPiecesAddUp) {
  const Mesh two = together(box({1, 1, 1}), placed(somewhere, box({1, 2, 3})));
  expect_equal(solid(1, two), solid_brick(1, {1, 1, 1}) + somewhere * solid_brick(6, {1, 2, 3}),
               64 * epsilon);
}

TEST(MeshInertia, RefusesAHole) {
  Mesh mesh = box({1, 1, 1});
  mesh.triangles.pop_back();  // (1, 7, 3): vertices 1 and 3 are joined by triangle 0 as well
  expect_refused(mesh,
                 {"open", "edge between vertices 1 and 3 belongs to triangle 0 alone", "fill the hole"});
}

TEST(MeshInertia, RefusesATurnedTriangle) {
  Mesh mesh = box({1, 1, 1});
  std::swap(mesh.triangles[0][1], mesh.triangles[0][2]);
  expect_refused(mesh,
                 {"same direction", "triangles 0 and", "edge between vertices 0 and 1", "exchange two"});
}

TEST(MeshInertia, RefusesAnEdgeOfMoreThanTwoTriangles) {
  Mesh mesh = box({1, 1, 1});
  mesh.triangles.push_back(mesh.triangles[0]);
  expect_refused(mesh, {"belongs to 3 triangles"});
}

TEST(MeshInertia, RefusesInwardOrientation) {
  expect_refused(turned_inside_out(box({1, 2, 3})), {"volume -6", "inward"});
}

TEST(MeshInertia, RefusesFlatness) {
  expect_refused({{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}, {0, 2, 1}}}, {"no volume"});
  expect_refused(placed(somewhere, box({1, 1, 0})), {"no volume"});
}

TEST(MeshInertia, RefusesIndicesOutOfRange) {
  Mesh mesh = box({1, 1, 1});
  mesh.triangles[5] = {0, 1, 8};
  expect_refused(mesh, {"triangle 5", "(0, 1, 8)", "8 vertices"});
  mesh.triangles[5] = {0, -1, 2};
  expect_refused(mesh, {"triangle 5", "(0, -1, 2)"});
}

TEST(MeshInertia, RefusesATriangleWithARepeatedVertex) {
  Mesh mesh = box({1, 1, 1});
  mesh.triangles.push_back({3, 4, 3});
  expect_refused(mesh, {"triangle 12", "(3, 4, 3)", "twice"});
}

TEST(MeshInertia, RefusesCoordinatesThatAreNotFinite) {
  Mesh mesh = box({1, 1, 1});
  mesh.vertices[3].y = std::numeric_limits<double>::infinity();
  expect_refused(mesh, {"vertex 3", "(-0.5, inf, 0.5)"});
}

TEST(MeshInertia, RefusesAnEmptyMesh) { expect_refused({}, {"no triangles"}); }

// Enough volume in all, but a negative piece stands apart from the positive one.
TEST(MeshInertia, RefusesANegativePieceOutside) {
  const Pose<double> apart = Pose<double>::translation({100, 0, 0});
  expect_refused(together(box({2, 2, 2}), turned_inside_out(placed(apart, box({1, 1, 1})))),
                 {"not the surface of a solid", "inside out"});
}

TEST(MeshInertia, RefusesImpossibleDensityAndMass) {
  expect_refused(box({1, 1, 1}), {"density = 0"}, 0);
  expect_refused(box({1, 1, 1}), {"density = nan"}, std::numeric_limits<double>::quiet_NaN());
  const Mesh mesh = box({1, 1, 1});
  EXPECT_THROW(solid_mesh_of_mass(-1, mesh.vertices, mesh.triangles), Error);
}

}  // namespace
}  // namespace sarrus::testing::mesh_inertia_test
