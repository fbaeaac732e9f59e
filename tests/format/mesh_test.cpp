// Readers of meshes, on a tetrahedron in every format.

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <fstream>

#include "sarrus/base/file.h"
#include "sarrus/format/find_mesh.h"
#include "sarrus/format/read_mesh.h"
#include "tests/support/close.h"
#include "tests/support/numbers.h"
#include "tests/support/random.h"
#include "tests/support/says.h"
#include "tests/support/temporary_folder.h"

namespace sarrus::testing::mesh_test {
namespace {

using Point = std::array<float, 3>;

/// The tetrahedron with corners at the origin and at 1 on each axis.
const Array<Point> corners{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
const Array<std::array<int, 3>> faces{{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};

std::string binary_stl() {
  std::string bytes(80, ' ');
  const auto put = [&bytes](const auto& value) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof(value));
  };
  put(static_cast<std::uint32_t>(faces.size()));
  for (const auto& face : faces) {
    put(Point{0, 0, 0});
    for (const int i : face) put(corners[i]);
    put(std::uint16_t{0});
  }
  return bytes;
}

std::string text_stl() {
  std::string text = "solid tetrahedron\n";
  for (const auto& face : faces) {
    text += " facet normal 0 0 0\n  outer loop\n";
    for (const int i : face)
      text += "   vertex " + std::to_string(corners[i][0]) + " " + std::to_string(corners[i][1]) + " " +
              std::to_string(corners[i][2]) + "\n";
    text += "  endloop\n endfacet\n";
  }
  return text + "endsolid tetrahedron\n";
}

const std::string obj =
    "# a tetrahedron\no part\nv 0 0 0\nv 1 0 0\nv +0 1e0 0\nv 0 0 1\nvn 0 0 1\nf 1//1 3//1 2//1\nf 1 2 4\n"
    "f -4/7/1 -1/7/1 -2/7/1\nf 2 3 4\n";
const std::string text_ply =
    "ply\nformat ascii 1.0\ncomment a tetrahedron\nelement vertex 4\nproperty float x\nproperty float y\n"
    "property float z\nproperty uchar red\nproperty uchar green\nproperty uchar blue\nelement face 4\n"
    "property list uchar int vertex_indices\nend_header\n0 0 0 255 0 0\n1 0 0 255 0 0\n0 1 0 255 0 0\n"
    "0 0 1 255 0 0\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n";

std::string binary_ply() {
  std::string bytes =
      "ply\nformat binary_little_endian 1.0\nelement vertex 4\nproperty double x\nproperty float y\n"
      "property float z\nelement face 4\nproperty list uchar int vertex_index\nend_header\n";
  const auto put = [&bytes](const auto& value) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof(value));
  };
  for (const Point& corner : corners) put(static_cast<double>(corner[0])), put(corner[1]), put(corner[2]);
  for (const auto& face : faces) put(std::uint8_t{3}), put(face);
  return bytes;
}

/// Volume of a closed mesh by the divergence theorem, and the area of its triangles.
struct Content {
  double volume = 0, area = 0;
};
Content content(const TriangleMesh& mesh) {
  Content sum;
  const auto at = [&](std::uint32_t i) {
    return Vec3<double>{mesh.positions[i][0], mesh.positions[i][1], mesh.positions[i][2]};
  };
  for (const auto& [a, b, c] : mesh.triangles) {
    sum.volume += dot(at(a), cross(at(b), at(c))) / 6;
    sum.area += norm(cross(at(b) - at(a), at(c) - at(a))) / 2;
  }
  return sum;
}

TEST(Mesh, IsTheSameInEveryFormat) {
  for (const auto& [file, bytes] : {std::pair<std::string, std::string>{"a.stl", binary_stl()},
                                    {"b.STL", text_stl()},
                                    {"c.obj", obj},
                                    {"d.ply", text_ply},
                                    {"e.ply", binary_ply()}}) {
    const TriangleMesh mesh = read_mesh_text(bytes, file);
    EXPECT_EQ(mesh.triangles.size(), 4U) << file;
    EXPECT_TRUE(close<float>(content(mesh).volume, 1.0 / 6)) << file;
    EXPECT_TRUE(close<float>(content(mesh).area, 1.5 + std::sqrt(3.0) / 2)) << file;
    EXPECT_EQ(mesh.colors.empty(), file != "d.ply");
    // Its edges are sharp: each corner has three vertices, with the normals of the faces.
    EXPECT_EQ(mesh.positions.size(), 12U) << file;
    ASSERT_EQ(mesh.normals.size(), 12U) << file;
  }
}

TEST(Mesh, NormalsOfARoundSurfaceAreSmooth) {
  // A cylinder of 36 sides: neighbors meet at 10°, and the normals at its vertices are radial.
  std::string text;
  constexpr int sides = 36;
  for (int i = 0; i < sides; ++i)
    for (const int z : {0, 1})
      text += "v " + std::to_string(std::cos(2 * pi * i / sides)) + " " +
              std::to_string(std::sin(2 * pi * i / sides)) + " " + std::to_string(z) + "\n";
  for (int i = 0; i < sides; ++i) {
    const int a = 2 * i + 1, b = 2 * ((i + 1) % sides) + 1;
    text += "f " + std::to_string(a) + " " + std::to_string(b) + " " + std::to_string(b + 1) + " " +
            std::to_string(a + 1) + "\n";
  }
  const TriangleMesh mesh = read_mesh_text(text, "tube.obj");
  EXPECT_EQ(mesh.triangles.size(), 72U);
  for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
    const Point &p = mesh.positions[i], &n = mesh.normals[i];
    EXPECT_GT(p[0] * n[0] + p[1] * n[1], 0.998);
  }
}

