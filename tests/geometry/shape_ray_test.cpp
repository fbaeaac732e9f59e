/// Hits of rays, for every shape, and reference values.

#include <gtest/gtest.h>

#include <cmath>

#include "tests/geometry/shape_rows.h"
#include "tests/support/close.h"

namespace sarrus::testing::shape_ray_test {
namespace {

using V = Vec3<double>;

class ShapeRays : public ::testing::TestWithParam<ShapeRow> {
 protected:
  const ShapeRow& row() const { return GetParam(); }
  const AnyShape& shape() const { return row().shape; }

  Random random_{5};
};

constexpr double marching_step = 0.005;

/// The first place along a ray from outside where the level is negative, by small steps and bisection; −1 if
/// there is none.
double march(const ShapeRow& row, const Ray& ray) {
  for (double t = 0; t < 4; t += marching_step)
    if (row.level(ray.origin + (t + marching_step) * ray.direction) < 0) {
      double outside = t, inside = t + marching_step;
      for (int i = 0; i < 60; ++i) {
        const double middle = 0.5 * (inside + outside);
        (row.level(ray.origin + middle * ray.direction) < 0 ? inside : outside) = middle;
      }
      return inside;
    }
  return -1;
}

TEST_P(ShapeRays, HitWhereMarchingHits) {
  const bool is_height_field = std::holds_alternative<HeightFieldShape>(shape());
  int hits = 0, outside = 0;
  for (int i = 0; i < 300; ++i) {
    const V p = random_.vector(1.5 * row().size);
    if (row().level(p) < 0) continue;
    V toward = sample_surface(row(), random_);
    if (i % 3 == 0) toward = random_.vector(row().size);
    const Ray ray{p, normalized(toward - p)};
    const bool comes_from_side = is_height_field && (std::abs(p.x) > 0.8 || std::abs(p.y) > 0.6);
    const std::optional<RayHit> found = hit(shape(), ray);
    ++outside, hits += found.has_value();
    if (found) {
      EXPECT_NEAR(nearest(shape(), found->point).distance, 0, 2e-14);
      EXPECT_TRUE(close(found->point, ray.origin + found->distance * ray.direction));
      EXPECT_LE(dot(found->normal, ray.direction), 0);
      EXPECT_TRUE(close(norm(found->normal), 1));
      EXPECT_GT(row().level(found->point + 1e-9 * found->normal), 0);
      EXPECT_TRUE(hit(shape(), {ray.origin, ray.direction, found->distance * 1.001}));
      EXPECT_FALSE(hit(shape(), {ray.origin, ray.direction, found->distance * 0.999}));
    }
    if (comes_from_side) continue;  // the level has walls, the surface has none
    const double marched = march(row(), ray);
    if (marched >= 0 && found) {
      EXPECT_NEAR(found->distance, marched, 1e-12 / std::max(1e-3, -dot(found->normal, ray.direction)));
    }
    EXPECT_TRUE(found || marched < 0);
    if (found && marched < 0 && found->distance < 3.9) {  // its way inside is shorter than a step
      EXPECT_GT(row().level(found->point + marching_step * ray.direction), 0);
    }
  }
  EXPECT_GT(hits, 50);
  EXPECT_GT(outside, 100);
}

TEST_P(ShapeRays, BeginInsideOrOnTheSurface) {
  for (const V& q : sample_surface(row(), 50)) {
    const V normal = nearest(shape(), q).normal, p = q - 1e-6 * normal;
    const V direction = normalized(random_.vector());
    if (row().level(p) < 0) {
      const std::optional<RayHit> inside = hit(shape(), {p, direction});
      ASSERT_TRUE(inside);
      EXPECT_EQ(inside->distance, 0);
      EXPECT_EQ(norm(inside->point - p) + norm(inside->normal + direction), 0);
    }
    // From just outside the surface: inward at once, outward not there.
    const std::optional<RayHit> in = hit(shape(), {q + 1e-9 * normal, -normal});
    ASSERT_TRUE(in);
    EXPECT_NEAR(in->distance, 1e-9, 1e-13);
    const std::optional<RayHit> out = hit(shape(), {q + 1e-9 * normal, normal});
    EXPECT_TRUE(!out || out->distance > 1e-3);
  }
}

TEST_P(ShapeRays, FromFarAway) {
  if (row().name == "Implicit") return;  // the function overflows the accuracy
  const V q = sample_surface(row(), 1)[0];
  const V normal = nearest(shape(), q).normal;
  const std::optional<RayHit> found = hit(shape(), {q + 1e5 * normal, -normal});
  ASSERT_TRUE(found);
  EXPECT_NEAR(nearest(shape(), found->point).distance, 0, 1e-10);
  EXPECT_FALSE(hit(shape(), {q + 1e5 * normal, normal}));
}

INSTANTIATE_TEST_SUITE_P(Shapes, ShapeRays, ::testing::ValuesIn(shape_rows()), name_of_row);

/// Reference values computed in 40 digits.
struct ReferenceRay {
  AnyShape shape;
  Pose<double> X;
  double t;
  V normal;
};

TEST(ShapeRayReference, SixRays) {
  const V place{0.1, -0.2, 0.3};
  const Pose<double> moved = Pose<double>::translation(place);
  const Pose<double> turned{
      Rotation<double>(Mat3<double>::rows(0.78163917390702, -0.48292928421421, 0.3947397981738,
                                          0.55011723070436, 0.83203013377463, -0.071392499417876,
                                          -0.29395787843858, 0.27295633888831, 0.91601506688732)),
      place};
  const ReferenceRay rays[] = {
      {SphereShape{0.4}, moved, 1.8957354304996, {-0.53511540772735, 0.84429769184545, 0.028511540772735}},
      {EllipsoidShape{{0.8, 0.5, 0.3}},
       turned,
       1.7785005276744,
       {-0.6653003276646, 0.65424441295285, -0.3596383212748}},
      {BoxShape{{1, 1.2, 0.8}},
       turned,
       1.4629264942908,
       {-0.48292928421421, 0.83203013377463, 0.27295633888831}},
      {CylinderShape{0.4, 1},
       turned,
       1.8703091212278,
       {-0.49395621437565, 0.82415173534289, 0.27709416343724}},
      {SurfaceMeshShape{std::make_shared<const SurfaceMesh>(Array<V>{{0, -1, -1}, {0.1, 0, 1}, {0.2, 1, -1}},
                                                            Array<std::array<int, 3>>{{0, 1, 2}})},
       Pose<double>{},
       2.1251940082006,
       {-0.99503719020999, 0.099503719020999, 0}},
      {TorusShape{0.5, 0.15},
       turned,
       1.7246989215527,
       {-0.33866110035268, 0.016665693914174, -0.94076081644288}},
  };
  const V origin{-2, 0.1, 0.5}, direction{0.99484021164917, 0.019896804232983, -0.099484021164917};
  for (const ReferenceRay& ray : rays) {
    const auto found = hit(ray.shape, {ray.X.inverse_times(origin), ray.X.R.inverse_times(direction)});
    ASSERT_TRUE(found);
    EXPECT_NEAR(found->distance, ray.t, 1e-12);
    EXPECT_LT(norm(ray.X.R * found->normal - ray.normal), 1e-11) << type_of(ray.shape);
  }
}

/// A ray at the rim of a cone that goes on through its inside hits it, whatever the rounding.
TEST(ShapeRay, NoneSlipsThroughTheRimOfACone) {
  Random random(6);
  const ConeShape cone{0.35, 0.8};
  for (int i = 0; i < 20000; ++i) {
    const double angle = random.number(-3, 3), x = random.number(-0.05, 0.05), y = random.number(-0.05, 0.05);
    const Vec3<double> rim{0.35 * std::cos(angle), 0.35 * std::sin(angle), -0.4},
        inside{x, y, random.number(-0.3, 0.1)};
    const Vec3<double> d = normalized(inside - rim);
    const auto found = cone.hit({rim - 2.0 * d, d});
    ASSERT_TRUE(found) << i;
    EXPECT_NEAR(found->distance, 2, 1e-10);
  }
}

}  // namespace
}  // namespace sarrus::testing::shape_ray_test
