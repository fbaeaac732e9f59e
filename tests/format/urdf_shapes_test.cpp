#include <gtest/gtest.h>

#include "sarrus/format/urdf/urdf.h"
#include "tests/support/close.h"

namespace sarrus::testing::urdf_shapes_test {
namespace {

TEST(UrdfShapes, AreKeptAsData) {
  const LoadedModel robot = read_urdf("tests/data/urdf/arm.urdf");
  ASSERT_EQ(robot.visuals.size(), 3U);
  ASSERT_EQ(robot.collisions.size(), 1U);
  const auto& base = std::get<CylinderShape>(robot.visuals[0].shape);
  EXPECT_EQ(base.radius, 0.1);
  EXPECT_EQ(base.length, 0.05);
  EXPECT_EQ(robot.visuals[1].name, "tube");
  EXPECT_EQ(robot.visuals[1].line, 27);
  EXPECT_TRUE(close(std::get<BoxShape>(robot.visuals[1].shape).size, {0.08, 0.06, 0.5}));
  EXPECT_TRUE(close(robot.visuals[1].X_BG.p, {0, 0, 0.25}));
  EXPECT_EQ(std::get<SphereShape>(robot.collisions[0].shape).radius, 0.3);
  const auto& mesh = std::get<MeshShape>(robot.visuals[2].shape);
  EXPECT_EQ(mesh.file, "package://arm/meshes/tool.stl");
  EXPECT_EQ(mesh.scale.x, 0.001);
}

TEST(UrdfShapes, MaterialsAreFoundByName) {
  const LoadedModel robot = read_urdf("tests/data/urdf/arm.urdf");
  EXPECT_EQ((*robot.visuals[0].material.color)[0], 0.6);  // defined for the whole robot
  EXPECT_EQ((*robot.visuals[1].material.color)[3], 0.5);  // defined where it is used
  EXPECT_EQ((*robot.visuals[2].material.color)[3], 0.5);  // defined in another link
}

TEST(UrdfShapes, CapsulesAndTexturesAreRead) {
  const LoadedModel robot = read_urdf_text(
      "<robot name='r'><link name='a'><collision><geometry><capsule radius='0.1' "
      "length='2'/></geometry></collision>"
      "<visual><geometry><mesh filename='a.dae'/></geometry><material name='wood'><texture filename='w.png'/>"
      "</material></visual></link></robot>",
      "r.urdf");
  EXPECT_EQ(std::get<CapsuleShape>(robot.collisions[0].shape).length, 2);
  EXPECT_EQ(robot.visuals[0].material.texture, "w.png");
  EXPECT_EQ(std::get<MeshShape>(robot.visuals[0].shape).scale.z, 1);
}

}  // namespace
}  // namespace sarrus::testing::urdf_shapes_test