TEST(Mesh, SaysWhatIsWrongWithAFile) {
  const auto expect_refused = [](const std::string& bytes, const std::string& file,
                                 std::initializer_list<const char*> parts) {
    expect_error([&] { read_mesh_text(bytes, file); }, parts);
  };
  expect_refused("", "empty.obj", {"empty.obj", "no triangle"});
  expect_refused("v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n", "flat.obj",
                 {"flat.obj", "no triangle with an area"});
  expect_refused("v 0 0 0\nf 1 2 3\n", "far.obj", {"vertex 2 of 1"});
  expect_refused("v 0 0 x\n", "word.obj", {"'x' is not a number"});
  expect_refused("v 0 0 nan\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "nan.obj", {"not finite"});
  expect_refused(binary_stl().substr(0, 200), "short.stl", {"ends early", "4 triangles"});
  expect_refused("nothing", "text.ply", {"not a PLY file"});
  expect_refused(binary_ply().substr(0, 250), "short.ply", {"ends early"});
}

TEST(Mesh, IsReadOrRefusedWhateverTheBytes) {
  Random random(7);
  for (const auto& [file, bytes] : {std::pair<std::string, std::string>{"a.stl", binary_stl()},
                                    {"b.stl", text_stl()},
                                    {"c.obj", obj},
                                    {"d.ply", text_ply},
                                    {"e.ply", binary_ply()}})
    for (int i = 0; i < 500; ++i) {
      std::string changed = bytes;
      const auto place = [&] {
        return static_cast<std::size_t>(random.index(static_cast<int>(changed.size())));
      };
      for (int k = 0; k < 3; ++k) changed[place()] = static_cast<char>(random.index(256));
      if (i % 2 == 0) changed.erase(place() + 1);
      if (i % 3 == 0) changed.insert(place(), "9999999999");
      try {
        const TriangleMesh mesh = read_mesh_text(changed, file);
        for (const auto& triangle : mesh.triangles)
          for (const std::uint32_t corner : triangle) EXPECT_LT(corner, mesh.positions.size());
      } catch (const Error&) {
        continue;  // refused
      }
    }
}

TEST(Mesh, IsFoundByPackageAndBesideTheModel) {
  const TemporaryFolder folder;
  const auto package = folder.path / "robots" / "arm";
  std::filesystem::create_directories(package / "meshes");
  std::filesystem::create_directories(package / "urdf");
  replace_file((package / "meshes" / "tool.stl").string(), binary_stl());
  const std::string model = (package / "urdf" / "arm.urdf").string(),
                    mesh = (package / "meshes" / "tool.stl").string();
  const auto same = [&](const std::string& found) {
    return !found.empty() && std::filesystem::equivalent(found, mesh);
  };
  EXPECT_TRUE(same(find_mesh("package://arm/meshes/tool.stl", model)));
  EXPECT_TRUE(same(find_mesh("../meshes/tool.stl", model)));
  EXPECT_TRUE(same(find_mesh("file://" + mesh, "elsewhere.urdf")));
  EXPECT_TRUE(same(find_mesh(mesh, "elsewhere.urdf")));
  EXPECT_TRUE(same(
      find_mesh("package://arm/meshes/tool.stl", "elsewhere.urdf", {(folder.path / "robots").string()})));
  EXPECT_EQ(find_mesh("package://arm/meshes/tool.stl", "elsewhere.urdf"), "");
  EXPECT_EQ(find_mesh("package://arm/meshes/other.stl", model), "");
  EXPECT_EQ(find_mesh("tool.stl", ""), "");
}

TEST(Mesh, OfAnUnknownTypeIsReadByAssimpOrRefusedWithTheRemedy) {
  // In centimeters, red, twice as high as wide; the axes are those of the file, whatever it calls up.
  const std::string collada = R"(<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit meter="0.01" name="centimeter"/><up_axis>Y_UP</up_axis></asset>
<library_effects><effect id="e"><profile_COMMON><technique sid="t"><lambert><diffuse><color>1 0 0 1</color></diffuse>
</lambert></technique></profile_COMMON></effect></library_effects>
<library_materials><material id="red"><instance_effect url="#e"/></material></library_materials>
<library_geometries><geometry id="g"><mesh>
<source id="p"><float_array id="a" count="12">0 0 0 1 0 0 0 1 0 0 0 2</float_array><technique_common>
<accessor source="#a" count="4" stride="3"><param name="X" type="float"/><param name="Y" type="float"/>
<param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="4" material="m"><input semantic="VERTEX" source="#v" offset="0"/>
<p>0 2 1 0 1 3 0 3 2 1 2 3</p></triangles></mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node id="n"><instance_geometry url="#g"><bind_material>
<technique_common><instance_material symbol="m" target="#red"/></technique_common></bind_material>
</instance_geometry></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene></COLLADA>)";
  const std::string off = "OFF\n4 4 6\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n";
  try {
    EXPECT_TRUE(close<float>(content(read_mesh_text(off, "a.off")).volume, 1.0 / 6));
    const TriangleMesh mesh = read_mesh_text(collada, "part.dae");
    EXPECT_NEAR(content(mesh).volume, 1e-6 / 3, 1e-12);
    float height = 0;
    for (const Point& p : mesh.positions) height = std::max(height, p[2]);
    EXPECT_FLOAT_EQ(height, 0.02F);
    ASSERT_EQ(mesh.colors.size(), mesh.positions.size());
    EXPECT_EQ(mesh.colors[0], (std::array<std::uint8_t, 3>{255, 0, 0}));
  } catch (const Error& error) {
    EXPECT_SAYS(error.what(), "libassimp-dev");
    EXPECT_SAYS(error.what(), "STL");
  }
}

}  // namespace
}  // namespace sarrus::testing::mesh_test
