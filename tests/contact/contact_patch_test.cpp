/// The areas for which contacts stand, against their loads and against the surfaces on which they lie.

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "sarrus/contact/contact_laws.h"
#include "tests/support/meshes.h"

namespace sarrus::testing::contact_patch_test {
namespace {

const AnyShape floor_shape = HalfSpaceShape{};

struct PatchAndForce {
  Contact contact;
  ContactPatch patch;
  ContactForce force;
};

/// The contacts of a shape at rest in the half-space below z = 0.
Array<PatchAndForce> patches_on_floor(const ContactLaw& law, const AnyShape& shape, const Pose<double>& X,
                                      const PairMaterial& material) {
  Array<Contact> contacts;
  PairMemory memory;
  Manifold manifold;
  const Pose<double> X_WF{};
  law.find({0, 1, floor_shape, shape, X_WF, X, memory, manifold}, contacts);
  Array<PatchAndForce> result;
  for (const Contact& contact : contacts) {
    const ContactForce force =
        calc_contact_force(law, contact, {0, Vec3<double>::zero(), Vec3<double>::zero()}, material, 0.01);
    result.push_back({contact, law.patch({floor_shape, shape, X_WF, X}, contact, force), force});
  }
  return result;
}

/// The mean pressure on Hertz's ellipse is two thirds of the largest [Johnson, Contact Mechanics, sec. 4.2],
/// and a body that is long along x touches a plane in an ellipse that is long along x.
TEST(ContactPatch, OfHertzIsTheEllipseThatCarriesTheLoad) {
  for (const double angle : {0.0, 0.4, 2.0}) {
    const Pose<double> X{Rotation<double>::about_z(angle), {0.5, 0, 0.0995}};
    const auto found = patches_on_floor(HertzLaw(), EllipsoidShape{{0.3, 0.1, 0.1}}, X, {.modulus = 1e7});
    ASSERT_EQ(found.size(), 1U);
    const auto& [contact, patch, force] = found[0];
    EXPECT_EQ(patch.kind, ContactPatch::Kind::ellipse);
    const double a = norm(patch.a), b = norm(patch.b);
    EXPECT_GT(a, 2 * b);
    EXPECT_NEAR(std::abs(dot(patch.a, X.R.col(0))), a, 1e-9 * a);
    EXPECT_NEAR(norm(cross(cross(patch.a, patch.b), Vec3<double>{0, 0, 1})), 0, 1e-9 * a * b);
    EXPECT_NEAR(2.0 / 3 * std::numbers::pi * a * b * patch.pressure, force.normal, 1e-9 * force.normal);
    EXPECT_LT(norm(patch.center - Vec3<double>{0.5, 0, 0}), 1e-3);
  }
}

/// Two round bodies touch in a disk of radius √(R·x).
TEST(ContactPatch, OfABallIsADisk) {
  const auto found = patches_on_floor(HertzLaw(), SphereShape{0.1}, Pose<double>::translation({0, 0, 0.099}),
                                      {.modulus = 1e7});
  ASSERT_EQ(found.size(), 1U);
  const ContactPatch& patch = found[0].patch;
  EXPECT_NEAR(norm(patch.a), 0.01, 1e-12);
  EXPECT_NEAR(norm(patch.b), 0.01, 1e-12);
  EXPECT_NEAR(dot(patch.a, patch.b), 0, 1e-12);
}

double area_of(const ContactPatch& triangle) {
  return 0.75 * std::numbers::sqrt3 * norm(cross(triangle.a, triangle.b));
}

/// Springs of a cube that is pressed in by 1 cm cover its lower face: all of it, and nothing twice.
TEST(ContactPatch, OfAFoundationAreTrianglesOfTheMesh) {
  const MeshData data = box_mesh({0.5, 0.5, 0.5});
  const AnyShape cube = SurfaceMeshShape{std::make_shared<const SurfaceMesh>(data.vertices, data.triangles)};
  double area = 0, force = 0, load = 0;
  for (const auto& [contact, patch, one] : patches_on_floor(
           FoundationLaw(), cube, Pose<double>::translation({0.1, 0, 0.24}), {.layer_stiffness = 1e6})) {
    EXPECT_EQ(patch.kind, ContactPatch::Kind::triangle);
    load += one.normal;
    if (norm(cross(cross(patch.a, patch.b), Vec3<double>{0, 0, 1})) > 1e-9) {  // on a side
      EXPECT_NEAR(patch.pressure, 0, 1e-6);                                    // of 10⁴ Pa below
      continue;
    }
    for (const Vec3<double>& corner :
         {patch.center + patch.a, patch.center - 0.5 * patch.a + 0.5 * std::numbers::sqrt3 * patch.b,
          patch.center - 0.5 * patch.a - 0.5 * std::numbers::sqrt3 * patch.b}) {
      EXPECT_NEAR(corner.z, -0.01, 1e-12);
      EXPECT_LE(std::abs(corner.x - 0.1), 0.25 + 1e-12);
      EXPECT_LE(std::abs(corner.y), 0.25 + 1e-12);
    }
    area += area_of(patch);
    force += area_of(patch) * patch.pressure;
  }
  EXPECT_NEAR(area, 0.25, 1e-12);
  EXPECT_NEAR(force, load, 1e-9 * load);
}

TEST(ContactPatch, OfAVolumeIsADiskWithItsArea) {
  const auto found = patches_on_floor(VolumeLaw(), BoxShape{{0.2, 0.3, 0.1}},
                                      Pose<double>::translation({0, 0, 0.049}), {.layer_stiffness = 1e6});
  ASSERT_EQ(found.size(), 1U);
  const auto& [contact, patch, force] = found[0];
  EXPECT_NEAR(std::numbers::pi * dot(patch.a, patch.a), 0.06, 1e-12);
  EXPECT_NEAR(patch.pressure, force.normal / 0.06, 1e-9 * patch.pressure);
}

/// A law of a user's own that says nothing of areas.
class StiffSpring : public ContactLaw {
 public:
  std::string_view type() const override { return "stiff spring"; }
  ElasticForce elastic(const Contact& contact, const PairMaterial&) const override {
    return {.normal = 1e5 * contact.depth, .energy = 0.5e5 * contact.depth * contact.depth};
  }
};

TEST(ContactPatch, OfContactsWithoutAnAreaArePoints) {
  const auto found = patches_on_floor(StiffSpring(), BoxShape{{0.2, 0.3, 0.1}},
                                      Pose<double>::translation({0, 0, 0.049}), PairMaterial{});
  EXPECT_EQ(found.size(), 4U);
  for (const auto& [contact, patch, force] : found) {
    EXPECT_EQ(norm(patch.a), 0);
    EXPECT_EQ(norm(patch.b), 0);
    EXPECT_EQ(patch.pressure, 0);
    EXPECT_NEAR(std::abs(patch.center.x), 0.1, 1e-12);
    EXPECT_NEAR(std::abs(patch.center.y), 0.15, 1e-12);
  }
}

}  // namespace
}  // namespace sarrus::testing::contact_patch_test
