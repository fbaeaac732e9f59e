/// Laws of elastic layers: the elastic foundation of meshes and the law of volumes, against exact volumes.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "sarrus/contact/contact_laws.h"
#include "tests/contact/contact_scenes.h"
#include "tests/contact/elastic_sum.h"
#include "tests/support/count_allocations.h"
#include "tests/support/meshes.h"
#include "tests/support/random.h"

namespace sarrus::testing::layer_laws_test {
namespace {

Force<double> sum_of_forces(const ContactLaw& law, const AnyShape& shape1, const Pose<double>& X1,
                            const AnyShape& shape2, const Pose<double>& X2, const PairMaterial& material) {
  return elastic_sum(law, {shape1, X1, shape2, X2}, material).F;
}

SurfaceMeshShape shape_of(const MeshData& data) {
  return {std::make_shared<const SurfaceMesh>(data.vertices, data.triangles)};
}

const AnyShape floor_shape = HalfSpaceShape{};
const PairMaterial layer{.layer_stiffness = 1e6};

/// κ times the volume of the cap, 117.286… N; with full instead of projected areas it would be 125.664 N.
TEST(FoundationLaw, OfABallTendsToTheVolume) {
  double last_error = 1;
  for (const int level : {3, 4, 5}) {
    const AnyShape ball = shape_of(icosphere(0.1, level));
    const double force =
        sum_of_forces(FoundationLaw(), floor_shape, {}, ball, Pose<double>::translation({0, 0, 0.08}), layer)
            .f.z;
    const double error = std::abs(force / 117.28612573402 - 1);
    EXPECT_LT(error, 0.4 * last_error) << level;  // second order: a quarter each time
    last_error = error;
  }
  EXPECT_LT(last_error, 2e-3);
}

/// The sides of a cube are parallel to the motion and carry nothing: κ·A·x.
TEST(FoundationLaw, OfACubeIsExact) {
  const AnyShape cube = shape_of(box_mesh({0.5, 0.5, 0.5}));
  const Force<double> F = sum_of_forces(FoundationLaw(), floor_shape, {}, cube,
                                        Pose<double>::translation({0.1, 0, 0.2}), {.layer_stiffness = 100});
  EXPECT_NEAR(F.f.z, 1.25, 1e-12);
  EXPECT_NEAR(F.f.x, 0, 1e-12);
}

TEST(FoundationLaw, OfTwoMeshesIsThatOfOne) {
  const AnyShape a = shape_of(icosphere(0.1, 4)), b = SphereShape{0.1};
  const Pose<double> X = Pose<double>::translation({0, 0, 0.18});
  const double one = sum_of_forces(FoundationLaw(), a, {}, b, X, layer).f.z;
  const double both = sum_of_forces(FoundationLaw(), a, {}, a, X, layer).f.z;
  EXPECT_NEAR(both / one, 1, 0.02);
}

/// A mesh of any number of triangles and a plane anywhere, against a sum over all triangles: those wholly
/// below it have a spring at their centroid, those that it cuts one at the middle of each edge below it.
TEST(FoundationLaw, FindsTheTrianglesBelowAPlane) {
  Random random(31);
  for (const int level : {0, 1, 2, 3}) {
    const SurfaceMeshShape ball = shape_of(icosphere(0.1, level));
    const SurfaceMesh& mesh = *ball.mesh;
    for (int trial = 0; trial < 20; ++trial) {
      const Pose<double> X_WP{random.rotation(), random.vector(0.05)},
          X_WM{random.rotation(), random.vector(0.05)};
      const Vec3<double> n = X_WP.R.col(2);
      const auto depth = [&](const Vec3<double>& p) { return -dot(n, X_WM * p - X_WP.p); };
      Force<double> expected = Force<double>::zero();
      const auto press = [&](const Vec3<double>& p, double area) {
        const Vec3<double> f = 1e6 * area * depth(p) * n;
        expected = expected + Force<double>{cross(X_WM * p, f), f};
      };
      for (std::size_t t = 0; t < mesh.triangles().size(); ++t) {
        const auto& corners = mesh.triangles()[t];
        const std::array<Vec3<double>, 3> p{mesh.vertices()[corners[0]], mesh.vertices()[corners[1]],
                                            mesh.vertices()[corners[2]]};
        const double area = mesh.areas()[t] * std::abs(dot(n, X_WM.R * mesh.normals()[t]));
        if (std::min({depth(p[0]), depth(p[1]), depth(p[2])}) >= 0) {
          press((1.0 / 3) * (p[0] + p[1] + p[2]), area);
          continue;
        }
        for (std::size_t k = 0; k < 3; ++k) {
          const Vec3<double> middle = 0.5 * (p[k] + p[(k + 1) % 3]);
          if (depth(middle) > 0) press(middle, area / 3);
        }
      }
      const Force<double> F = sum_of_forces(FoundationLaw(), floor_shape, X_WP, ball, X_WM, layer);
      EXPECT_LT(norm(F.f - expected.f), 1e-9) << level << ", " << trial;  // of up to 2e4 N
      EXPECT_LT(norm(F.t - expected.t), 1e-9) << level << ", " << trial;
    }
  }
}

/// Springs are summed in packs, and listed one by one when somebody asks: with or without resistance to
/// turning the sums are those of the list, and nothing is allocated for them the second time.
TEST(FoundationLaw, SumsItsSpringsAsItListsThem) {
  Random random(23);
  const AnyShape ball = shape_of(icosphere(0.1, 3));
  for (const AnyShape& other : {AnyShape(HalfSpaceShape{}), AnyShape(BoxShape{{0.5, 0.5, 0.2}}), ball})
    for (const double rolling_radius : {0.0, 0.002}) {
      const ContactMaterial material{.modulus = 1e6,
                                     .dissipation = 0.7,
                                     .static_friction = 0.9,
                                     .dynamic_friction = 0.5,
                                     .viscous_friction = 0.1,
                                     .rolling_radius = rolling_radius};
      ModelBuilder model("ball");
      model.body("ball", solid_sphere(1, 0.1));
      model.joint("free", Free{}, "world", "ball");
      SystemBuilder builder(model.build());
      const auto contact = std::make_shared<CompliantContact>(Array<ContactSurface>{
          {"other", {"world", Pose<double>::rotation(random.rotation())}, other, material},
          {"ball", "ball", ball, material}});
      builder.add_force("contact", contact);
      const System system = builder.build();
      const auto at = [&](double height) {
        const Vec3<double> up = pose(system.default_state(), contact->frame(0)).R.col(2);
        return BallOnFloor::at(system, height * up, random.vector(0.03), random.vector(0.3));
      };
      const double touching = std::holds_alternative<HalfSpaceShape>(other) ? 0.09 : 0.18;
      State state = at(touching);
      Force<double> sum = Force<double>::zero();
      double energy = 0, dissipation = 0;
      ASSERT_GT(contact->contacts(state).size(), 10u);
      for (std::size_t i = 0; i < contact->contacts(state).size(); ++i) {
        const ContactForce& one = contact->forces(state)[i];
        const Vec3<double> f = one.normal * contact->contacts(state)[i].normal + one.friction;
        sum = sum + Force<double>{cross(one.point, f) + one.torque, f};
        energy += one.energy, dissipation += one.dissipation;
      }
      const Force<double> F = contact->force_between(state, "other", "ball");
      EXPECT_LT(norm(F.f - sum.f), 1e-12 * norm(sum.f)) << type_of(other);
      EXPECT_LT(norm(F.t - sum.t), 1e-12 * norm(sum.f)) << type_of(other);
      EXPECT_NEAR(contact->potential_energy(state), energy, 1e-12 * energy);
      EXPECT_NEAR(contact->dissipation(state), dissipation, 1e-12 * dissipation);
      const double z = state.q(6);
      (void)udot(state);
      const long before = allocations();
      for (const double change : {1e-4, -1e-5}) state.set_q(6, z + change), (void)udot(state);
      EXPECT_LE(allocations(), before) << type_of(other);
    }
}

/// The force of a box pressed into a half-space, tilted in any way, is that of springs all over its cut
/// volume: κ·V through the centroid, against a fine sum over columns.
TEST(VolumeLaw, OfATiltedBoxIsThatOfItsCutVolume) {
  Random random(5);
  const Vec3<double> size{0.4, 0.3, 0.2};
  for (int round = 0; round < 10; ++round) {
    const Pose<double> X{random.rotation(), {0, 0, random.number(0.02, 0.12)}};
    const Force<double> F = sum_of_forces(VolumeLaw(), floor_shape, {}, BoxShape{size}, X, layer);
    // Midpoints of small cells of the box that are below the plane.
    const int n = 60;
    double volume = 0;
    Vec3<double> moment{0, 0, 0};
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        for (int k = 0; k < n; ++k) {
          const Vec3<double> p =
              X * Vec3<double>{size.x * ((i + 0.5) / n - 0.5), size.y * ((j + 0.5) / n - 0.5),
                               size.z * ((k + 0.5) / n - 0.5)};
          const double cell = size.x * size.y * size.z / (n * n * n);
          if (p.z < 0) volume += cell, moment += cell * cross(p, Vec3<double>{0, 0, 1});
        }
    EXPECT_NEAR(F.f.z / (1e6 * volume), 1, 2e-2);
    EXPECT_LT(norm(Vec3<double>{F.f.x, F.f.y, 0}), 1e-9 * F.f.z);
    EXPECT_LT(norm(F.t - 1e6 * moment), 2e-2 * F.f.z * 0.2);
  }
}

TEST(VolumeLaw, OfALyingCylinder) {
  const Pose<double> X{Rotation<double>::about_x(M_PI / 2), {0, 0, 0.15}};
  const Force<double> F = sum_of_forces(VolumeLaw(), floor_shape, {}, CylinderShape{0.2, 1}, X, layer);
  EXPECT_NEAR(F.f.z / 1e6, 0.0090662350795522, 1e-12);
}

/// A cylinder that stands in a floor and rocks about its axis x: springs under a disk of radius r, each with
/// its own rate y·ω, exert the damping moment κ·c·x·∫y²dA·ω = κ·V·c·r²/4·ω.
TEST(VolumeLaw, DampsRockingAsSpringsUnderADiskWould) {
  const double radius = 0.2, depth = 0.01, c = 0.7, w = 0.3;
  const ContactMaterial material{
      .modulus = 1e6, .dissipation = c, .static_friction = 0, .dynamic_friction = 0};
  ModelBuilder model("post");
  model.gravity({0, 0, 0});
  model.body("post", solid_cylinder(10, radius, 1));
  model.joint("free", Free{}, "world", "post");
  SystemBuilder builder(model.build());
  const auto contact = std::make_shared<CompliantContact>(Array<ContactSurface>{
      {"floor", "world", HalfSpaceShape{}, material}, {"post", "post", CylinderShape{radius, 1}, material}});
  builder.add_force("contact", contact);
  State state = BallOnFloor::at(builder.build(), {0, 0, 0.5 - depth}, {0, 0, 0}, {w, 0, 0});
  const double f = 0.5 * 1e6 / 0.01 * M_PI * radius * radius * depth;
  EXPECT_NEAR(contact->forces(state).at(0).torque.x, -f * c * radius * radius / 4 * w, 1e-9 * f);
  EXPECT_NEAR(contact->dissipation(state), f * c * radius * radius / 4 * w * w, 1e-9 * f);
}

/// A scene turned as a whole has its forces turned.
TEST(Laws, DoNotDependOnTheAxes) {
  Random random(7);
  const AnyShape shapes[] = {BoxShape{{0.2, 0.3, 0.4}}, SphereShape{0.15}, EllipsoidShape{{0.1, 0.15, 0.2}},
                             CylinderShape{0.1, 0.3}, shape_of(icosphere(0.12, 2))};
  for (const AnyShape& shape : shapes) {
    const auto law = choose_contact_law(floor_shape, shape);
    ASSERT_NE(law, nullptr);
    const Pose<double> X{random.rotation(), {0, 0, 0.08}}, Q = random.pose();
    const Force<double> F =
        sum_of_forces(*law, floor_shape, {}, shape, X, {.modulus = 1e7, .layer_stiffness = 1e6});
    const Force<double> G =
        sum_of_forces(*law, floor_shape, Q, shape, Q * X, {.modulus = 1e7, .layer_stiffness = 1e6});
    EXPECT_GT(norm(F.f), 1) << type_of(shape);
    EXPECT_LT(norm(G.f - Q.R * F.f), 1e-9 * norm(F.f)) << type_of(shape);
    EXPECT_LT(norm(G.t - (Q.R * F.t + cross(Q.p, Q.R * F.f))), 1e-9 * norm(F.f)) << type_of(shape);
  }
}

/// f = κ·V along the mean normal, for a pair without a formula: a capsule stands with its end 0.05 deep in a
/// box, a cap of the volume π·h²·(3r − h)/3.
TEST(VolumeLaw, OfACapsuleInABox) {
  const double r = 0.2, h = 0.05;
  const Pose<double> X = Pose<double>::translation({0, 0, 1 + 0.25 + r - h});
  const Force<double> F = sum_of_forces(VolumeLaw(), BoxShape{{2, 2, 2}}, {}, CapsuleShape{r, 0.5}, X, layer);
  EXPECT_NEAR(F.f.z / 1e6, M_PI * h * h * (3 * r - h) / 3, 1e-7);
  EXPECT_LT(norm(Vec3<double>{F.f.x, F.f.y, 0}), 1e-9 * F.f.z);
}

TEST(VolumeLaw, LeavesHullsOfManyFacesWithEachOtherToPoints) {
  Random random(5);
  Array<Vec3<double>> points;
  for (int i = 0; i < 500; ++i) {
    const Vec3<double> p = random.vector();
    points.push_back((0.1 / norm(p)) * p);
  }
  const AnyShape hull = convex_hull(points), box = BoxShape{{1, 1, 1}};
  const CylinderShape cylinder{0.1, 0.2};
  EXPECT_FALSE(VolumeLaw().suits(hull, hull));
  EXPECT_TRUE(VolumeLaw().suits(hull, box));
  EXPECT_TRUE(VolumeLaw().suits(HalfSpaceShape{}, hull));
  EXPECT_TRUE(VolumeLaw().suits(cylinder, HalfSpaceShape{}));
  EXPECT_FALSE(VolumeLaw().suits(cylinder, box));
  EXPECT_EQ(choose_contact_law(hull, hull)->type(), PointLaw().type());
  EXPECT_EQ(choose_contact_law(hull, box)->type(), VolumeLaw().type());
  EXPECT_EQ(choose_contact_law(cylinder, box)->type(), PointLaw().type());
  EXPECT_TRUE(VolumeLaw().serves(hull, hull));
  EXPECT_TRUE(VolumeLaw().serves(cylinder, box));
}

}  // namespace
}  // namespace sarrus::testing::layer_laws_test
