/// Height fields and user's surfaces with convex shapes and meshes.

#include <gtest/gtest.h>

#include <cmath>

#include "sarrus/proximity/manifold.h"
#include "tests/support/meshes.h"
#include "tests/support/random.h"

namespace sarrus::testing::free_form_test {
namespace {

using V = Vec3<double>;
using P = Pose<double>;

Array<AnyShape> bodies() {
  return {SphereShape{0.2},
          CapsuleShape{0.1, 0.3},
          BoxShape{{0.4, 0.3, 0.2}},
          RoundedBoxShape{{0.4, 0.3, 0.2}, 0.05},
          EllipsoidShape{{0.2, 0.15, 0.1}},
          CylinderShape{0.15, 0.3},
          ConeShape{0.15, 0.3},
          SuperellipsoidShape{{0.2, 0.15, 0.1}, 0.8, 0.8},
          convex_hull(Array<V>{{-0.1, -0.1, -0.1}, {0.12, 0, -0.1}, {0, 0.1, -0.05}, {0, 0, 0.15}}),
          make_mesh_shape(l_mesh())};
}

template <class Height>
HeightFieldShape field(double size, int count, const Height& height) {
  HeightFieldShape shape{{size, size}, count, count, {}};
  for (int i = 0; i < count; ++i)
    for (int j = 0; j < count; ++j)
      shape.heights.push_back(static_cast<float>(
          height(size * (1.0 * j / (count - 1) - 0.5), size * (1.0 * i / (count - 1) - 0.5))));
  return shape;
}

/// Splines through a plane are that plane.
TEST(FreeForm, ASlopingFieldIsAHalfSpace) {
  const AnyShape slope = field(20, 5, [](double x, double y) { return 0.25 * x - 0.125 * y; });
  const V n = normalized(V{-0.25, 0.125, 1}), a = normalized(cross(V::unit_y(), n)), b = cross(n, a);
  Mat3<double> axes;
  for (int i = 0; i < 3; ++i) axes(i, 0) = a[i], axes(i, 1) = b[i], axes(i, 2) = n[i];
  const P plane{Rotation<double>(axes), V::zero()};
  Random random(4);
  for (const AnyShape& body : bodies())
    for (int i = 0; i < 6; ++i) {
      const P X{random.rotation(), {random.number(-1, 1), random.number(-1, 1), random.number(-0.3, 1)}};
      const P Q = random.pose();
      const ShapeDistance on_slope = calc_distance(slope, Q, body, Q * X),
                          on_plane = calc_distance(HalfSpaceShape{}, Q * plane, body, Q * X),
                          turned = calc_distance(body, Q * X, slope, Q);
      EXPECT_NEAR(on_slope.distance, on_plane.distance, 1e-9) << type_of(body);
      EXPECT_LT(norm(on_slope.normal - on_plane.normal), 1e-6) << type_of(body);
      EXPECT_NEAR(turned.distance, on_slope.distance, 1e-12);
      EXPECT_LT(norm(turned.normal + on_slope.normal), 1e-9);
    }
}

/// A ball as a user's implicit and parametric surface.
AnyShape implicit_ball(double r) {
  return implicit_surface(
      [r](const V& p) {
        return ImplicitValue{dot(p, p) - r * r, 2.0 * p, Sym3<double>::diagonal(2, 2, 2)};
      },
      {{-r, -r, -r}, {r, r, r}});
}
AnyShape parametric_ball(double r) {
  return parametric_surface(
      [r](double u, double v) {
        const double cu = std::cos(u), su = std::sin(u), cv = std::cos(v), sv = std::sin(v);
        return ParametricValue{.point = r * V{cv * cu, cv * su, sv},
                               .du = r * V{-cv * su, cv * cu, 0},
                               .dv = r * V{-sv * cu, -sv * su, cv},
                               .duu = r * V{-cv * cu, -cv * su, 0},
                               .duv = r * V{sv * su, -sv * cu, 0},
                               .dvv = r * V{-cv * cu, -cv * su, -sv}};
      },
      {.u = {0, 2 * M_PI}, .v = {-M_PI / 2, M_PI / 2}, .u_repeats = true, .is_closed = true});
}

TEST(FreeForm, ABallOfAnyKindIsASphere) {
  Random random(6);
  for (const AnyShape& ball : {implicit_ball(0.3), parametric_ball(0.3)})
    for (const AnyShape& body : bodies())
      for (int i = 0; i < 4; ++i) {
        const P X{random.rotation(), random.number(1.8, 2.2) * normalized(random.vector())},
            near{X.R, random.number(0.45, 0.6) * normalized(random.vector())};
        for (const P& pose : {X, near}) {
          const ShapeDistance found = calc_distance(ball, {}, body, pose),
                              exact = calc_distance(SphereShape{0.3}, {}, body, pose);
          if (exact.distance < -0.25) continue;  // the center of the ball is inside
          EXPECT_NEAR(found.distance, exact.distance, 1e-8) << type_of(ball) << ", " << type_of(body);
          EXPECT_LT(norm(found.normal - exact.normal), 1e-3) << type_of(ball) << ", " << type_of(body);
        }
      }
}

/// No point of a box is deeper in hills than the one that is found.
TEST(FreeForm, NoPointIsDeeperInHills) {
  const AnyShape hills =
      field(4, 13, [](double x, double y) { return 0.3 * std::sin(2 * x) * std::cos(1.5 * y); });
  const V half{0.3, 0.2, 0.1};
  Random random(8);
  for (int i = 0; i < 12; ++i) {
    const P X{random.rotation(), {random.number(-1, 1), random.number(-1, 1), random.number(0, 0.7)}};
    const ShapeDistance found = calc_distance(hills, {}, BoxShape{2.0 * half}, X);
    double sampled = 1e9;
    constexpr int n = 12;
    for (int a = 0; a <= n; ++a)
      for (int b = 0; b <= n; ++b)
        for (int face = 0; face < 6; ++face) {
          V p = half;
          const int k = face / 2;
          p[k] *= face % 2 == 0 ? 1 : -1, p[(k + 1) % 3] *= 2.0 * a / n - 1,
              p[(k + 2) % 3] *= 2.0 * b / n - 1;
          sampled = std::min(sampled, nearest(hills, X * p).distance);
        }
    EXPECT_LE(found.distance, sampled + 1e-9);
    EXPECT_GT(found.distance, sampled - 0.02);
    EXPECT_NEAR(norm(found.point2 - found.point1 - found.distance * found.normal), 0, 1e-12);
  }
}

/// The depth of a box below z = 0 over the square |x|, |y| ≤ 2: at its corners, or where its edges leave the
/// square, or where its faces meet the vertical lines through the square's corners.
double depth_over_square(const V& half, const P& X) {
  double least = 1e9;
  const auto is_over = [](const V& p) { return std::abs(p.x) <= 2 + 1e-12 && std::abs(p.y) <= 2 + 1e-12; };
  const auto take = [&](const V& p) { least = is_over(p) ? std::min(least, p.z) : least; };
  const auto corner = [&](int k) {
    return X * V{(k & 1) != 0 ? half.x : -half.x, (k & 2) != 0 ? half.y : -half.y,
                 (k & 4) != 0 ? half.z : -half.z};
  };
  for (int k = 0; k < 8; ++k) {
    take(corner(k));
    for (const int axis : {1, 2, 4}) {
      if ((k & axis) != 0) continue;
      const V a = corner(k), b = corner(k | axis);
      for (int i = 0; i < 2; ++i)
        for (const double side : {-2.0, 2.0}) {
          const double t = (side - a[i]) / (b[i] - a[i]);
          if (t >= 0 && t <= 1) take(a + t * (b - a));
        }
    }
  }
  for (const double x : {-2.0, 2.0})
    for (const double y : {-2.0, 2.0}) {
      const V origin = X.inverse_times(V{x, y, 0}), up = X.R.inverse_times(V::unit_z());
      for (int face = 0; face < 6; ++face) {
        const int k = face / 2;
        const V p = origin + ((face % 2 == 0 ? half[k] : -half[k]) - origin[k]) / up[k] * up;
        if (std::abs(p[(k + 1) % 3]) <= half[(k + 1) % 3] && std::abs(p[(k + 2) % 3]) <= half[(k + 2) % 3])
          take(X * p);
      }
    }
  return least;
}

/// What hangs over the edge of a field is beside it, however low.
TEST(FreeForm, DepthsEndAtTheEdgesOfAField) {
  const AnyShape flat = field(4, 4, [](double, double) { return 0.0; });
  const V half{0.4, 0.3, 0.2};
  Random random(9);
  int count = 0;
  for (int i = 0; i < 400; ++i) {
    const P X{random.rotation(), {random.number(1.7, 2.3), random.number(-2.3, 2.3), random.number(0, 0.3)}};
    const double depth = depth_over_square(half, X);
    if (depth > -1e-3) continue;
    ++count;
    EXPECT_NEAR(calc_distance(flat, {}, BoxShape{2.0 * half}, X).distance, depth, 1e-9) << i;
  }
  EXPECT_GT(count, 200);
}

TEST(FreeForm, ABoxTouchesAFieldAtItsCorners) {
  const AnyShape flat = field(4, 4, [](double, double) { return 0.5; });
  const P X{Rotation<double>::about_z(0.3), {0.2, 0.1, 0.59}};
  Manifold on_field, on_plane;
  calc_manifold(flat, {}, BoxShape{{0.4, 0.3, 0.2}}, X, 0.001, on_field);
  calc_manifold(HalfSpaceShape{}, P::translation({0, 0, 0.5}), BoxShape{{0.4, 0.3, 0.2}}, X, 0.001, on_plane);
  ASSERT_EQ(on_field.points.size(), 4u);
  ASSERT_EQ(on_plane.points.size(), 4u);
  for (const ManifoldPoint& p : on_field.points) {
    EXPECT_NEAR(p.distance, -0.01, 1e-9);
    EXPECT_TRUE(std::any_of(on_plane.points.begin(), on_plane.points.end(), [&](const ManifoldPoint& q) {
      return norm(p.point1 - q.point1) < 1e-9 && norm(p.point2 - q.point2) < 1e-9;
    }));
  }
  calc_manifold(BoxShape{{0.4, 0.3, 0.2}}, X, flat, {}, 0.001, on_plane);
  ASSERT_EQ(on_plane.points.size(), 4u);
  EXPECT_LT(norm(on_plane.normal_of(0) + on_field.normal_of(0)), 1e-12);
}

/// A hill under the middle of a face: no corner touches.
TEST(FreeForm, AHillPressesAFace) {
  const AnyShape hill = field(4, 41, [](double x, double y) { return 0.2 * std::exp(-4 * (x * x + y * y)); });
  Manifold manifold;
  calc_manifold(hill, {}, BoxShape{{3, 3, 0.2}}, P::translation({0.3, 0, 0.29}), 0.0, manifold);
  ASSERT_EQ(manifold.points.size(), 1u);
  EXPECT_NEAR(manifold.points[0].distance, -0.01, 1e-5);
  EXPECT_LT(norm(manifold.points[0].point2 - V{0, 0, 0.19}), 1e-3);
}

}  // namespace
}  // namespace sarrus::testing::free_form_test
