/// The closed forms against sums of point masses at the nodes of quadratures that are exact for second
/// moments.

#include "sarrus/spatial/solids.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <string>

#include "sarrus/base/error.h"
#include "tests/support/numbers.h"

namespace sarrus::testing::solids_test {
namespace {

using Inertia = RigidInertia<double>;

Inertia nothing() { return {0, Vec3<double>::zero(), Sym3<double>::zero()}; }

/// ∫ f dx over [from, to] by four Gauss points: exact up to degree seven.
template <class F>
Inertia integrate(double from, double to, F f) {
  const double outer = 0.8611363115940526, inner = 0.3399810435848563;
  const double outer_weight = 0.3478548451374538, inner_weight = 0.6521451548625461;
  Inertia sum = nothing();
  for (const auto& [node, weight] : {std::pair(-outer, outer_weight), std::pair(-inner, inner_weight),
                                     std::pair(inner, inner_weight), std::pair(outer, outer_weight)})
    sum = sum + (to - from) / 2 * weight * f((from + to) / 2 + node * (to - from) / 2);
  return sum;
}
/// ∫ f dφ once around: equidistant nodes are exact up to the seventh harmonic.
template <class F>
Inertia integrate_around(F f) {
  Inertia sum = nothing();
  for (int i = 0; i < 8; ++i) sum = sum + 2 * pi / 8 * f(2 * pi / 8 * i);
  return sum;
}
/// A unit of mass at a point, by its definition.
Inertia particle(double x, double y, double z) {
  return {1, {x, y, z}, {y * y + z * z, z * z + x * x, x * x + y * y, -x * y, -x * z, -y * z}};
}
/// A ring of radius r at height z, of unit mass per angle.
Inertia ring(double r, double z) {
  return integrate_around([&](double phi) { return particle(r * std::cos(phi), r * std::sin(phi), z); });
}
/// The solid of unit density between heights z0 and z1 with the given radius at each height.
template <class Radius>
Inertia solid_of_revolution(double z0, double z1, Radius radius) {
  return integrate(
      z0, z1, [&](double z) { return integrate(0, radius(z), [&](double r) { return r * ring(r, z); }); });
}
/// The same body with another mass.
Inertia with_mass(double mass, const Inertia& M) { return mass / M.m * M; }

void expect_equal(const Inertia& M, const Inertia& expected) {
  const double tolerance =
      1e-13 * (expected.m + norm(expected.h) + expected.I.xx + expected.I.yy + expected.I.zz);
  EXPECT_NEAR(M.m, expected.m, tolerance);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(M.h[i], expected.h[i], tolerance) << "h" << i;
  const Mat3<double> I = M.I.matrix(), expected_I = expected.I.matrix();
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j <= i; ++j) EXPECT_NEAR(I(i, j), expected_I(i, j), tolerance) << "I" << i << j;
}

TEST(Solids, PointMass) {
  expect_equal(point_mass(3, {0.1, -0.2, 0.5}), 3 * particle(0.1, -0.2, 0.5));
  expect_equal(point_mass(3, {0, 0, 0}), {3, Vec3<double>::zero(), Sym3<double>::zero()});
}

TEST(Solids, Brick) {
  const Vec3<double> l{0.4, 0.6, 1.5};
  const Inertia sum = integrate(-l.x / 2, l.x / 2, [&](double x) {
    return integrate(-l.y / 2, l.y / 2, [&](double y) {
      return integrate(-l.z / 2, l.z / 2, [&](double z) { return particle(x, y, z); });
    });
  });
  expect_equal(solid_brick(7, l), with_mass(7, sum));
  expect_equal(solid_brick(12, {1, 2, 3}), {12, Vec3<double>::zero(), Sym3<double>::diagonal(13, 10, 5)});
}

TEST(Solids, Sphere) {
  const double r = 0.7;
  expect_equal(solid_sphere(2, r),
               with_mass(2, solid_of_revolution(-r, r, [&](double z) { return std::sqrt(r * r - z * z); })));
  expect_equal(solid_sphere(5, 2), {5, Vec3<double>::zero(), Sym3<double>::diagonal(8, 8, 8)});
}

TEST(Solids, Ellipsoid) {
  const Vec3<double> a{0.5, 0.8, 1.3};  // a unit ball, stretched
  const Inertia sum = integrate(-1, 1, [&](double z) {
    return integrate(0, std::sqrt(1 - z * z), [&](double r) {
      return r * integrate_around([&](double phi) {
               return particle(a.x * r * std::cos(phi), a.y * r * std::sin(phi), a.z * z);
             });
    });
  });
  expect_equal(solid_ellipsoid(4, a), with_mass(4, sum));
  expect_equal(solid_ellipsoid(4, {0.3, 0.3, 0.3}), solid_sphere(4, 0.3));
}

TEST(Solids, Cylinder) {
  const double r = 0.3, l = 1.1;
  expect_equal(solid_cylinder(2, r, l),
               with_mass(2, solid_of_revolution(-l / 2, l / 2, [&](double) { return r; })));
  expect_equal(solid_cylinder(12, 2, 3), {12, Vec3<double>::zero(), Sym3<double>::diagonal(21, 21, 24)});
}

TEST(Solids, Capsule) {
  const double r = 0.3, l = 1.1;
  const auto cap = [&](double height) { return std::sqrt(r * r - height * height); };
  const Inertia sum = solid_of_revolution(-l / 2, l / 2, [&](double) { return r; }) +
                      solid_of_revolution(l / 2, l / 2 + r, [&](double z) { return cap(z - l / 2); }) +
                      solid_of_revolution(-l / 2 - r, -l / 2, [&](double z) { return cap(z + l / 2); });
  expect_equal(solid_capsule(2, r, l), with_mass(2, sum));
}

// A half ball has its center of mass 3r/8 above its base and the moments 2/5·m·r² and 83/320·m·r² about it.
TEST(Solids, CapsuleIsACylinderAndTwoHalfBalls) {
  const double r = 0.25, l = 0.9, density = 1000;
  const double m_cylinder = density * pi * r * r * l, m_half = density * 2 / 3 * pi * r * r * r;
  const double across = 83.0 / 320 * m_half * r * r, along = 2.0 / 5 * m_half * r * r;
  const auto half_ball =
      Inertia::from_central(m_half, {0, 0, 3 * r / 8}, Sym3<double>::diagonal(across, across, along));
  const Pose<double> top = Pose<double>::translation({0, 0, l / 2});
  const Pose<double> bottom{Rotation<double>::about_x(pi), {0, 0, -l / 2}};
  expect_equal(solid_capsule(m_cylinder + 2 * m_half, r, l),
               solid_cylinder(m_cylinder, r, l) + top * half_ball + bottom * half_ball);
}

TEST(Solids, CapsuleLiesBetweenSphereAndCylinder) {
  const double tiny = 1e-9;
  EXPECT_NEAR(solid_capsule(1, 1, tiny).I.xx, solid_sphere(1, 1).I.xx, 1e-8);
  EXPECT_NEAR(solid_capsule(1, tiny, 1).I.xx, solid_cylinder(1, tiny, 1).I.xx, 1e-8);
}

TEST(Solids, Cone) {
  const double r = 0.4, h = 1.2;
  const Inertia cone = solid_cone(3, r, h);
  expect_equal(cone, with_mass(3, solid_of_revolution(0, h, [&](double z) { return r * (h - z) / h; })));
  EXPECT_NEAR(cone.com().z, h / 4, 1e-15);
  EXPECT_NEAR(cone.central().xx, 3.0 / 80 * 3 * (4 * r * r + h * h), 1e-14);  // textbook: 3/80·m·(4r² + h²)
}

TEST(Solids, ThinRod) {
  const Vec3<double> l{0.3, -1, 2};
  expect_equal(
      thin_rod(2, l),
      with_mass(2, integrate(-0.5, 0.5, [&](double s) { return particle(s * l.x, s * l.y, s * l.z); })));
  expect_equal(thin_rod(12, {0, 2, 0}), {12, Vec3<double>::zero(), Sym3<double>::diagonal(4, 0, 4)});
}

TEST(Solids, ThinDisk) {
  expect_equal(thin_disk(3, 0.6), with_mass(3, integrate(0, 0.6, [](double r) { return r * ring(r, 0); })));
}

// Archimedes: equal heights of a sphere have equal areas.
TEST(Solids, SphericalShell) {
  const double r = 0.6;
  expect_equal(spherical_shell(3, r),
               with_mass(3, integrate(-r, r, [&](double z) { return ring(std::sqrt(r * r - z * z), z); })));
}

TEST(Solids, CylindricalShell) {
  const double r = 0.6, l = 1.4;
  expect_equal(cylindrical_shell(3, r, l),
               with_mass(3, integrate(-l / 2, l / 2, [&](double z) { return ring(r, z); })));
}

TEST(Solids, BrickShell) {
  const Vec3<double> l{0.4, 0.6, 1.5};
  Inertia sum = nothing();
  for (const double side : {-0.5, 0.5}) {
    const auto face = [&](double across_1, double across_2, auto point) {
      return integrate(-across_1 / 2, across_1 / 2, [&](double a) {
        return integrate(-across_2 / 2, across_2 / 2, [&](double b) { return point(a, b); });
      });
    };
    sum = sum + face(l.y, l.z, [&](double y, double z) { return particle(side * l.x, y, z); }) +
          face(l.z, l.x, [&](double z, double x) { return particle(x, side * l.y, z); }) +
          face(l.x, l.y, [&](double x, double y) { return particle(x, y, side * l.z); });
  }
  expect_equal(brick_shell(2, l), with_mass(2, sum));
  expect_equal(brick_shell(18, {1, 1, 1}),
               {18, Vec3<double>::zero(), Sym3<double>::diagonal(5, 5, 5)});  // 5/18·m·a²
}

// A shell is what a growing solid adds: d/dr of the solid's inertia at constant density.
TEST(Solids, ShellsAreDerivativesOfSolids) {
  const double r = 0.5, l = 2, step = 1e-6;
  const auto ball = [&](double radius) { return solid_sphere(radius * radius * radius, radius); };
  const Inertia shell = with_mass(1, ball(r + step) + -1 * ball(r - step));
  EXPECT_NEAR(shell.I.xx, spherical_shell(1, r).I.xx, 1e-9);
  const auto bar = [&](double radius) { return solid_cylinder(radius * radius * l, radius, l); };
  const Inertia tube = with_mass(1, bar(r + step) + -1 * bar(r - step));
  EXPECT_NEAR(tube.I.xx, cylindrical_shell(1, r, l).I.xx, 1e-9);
  EXPECT_NEAR(tube.I.zz, cylindrical_shell(1, r, l).I.zz, 1e-9);
}

/// The message of the error that `make` throws.
std::string message(const std::function<Inertia()>& make) {
  try {
    make();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

TEST(Solids, RefuseImpossibleMassesAndSizes) {
  const Vec3<double> ones{1, 1, 1};
  struct Case {
    const char* name;
    const char* size;  // what its last argument is called
    std::function<Inertia(double mass, double size)> make;
  };
  const Case cases[] = {
      {"solid_brick", "lengths",
       [](double m, double l) {
         return solid_brick(m, {1, 1, l});
       }},
      {"solid_sphere", "radius", [](double m, double r) { return solid_sphere(m, r); }},
      {"solid_ellipsoid", "radii",
       [](double m, double r) {
         return solid_ellipsoid(m, {1, r, 1});
       }},
      {"solid_cylinder", "radius", [](double m, double r) { return solid_cylinder(m, r, 1); }},
      {"solid_cylinder", "length", [](double m, double l) { return solid_cylinder(m, 1, l); }},
      {"solid_capsule", "radius", [](double m, double r) { return solid_capsule(m, r, 1); }},
      {"solid_capsule", "length", [](double m, double l) { return solid_capsule(m, 1, l); }},
      {"solid_cone", "radius", [](double m, double r) { return solid_cone(m, r, 1); }},
      {"solid_cone", "height", [](double m, double h) { return solid_cone(m, 1, h); }},
      {"thin_disk", "radius", [](double m, double r) { return thin_disk(m, r); }},
      {"spherical_shell", "radius", [](double m, double r) { return spherical_shell(m, r); }},
      {"cylindrical_shell", "radius", [](double m, double r) { return cylindrical_shell(m, r, 1); }},
      {"cylindrical_shell", "length", [](double m, double l) { return cylindrical_shell(m, 1, l); }},
      {"brick_shell", "lengths",
       [](double m, double l) {
         return brick_shell(m, {l, 1, 1});
       }},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(message([&] { return c.make(1, 1); }), "no error") << c.name;
    for (const double bad : {0.0, -1.5, nan, infinity}) {
      const std::string text = fmt::format("{}", bad);
      const std::string of_mass = message([&] { return c.make(bad, 1); });
      const std::string of_size = message([&] { return c.make(1, bad); });
      EXPECT_NE(of_mass.find(std::string(c.name) + ": mass = " + text + ","), std::string::npos) << of_mass;
      EXPECT_NE(of_size.find(std::string(c.name) + ": " + c.size + " = "), std::string::npos) << of_size;
      EXPECT_NE(of_size.find(text), std::string::npos) << of_size;
    }
  }
  EXPECT_NE(message([] { return thin_rod(-1, {1, 0, 0}); }).find("thin_rod: mass = -1"), std::string::npos);
  EXPECT_NE(message([] { return thin_rod(1, {0, 0, 0}); }).find("end_to_end = (0, 0, 0)"), std::string::npos);
  EXPECT_NE(message([] {
              return thin_rod(1, {0, nan, 0});
            }).find("end_to_end = (0, nan, 0)"),
            std::string::npos);
  EXPECT_NE(message([&] { return point_mass(0, ones); }).find("point_mass: mass = 0"), std::string::npos);
  EXPECT_NE(message([] {
              return point_mass(1, {0, 0, infinity});
            }).find("position = (0, 0, inf)"),
            std::string::npos);
}

}  // namespace
}  // namespace sarrus::testing::solids_test
