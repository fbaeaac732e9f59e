/// Contact by pressure fields, against closed forms and laws.

#include <gtest/gtest.h>

#include <cmath>

#include "sarrus/contact/hydroelastic_law.h"
#include "sarrus/geometry/pressure_field.h"
#include "tests/contact/elastic_sum.h"
#include "tests/support/meshes.h"
#include "tests/support/random.h"

namespace sarrus::testing::hydroelastic_test {
namespace {

using P = Pose<double>;

const ContactMaterial soft{.modulus = 1e6}, rigid{.modulus = 1e16};

ShapePair on_plane(const AnyShape& shape, const P& X) {
  return {HalfSpaceShape{}, {}, shape, X, rigid, soft};
}
double force_on_plane(const AnyShape& shape, const P& X, int edges = 64) {
  return elastic_sum(HydroelasticLaw(edges), on_plane(shape, X)).F.f.z;
}

/// F = π·E·d²·(1 − 2d/(3R)), and U = ∫F dd.
TEST(HydroelasticLaw, OfABallOnARigidPlaneTendsToTheClosedForm) {
  const double R = 0.1, d = 0.02, E = 1e6;
  const double exact = 1089.0854532445, energy = M_PI * E * d * d * d * (1.0 / 3 - d / (6 * R));
  ASSERT_NEAR(exact, M_PI * E * d * d * (1 - 2 * d / (3 * R)), 1e-9);
  double last_error = 1;
  for (const int edges : {16, 32, 64, 128}) {
    const double F = force_on_plane(SphereShape{R}, P::translation({0, 0, R - d}), edges);
    const double error = std::abs(F / exact - 1);
    EXPECT_LT(error, 0.35 * last_error) << edges;  // second order: a quarter each time
    last_error = error;
  }
  EXPECT_LT(last_error, 5e-3);
  const ElasticSum sum =
      elastic_sum(HydroelasticLaw(128), on_plane(SphereShape{R}, P::translation({0, 0, R - d})));
  EXPECT_NEAR(sum.energy / energy, 1, 0.012);
}

/// For small depths κ·V with κ = E/R, whatever the materials of the two are.
TEST(HydroelasticLaw, OfTwoBallsTendsToTheVolumeOfTheirOverlap) {
  const double R1 = 0.1, R2 = 0.15, d = 0.004;
  const ContactMaterial hard{.modulus = 3e6};
  const ElasticSum sum =
      elastic_sum(HydroelasticLaw(256),
                  {SphereShape{R1}, {}, SphereShape{R2}, P::translation({0, 0, R1 + R2 - d}), soft, hard});
  const double k1 = 1e6 / R1, k2 = 3e6 / R2, kappa = k1 * k2 / (k1 + k2);
  const double distance = R1 + R2 - d;
  const double V = M_PI * d * d *
                   (distance * distance + 2 * distance * (R1 + R2) - 3 * (R1 - R2) * (R1 - R2)) /
                   (12 * distance);
  EXPECT_NEAR(sum.F.f.z / (kappa * V), 1, 0.04);
  EXPECT_LT(norm(Vec3<double>{sum.F.f.x, sum.F.f.y, 0}), 1e-3 * sum.F.f.z);
}

/// Equal balls press each other on the plane in their middle, as each does on a rigid one.
TEST(HydroelasticLaw, OfEqualBallsIsThatOfOneOnARigidPlane) {
  const double R = 0.1, d = 0.03;
  const double two =
      elastic_sum(HydroelasticLaw(64),
                  {SphereShape{R}, {}, SphereShape{R}, P::translation({0, 0, 2 * R - 2 * d}), soft, soft})
          .F.f.z;
  EXPECT_NEAR(two / force_on_plane(SphereShape{R}, P::translation({0, 0, R - d})), 1, 1e-9);
}

/// A brick that lies flat: the pressure grows from its edges, over a strip as wide as the depth, to E·d/H.
/// The force is E/H times the volume of a frustum, E·d/H·A for small depths.
TEST(HydroelasticLaw, OfABrickIsExact) {
  for (const double d : {1e-5, 1e-3, 1e-2}) {
    const double F = force_on_plane(BoxShape{{0.2, 0.2, 0.1}}, P::translation({0.3, 0.1, 0.05 - d}));
    const double bottom = 0.04, top = (0.2 - 2 * d) * (0.2 - 2 * d);
    EXPECT_NEAR(F / (1e6 / 0.05 * d / 3 * (bottom + top + std::sqrt(bottom * top))), 1, 1e-9) << d;
    if (d < 1e-4) {
      EXPECT_NEAR(F / (1e6 * d / 0.05 * bottom), 1, 1e-3);
    }
  }
}

/// Springs in series: a compliant half-space of thickness h and a flat brick of depth H.
TEST(HydroelasticLaw, OfABrickOnACompliantPlaneIsInSeries) {
  const double d = 1e-5, h = 0.02;
  const ContactMaterial ground{.modulus = 5e5, .thickness = h};
  const ElasticSum sum = elastic_sum(
      HydroelasticLaw(),
      {HalfSpaceShape{}, {}, BoxShape{{0.2, 0.2, 0.1}}, P::translation({0, 0, 0.05 - d}), ground, soft});
  const double kappa = 1 / (h / 5e5 + 0.05 / 1e6);
  EXPECT_NEAR(sum.F.f.z / (kappa * 0.04 * d), 1, 1e-3);
  EXPECT_NEAR(sum.energy / (0.5 * kappa * 0.04 * d * d), 1, 2e-3);
}

Array<AnyShape> shapes_with_fields() {
  return {
      SphereShape{0.1},
      CapsuleShape{0.06, 0.12},
      EllipsoidShape{{0.1, 0.07, 0.13}},
      BoxShape{{0.2, 0.15, 0.12}},
      RoundedBoxShape{{0.2, 0.15, 0.12}, 0.02},
      CylinderShape{0.1, 0.1},
      CylinderShape{0.05, 0.2},
      ConeShape{0.1, 0.2},
      SuperellipsoidShape{{0.1, 0.12, 0.08}, 0.7, 0.9},
      convex_hull(Array<Vec3<double>>{{-0.1, -0.1, -0.1}, {0.12, 0, -0.1}, {0, 0.1, -0.05}, {0, 0, 0.15}}),
      TorusShape{0.1, 0.04}};
}

/// A pressure field fills its shape; its extent is 0 on the surface, 1 at the core, and continuous.
TEST(PressureField, FillsTheShape) {
  for (const AnyShape& shape : shapes_with_fields()) {
    double last = 1;
    for (const int edges : {16, 32}) {
      const auto field = make_pressure_field(shape, edges);
      ASSERT_NE(field, nullptr) << type_of(shape);
      const double error = std::abs(field->volume() / *volume(shape) - 1);
      EXPECT_TRUE(error < 0.4 * last || error < 1e-9) << type_of(shape) << " " << error;
      last = error;
      for (const PressureField::Tetrahedron& cell : field->tetrahedra())
        for (const Vec3<double>& corner : cell.corners) {
          const double e = cell.offset + dot(cell.gradient, corner), depth = -nearest(shape, corner).distance;
          ASSERT_TRUE(std::abs(e) < 1e-9 || std::abs(e - 1) < 1e-9) << e;
          if (std::abs(e) < 1e-9) {
            ASSERT_LT(std::abs(depth), 1e-6) << type_of(shape);
          }
        }
    }
  }
}

/// Work around a closed path of positions and orientations, by the trapezoidal rule, which converges quickly
/// for periodic paths. It is zero since the forces have a potential.
TEST(HydroelasticLaw, DoesNoWorkOnAClosedPath) {
  const HydroelasticLaw law(16);
  Random random(3);
  for (const AnyShape& shape : shapes_with_fields()) {
    const Rotation<double> R = random.rotation();
    double work = 0, size = 0;
    const int n = 48;
    for (int i = 0; i < n; ++i) {
      const double s = 2 * M_PI * i / n, ds = 2 * M_PI / n;
      const Vec3<double> p{0.02 * std::cos(s), 0.02 * std::sin(s), 0.1 + 0.02 * std::sin(s)},
          v{-0.02 * std::sin(s), 0.02 * std::cos(s), 0.02 * std::cos(s)}, w{0, 0.3 * std::cos(s), 0};
      const P X{Rotation<double>::about_y(0.3 * std::sin(s)) * R, p};
      const Force<double> F =
          elastic_sum(law, {BoxShape{{0.3, 0.2, 0.12}}, {}, shape, X, soft, {.modulus = 2e6}}).F;
      const double power = dot(F.f, v) + dot(F.t - cross(p, F.f), w);
      work += power * ds, size += std::abs(power) * ds;
    }
    EXPECT_GT(size, 0.1) << type_of(shape);
    EXPECT_LT(std::abs(work), 2e-3 * size) << type_of(shape) << " of " << size;
  }
}

/// The order of the bodies does not matter, and a scene that is turned has its forces turned.
TEST(HydroelasticLaw, DoesNotDependOnOrderAndAxes) {
  const HydroelasticLaw law(24);
  Random random(9);
  Array<AnyShape> others = shapes_with_fields();
  others.push_back(make_mesh_shape(box_mesh({0.3, 0.3, 0.1})));
  others.push_back(HalfSpaceShape{});
  for (const AnyShape& other : others) {
    const P Q = random.pose();
    const P X{random.rotation(), {0.01, 0.02, 0.08}};
    const ShapePair pair{other, {}, BoxShape{{0.2, 0.15, 0.12}}, X, soft, {.modulus = 4e6}};
    ShapePair turned = pair;
    turned.X1 = Q, turned.X2 = Q * X;
    const ElasticSum sum = elastic_sum(law, pair), back = elastic_sum(law, pair.exchanged()),
                     there = elastic_sum(law, turned);
    const double size = norm(sum.F.f);
    EXPECT_GT(size, 1) << type_of(other);
    EXPECT_LT(norm(sum.F.f + back.F.f), 1e-9 * size) << type_of(other);
    EXPECT_LT(norm(sum.F.t + back.F.t), 1e-9 * size) << type_of(other);
    EXPECT_NEAR(back.energy / sum.energy, 1, 1e-9);
    EXPECT_LT(norm(there.F.f - Q.R * sum.F.f), 1e-9 * size) << type_of(other);
    EXPECT_LT(norm(there.F.t - (Q.R * sum.F.t + cross(Q.p, Q.R * sum.F.f))), 1e-9 * size) << type_of(other);
  }
}

/// A mirrored scene has mirrored forces.
TEST(HydroelasticLaw, OfAMirroredScene) {
  const HydroelasticLaw law(32);
  const auto mirrored = [](const P& X) {  // in the plane x = 0; the shapes are symmetric
    const Rotation<double>& R = X.R;
    Mat3<double> M = Mat3<double>::zero();
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) M(i, j) = ((i == 0) != (j == 0) ? -1 : 1) * R(i, j);
    return P{Rotation<double>(M), {-X.p.x, X.p.y, X.p.z}};
  };
  const P X1{Rotation<double>::about_y(0.2) * Rotation<double>::about_z(0.3), {0.01, 0, 0}},
      X2{Rotation<double>::about_x(0.4) * Rotation<double>::about_y(-0.5), {0.02, 0.03, 0.15}};
  const ShapePair pair{BoxShape{{0.3, 0.2, 0.1}}, X1, EllipsoidShape{{0.1, 0.15, 0.12}}, X2, soft, soft};
  ShapePair mirror = pair;
  mirror.X1 = mirrored(X1), mirror.X2 = mirrored(X2);
  const Force<double> F = elastic_sum(law, pair).F, G = elastic_sum(law, mirror).F;
  EXPECT_GT(norm(F.f), 1);
  EXPECT_LT(norm(G.f - Vec3<double>{-F.f.x, F.f.y, F.f.z}), 1e-9 * norm(F.f));
  EXPECT_LT(norm(G.t - Vec3<double>{F.t.x, -F.t.y, -F.t.z}), 1e-9 * norm(F.f));
}

/// A mesh is rigid: a large plate is a rigid plane.
TEST(HydroelasticLaw, OfAMeshIsThatOfARigidPlane) {
  const AnyShape plate = make_mesh_shape(box_mesh({1, 1, 0.2}));
  const P X{Rotation<double>::about_x(0.3), {0.02, 0.01, 0.085}};
  const ElasticSum on_plate =
      elastic_sum(HydroelasticLaw(), {plate, P::translation({0, 0, -0.1}), SphereShape{0.1}, X, soft, soft});
  const ElasticSum plane = elastic_sum(HydroelasticLaw(), on_plane(SphereShape{0.1}, X));
  EXPECT_NEAR(on_plate.F.f.z / plane.F.f.z, 1, 1e-9);
  EXPECT_NEAR(on_plate.energy / plane.energy, 1, 1e-9);
}

TEST(HydroelasticLaw, RefusesPairsWithoutAField) {
  const HydroelasticLaw law;
  const AnyShape plane = HalfSpaceShape{}, mesh = make_mesh_shape(box_mesh({1, 1, 1})), ball = SphereShape{1};
  EXPECT_FALSE(law.serves(plane, plane));
  EXPECT_FALSE(law.serves(plane, mesh));
  EXPECT_FALSE(law.serves(mesh, mesh));
  EXPECT_TRUE(law.serves(mesh, ball));
  EXPECT_TRUE(law.serves(ball, ball));
  EXPECT_THROW(HydroelasticLaw(3), Error);
}

}  // namespace
}  // namespace sarrus::testing::hydroelastic_test
