#include "sarrus/geometry/convex_polyhedron.h"

#include <gtest/gtest.h>

#include "tests/support/close.h"
#include "tests/support/count_allocations.h"
#include "tests/support/meshes.h"
#include "tests/support/says.h"

namespace sarrus::testing::convex_polyhedron_test {

using testing::Random;

namespace {

double extent(In<Vec3<double>> points) {
  Bounds box = Bounds::nothing();
  for (const Vec3<double>& p : points) box.include(p);
  return norm(box.upper - box.lower);
}

/// The laws of a convex polyhedron, and that it contains the points it was made of.
void expect_hull(const ConvexPolyhedron& hull, In<Vec3<double>> points) {
  const double tolerance = 2e-12 * extent(points);
  const auto V = hull.vertices().size(), E = hull.edges().size(), F = hull.faces().size();
  EXPECT_EQ(V + F, E + 2);  // Euler
  std::size_t corners = 0;
  for (const ConvexPolyhedron::Face& face : hull.faces()) {
    corners += face.vertices.size();
    EXPECT_GE(face.vertices.size(), 3u);
    EXPECT_NEAR(norm(face.normal), 1, 1e-14);
    for (const int v : face.vertices)
      EXPECT_NEAR(dot(face.normal, hull.vertices()[v]), face.offset, tolerance);
    for (const Vec3<double>& p : points) EXPECT_LE(dot(face.normal, p), face.offset + tolerance);
  }
  EXPECT_EQ(corners, 2 * E);
  for (const ConvexPolyhedron::Edge& edge : hull.edges()) {
    // The face to the left contains the edge in its direction, that to the right in the opposite one.
    const auto runs = [&](int f, int from, int to) {
      const Array<int>& loop = hull.faces()[f].vertices;
      for (std::size_t k = 0; k < loop.size(); ++k)
        if (loop[k] == from && loop[(k + 1) % loop.size()] == to) return true;
      return false;
    };
    EXPECT_TRUE(runs(edge.left, edge.first, edge.second));
    EXPECT_TRUE(runs(edge.right, edge.second, edge.first));
  }
  for (const Vec3<double>& v : hull.vertices())
    EXPECT_TRUE(std::any_of(points.begin(), points.end(),
                            [&](const Vec3<double>& p) { return p.x == v.x && p.y == v.y && p.z == v.z; }));
}

/// ∮ h·dA / 3 over the faces with areas of polygons, each about a point inside: another way to the volume
/// than the sum over tetrahedra.
double volume_by_faces(const ConvexPolyhedron& hull) {
  Vec3<double> middle = Vec3<double>::zero();
  for (const Vec3<double>& v : hull.vertices())
    middle += (1.0 / static_cast<double>(hull.vertices().size())) * v;
  double volume = 0;
  for (const ConvexPolyhedron::Face& face : hull.faces()) {
    Vec3<double> area = Vec3<double>::zero();
    for (std::size_t k = 0; k < face.vertices.size(); ++k)
      area += 0.5 * cross(hull.vertices()[face.vertices[k]] - middle,
                          hull.vertices()[face.vertices[(k + 1) % face.vertices.size()]] - middle);
    volume += (face.offset - dot(face.normal, middle)) * dot(area, face.normal) / 3;
  }
  return volume;
}

Array<Vec3<double>> random_points(Random& random, int count, int kind) {
  Array<Vec3<double>> points;
  for (int i = 0; i < count; ++i) {
    Vec3<double> p = random.vector();
    if (kind == 1) p = normalized(p);                                                    // on a sphere
    if (kind == 2) p[random.index(3)] = random.index(2) ? 1.0 : -1.0;                    // on a cube
    if (kind == 3) p = {std::round(2 * p.x), std::round(2 * p.y), std::round(2 * p.z)};  // lattice
    if (kind == 4) p = {p.x, 1e-6 * p.y, 1e-3 * p.z};                                    // thin
    if (kind == 5) p = p + Vec3<double>{1e3, 2e3, -1e3};                                 // far away
    points.push_back(p);
  }
  return points;
}

}  // namespace

TEST(ConvexPolyhedron, HullsOfRandomPointsObeyTheLaws) {
  Random random;
  for (int kind = 0; kind < 6; ++kind)
    for (const int count : {8, 20, 100, 700}) {
      SCOPED_TRACE(fmt::format("kind {}, {} points", kind, count));
      const Array<Vec3<double>> points = random_points(random, count, kind);
      const ConvexShape shape = convex_hull(points);
      expect_hull(*shape.polyhedron, points);
      EXPECT_NEAR(shape.volume() / volume_by_faces(*shape.polyhedron), 1, kind == 5 ? 1e-9 : 1e-11);
    }
}

TEST(ConvexPolyhedron, FacesOfRotatedLatticesAreMerged) {
  // A cube of 5³ points, rotated: rounding makes its faces uneven, but they are six squares with 8 corners.
  Random random;
  for (int round = 0; round < 20; ++round) {
    const Pose<double> X = random.pose();
    Array<Vec3<double>> points;
    for (int i = 0; i < 125; ++i)
      points.push_back(X * Vec3<double>{1.0 * (i % 5), i / 5 % 5 + 0.0, i / 25 + 0.0});
    for (int i = 0; i < 50; ++i) points.push_back(points[random.index(125)]);
    const ConvexPolyhedron hull(points);
    expect_hull(hull, points);
    EXPECT_EQ(hull.vertices().size(), 8u);
    EXPECT_EQ(hull.faces().size(), 6u);
    EXPECT_EQ(hull.edges().size(), 12u);
    EXPECT_NEAR(ConvexShape{std::make_shared<const ConvexPolyhedron>(hull)}.volume(), 64, 1e-11);
  }
}

TEST(ConvexPolyhedron, HullOfAPrismHasPolygons) {
  // Rotated prisms with 3 to 40 corners: V = 2n, F = n + 2; volume n/2·sin(2π/n)·h.
  Random random;
  for (int n = 3; n <= 40; ++n) {
    const Pose<double> X = random.pose();
    Array<Vec3<double>> points;
    for (int i = 0; i < n; ++i)
      for (const double z : {-0.3, 0.4}) {
        const double a = 2 * std::numbers::pi * i / n;
        points.push_back(X * Vec3<double>{std::cos(a), std::sin(a), z});
      }
    const ConvexShape shape = convex_hull(points);
    EXPECT_EQ(shape.polyhedron->vertices().size(), static_cast<std::size_t>(2 * n));
    EXPECT_EQ(shape.polyhedron->faces().size(), static_cast<std::size_t>(n + 2));
    EXPECT_NEAR(shape.volume(), 0.5 * n * std::sin(2 * std::numbers::pi / n) * 0.7, 1e-13);
  }
}

TEST(ConvexPolyhedron, FlatPointsAreRefusedWithARemedy) {
  Random random;
  const Pose<double> X = random.pose();
  Array<Vec3<double>> one, line, plane;
  for (int i = 0; i < 30; ++i) {
    one.push_back({1, 2, 3});
    line.push_back(X * Vec3<double>{random.number(), 0, 0});
    plane.push_back(X * Vec3<double>{random.number(), random.number(), 0});
  }
  testing::expect_error([&] { convex_hull(one); }, {"30 points", "one place", "sphere"});
  testing::expect_error([&] { convex_hull(line); }, {"30 points", "line", "capsule"});
  testing::expect_error([&] { convex_hull(plane); }, {"30 points", "plane", "normal", "thickness"});
  testing::expect_error([&] { convex_hull(In<Vec3<double>>{}); }, {"four points", "are 0"});
  plane[7].y = std::nan("");
  testing::expect_error([&] { convex_hull(plane); }, {"point 7", "nan", "finite"});
  testing::expect_error([&] { ConvexShape{}.check(); }, {"convex_hull"});
}

TEST(ConvexPolyhedron, TinyAndHugeHullsAreTheSame) {
  Random random;
  const Array<Vec3<double>> points = random_points(random, 100, 0);
  const ConvexPolyhedron hull(points);
  for (const double scale : {1e-60, 1e-9, 1e60}) {
    Array<Vec3<double>> scaled;
    for (const Vec3<double>& p : points) scaled.push_back(scale * p);
    EXPECT_EQ(ConvexPolyhedron(scaled).faces().size(), hull.faces().size());
  }
}

TEST(ConvexPolyhedron, SupportClimbsToTheFarthestVertex) {
  Random random;
  for (const int kind : {0, 1, 2, 3}) {
    const ConvexShape shape = convex_hull(random_points(random, 400, kind));
    const ConvexPolyhedron& hull = *shape.polyhedron;
    for (int i = 0; i < 300; ++i) {
      const Vec3<double> d = random.vector();
      double most = -1e30;
      for (const Vec3<double>& v : hull.vertices()) most = std::max(most, dot(d, v));
      const long before = testing::allocations();
      const Vec3<double> best = shape.support(d);
      const int start = random.index(static_cast<int>(hull.vertices().size()));
      const int vertex = hull.support_vertex(d, start);
      EXPECT_EQ(testing::allocations(), before);
      EXPECT_NEAR(dot(d, best), most, 1e-12);
      EXPECT_NEAR(dot(d, hull.vertices()[vertex]), most, 1e-12);
    }
  }
}

TEST(ConvexPolyhedron, NearestPointsAndRaysAgreeWithSampling) {
  Random random;
  const ConvexShape shape = convex_hull(random_points(random, 60, 0));
  const ConvexPolyhedron& hull = *shape.polyhedron;
  const auto height = [&](const Vec3<double>& p) {
    double most = -1e30;
    for (const auto& face : hull.faces()) most = std::max(most, dot(face.normal, p) - face.offset);
    return most;
  };
  for (int i = 0; i < 2000; ++i) {
    const Vec3<double> p = random.vector(1.5);
    const SurfacePoint at = shape.nearest(p);
    EXPECT_NEAR(height(at.point), 0, 1e-13);
    EXPECT_NEAR(norm(at.normal), 1, 1e-13);
    EXPECT_TRUE(testing::close(at.point + at.distance * at.normal, p));
    EXPECT_EQ(at.distance <= 0, height(p) <= 0);
    // The plane across the way to p separates it from all vertices: the point is the nearest one.
    if (at.distance > 0)
      for (const Vec3<double>& v : hull.vertices()) EXPECT_LE(dot(at.normal, v - at.point), 1e-12);
    else
      EXPECT_NEAR(at.distance, height(p), 1e-14);

    const Ray ray{p, normalized(random.vector()), 4};
    const std::optional<RayHit> hit = shape.hit(ray);
    double first = -1;
    for (int s = 0; s <= 4000 && first < 0; ++s)
      if (height(p + 1e-3 * s * ray.direction) <= 0) first = 1e-3 * s;
    if (first >= 0) {
      ASSERT_TRUE(hit);
      EXPECT_LE(hit->distance, first + 1e-12);
      EXPECT_GT(hit->distance, first - 1e-3 - 1e-12);
      EXPECT_LE(dot(hit->normal, ray.direction), 0);
      EXPECT_NEAR(hit->distance > 0 ? height(hit->point) : 0, 0, 1e-13);
    }
  }
}

TEST(ConvexPolyhedron, InertiaIsThatOfABox) {
  const Vec3<double> size{0.3, 0.5, 0.7};
  const ConvexShape shape = convex_hull(testing::box_mesh(size).vertices);
  const RigidInertia<double> M = shape.solid(2);
  const double m = 2 * size.x * size.y * size.z;
  EXPECT_NEAR(M.m, m, 1e-16);
  EXPECT_NEAR(M.I.xx, m / 12 * (size.y * size.y + size.z * size.z), 1e-16);
  EXPECT_NEAR(shape.bounds().upper.y, 0.25, 0);
}

}  // namespace sarrus::testing::convex_polyhedron_test
