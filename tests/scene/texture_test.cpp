// Textures of model files and of meshes.

#include "sarrus/scene/texture.h"

#include <gtest/gtest.h>

#include "sarrus/base/file.h"
#include "sarrus/format/load_model.h"
#include "sarrus/format/read_mesh.h"
#include "sarrus/scene/make_scene.h"
#include "tests/support/says.h"
#include "tests/support/temporary_folder.h"

namespace sarrus::testing::texture_test {
namespace {

std::string big_endian(unsigned value, int bytes) {
  std::string text;
  for (int i = bytes - 1; i >= 0; --i) text += static_cast<char>(value >> (8 * i) & 0xFF);
  return text;
}

/// The beginning of a PNG file: all that is looked at.
std::string png(unsigned width, unsigned height) {
  return "\x89PNG\r\n\x1a\n" + big_endian(13, 4) + "IHDR" + big_endian(width, 4) + big_endian(height, 4);
}
/// The beginning of a JPEG file, with a segment before the one that says how large it is.
std::string jpeg(unsigned width, unsigned height) {
  return "\xff\xd8\xff\xe0" + big_endian(16, 2) + std::string(14, 'x') + "\xff\xc0" + big_endian(17, 2) +
         "\x08" + big_endian(height, 2) + big_endian(width, 2);
}

TEST(Texture, IsAPictureOfKnownTypeAndSize) {
  EXPECT_EQ(picture_type(png(1, 1)), "image/png");
  EXPECT_EQ(picture_type(jpeg(1, 1)), "image/jpeg");
  EXPECT_EQ(picture_type("GIF89a"), "");
  EXPECT_EQ(make_texture(png(8192, 1), "wood").name, "wood");
  EXPECT_EQ(make_texture(jpeg(3, 8192), "wood").bytes, jpeg(3, 8192));
  const auto refused = [](const std::string& bytes) {
    return message([&] { (void)make_texture(bytes, "wood.png"); });
  };
  EXPECT_SAYS(refused("root:x:0:0:"), "'wood.png' is neither a PNG nor a JPEG picture");
  EXPECT_SAYS(refused(png(8193, 2)), "8193×2 pixels, more than 8192");
  EXPECT_SAYS(refused(jpeg(2, 9000)), "2×9000 pixels");
  EXPECT_SAYS(refused(png(2, 2).substr(0, 20)), "does not say how large it is");
  EXPECT_SAYS(refused(jpeg(2, 2).substr(0, 24)), "does not say how large it is");
  EXPECT_SAYS(refused(png(2, 2) + std::string((16U << 20U), ' ')), "16.8 MB, more than 16.8");
}

/// Two squares: the left one of wood, the right one painted red; a third with neither.
const std::string squares =
    "mtllib my materials.mtl\n"
    "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 2 0 0\nv 2 1 0\nv 3 0 0\nv 3 1 0\n"
    "vt 0 0\nvt 0.5 0\nvt 0.5 1 0\nvt 0 1\n"
    "usemtl wood\nf 1/1 2/2 3/3 4/4\nusemtl red paint\nf 2/1 5/2 6/3 3/4\nusemtl none\nf 5 7 8 6\n";
const std::string materials =
    "# materials\nnewmtl wood\nKd 0 0 1\nmap_Kd -s 1 1 1 wood.png\nnewmtl red paint\r\nKd 1 0 0\r\n"
    "newmtl other\nmap_Kd other.png\nKd spectral x.rfl\n";

TEST(Texture, OfAnObjFileIsThatOfItsMaterial) {
  const TemporaryFolder folder;
  const std::string path = (folder.path / "squares.obj").string();
  replace_file(path, squares);
  replace_file((folder.path / "my materials.mtl").string(), materials);
  const Array<MeshPart> parts = read_mesh_parts(path);
  ASSERT_EQ(parts.size(), 3U);  // in the order of the names of materials
  const MeshPart &none = parts[0], &red = parts[1], &wood = parts[2];
  EXPECT_EQ(none.texture_file + red.texture_file, "");
  EXPECT_TRUE(none.mesh.colors.empty());
  ASSERT_EQ(red.mesh.colors.size(), 4U);
  EXPECT_EQ(red.mesh.colors[0], (std::array<std::uint8_t, 3>{255, 0, 0}));
  EXPECT_EQ(wood.texture_file, "wood.png");
  EXPECT_TRUE(wood.mesh.colors.empty());
  ASSERT_EQ(wood.mesh.texture_places.size(), 4U);
  for (std::size_t i = 0; i < 4; ++i) {  // u = x/2, v = y
    const auto& [x, y, z] = wood.mesh.positions[i];
    EXPECT_EQ(wood.mesh.texture_places[i], (std::array<float, 2>{x / 2, y}));
  }
  EXPECT_TRUE(none.mesh.texture_places.empty());
  const TriangleMesh whole = read_mesh(path);
  EXPECT_EQ(whole.triangles.size(), 6U);
  EXPECT_TRUE(whole.texture_places.empty() && whole.colors.empty());

  std::filesystem::remove(folder.path / "my materials.mtl");
  for (const MeshPart& part : read_mesh_parts(path)) EXPECT_EQ(part.texture_file, "");
}

TEST(Texture, SeamsOfATextureAreKept) {
  // A tent whose halves meet smoothly at x = 0, where the texture begins anew.
  const TemporaryFolder folder;
  const std::string path = (folder.path / "tent.obj").string();
  replace_file(
      path,
      "v -1 0 0\nv 0 0 0.1\nv 0 1 0.1\nv 1 0 0\nvt 0 0\nvt 1 0\nvt 1 1\nf 1/1 2/2 3/3\nf 2/1 4/2 3/3\n");
  const Array<MeshPart> parts = read_mesh_parts(path);
  ASSERT_EQ(parts.size(), 1U);
  EXPECT_EQ(parts[0].mesh.positions.size(), 5U) << "the vertex 2 is there twice, 3 once";
}

/// The scene of a link with visuals, in a folder.
Scene scene_of(const TemporaryFolder& folder, const std::string& visuals) {
  const std::string model = (folder.path / "model.urdf").string();
  replace_file(model, "<robot name='r'><link name='plate'>" + visuals + "</link></robot>");
  const LoadedModel loaded = load_model(model);
  return make_scene(loaded.make_system(), loaded);
}
std::string visual(const std::string& geometry, const std::string& texture) {
  return "<visual><geometry>" + geometry + "</geometry><material name='" + texture +
         "'><color rgba='0.5 0 0 0.5'/><texture filename='" + texture + "'/></material></visual>";
}
const std::string box = "<box size='1 1 1'/>";

TEST(Texture, OfAModelFileIsOnItsShapes) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.path / "pictures");
  replace_file((folder.path / "pictures" / "wood.png").string(), png(2, 2));
  replace_file((folder.path / "squares.obj").string(), squares);
  replace_file((folder.path / "my materials.mtl").string(), materials);
  replace_file((folder.path / "wood.png").string(), jpeg(2, 2));  // named by the mesh, whatever its ending
  const Scene scene =
      scene_of(folder, visual(box, "pictures/wood.png") + visual(box, "pictures/wood.png") +
                           visual("<mesh filename='squares.obj'/>", "pictures/wood.png") +
                           "<visual><geometry><mesh filename='squares.obj'/></geometry></visual>");
  ASSERT_EQ(scene.visuals.size(), 8U);
  const std::shared_ptr<const Texture> given = scene.visuals[0].texture;
  ASSERT_NE(given, nullptr);
  EXPECT_EQ(given->bytes, png(2, 2));
  EXPECT_EQ(scene.visuals[0].color.red, 1) << "the texture is not tinted";
  EXPECT_EQ(scene.visuals[0].opacity, 0.5);
  EXPECT_EQ(scene.visuals[1].texture, given) << "each file is read once";
  // The parts of a mesh that know how the texture lies on them have it: painted red and wood; else their own.
  EXPECT_EQ(scene.visuals[2].texture, nullptr);
  EXPECT_EQ(scene.visuals[3].texture, given);
  EXPECT_EQ(scene.visuals[4].texture, given);
  EXPECT_EQ(scene.visuals[5].texture, nullptr);
  EXPECT_EQ(scene.visuals[6].texture, nullptr);
  ASSERT_NE(scene.visuals[7].texture, nullptr);
  EXPECT_EQ(scene.visuals[7].texture->bytes, jpeg(2, 2));
  ASSERT_EQ(scene.notes.size(), 1U);
  EXPECT_SAYS(scene.notes[0], "the mesh 'squares.obj' does not say how it lies on it");
}

TEST(Texture, ThatCannotBeUsedIsAPlainColorWithANote) {
  const TemporaryFolder folder;
  replace_file((folder.path / "large.png").string(), png(10000, 2));
  replace_file((folder.path / "secret").string(), "password");
  const Scene scene = scene_of(folder, visual(box, "gone.png") + visual(box, "gone.png") +
                                           visual(box, "large.png") + visual(box, "secret"));
  ASSERT_EQ(scene.visuals.size(), 4U);
  for (const Visual& shown : scene.visuals) {
    EXPECT_EQ(shown.texture, nullptr);
    EXPECT_EQ(shown.color.red, 0.5);
  }
  ASSERT_EQ(scene.notes.size(), 3U);
  EXPECT_SAYS(scene.notes[0],
              "The texture 'large.png' of link 'plate' is a plain color: the picture 'large.png' has");
  EXPECT_SAYS(scene.notes[1], "neither a PNG nor a JPEG");
  EXPECT_SAYS(scene.notes[2],
              "A texture is not found and drawn as a plain color: 'gone.png' of link 'plate'. Put it");
}

TEST(Texture, OfAColladaFileIsReadByAssimp) {
  const TemporaryFolder folder;
  const std::string path = (folder.path / "triangle.dae").string();
  replace_file(path, R"(<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<library_images><image id="i"><init_from>wood.png</init_from></image></library_images>
<library_effects><effect id="e"><profile_COMMON>
<newparam sid="s"><surface type="2D"><init_from>i</init_from></surface></newparam>
<newparam sid="t"><sampler2D><source>s</source></sampler2D></newparam>
<technique sid="c"><lambert><diffuse><texture texture="t" texcoord="UV"/></diffuse></lambert></technique>
</profile_COMMON></effect></library_effects>
<library_materials><material id="m"><instance_effect url="#e"/></material></library_materials>
<library_geometries><geometry id="g"><mesh>
<source id="p"><float_array id="a" count="9">0 0 0 1 0 0 0 1 0</float_array><technique_common>
<accessor source="#a" count="3" stride="3"><param name="X" type="float"/><param name="Y" type="float"/>
<param name="Z" type="float"/></accessor></technique_common></source>
<source id="u"><float_array id="b" count="6">0 0 0.5 0 0 1</float_array><technique_common>
<accessor source="#b" count="3" stride="2"><param name="S" type="float"/><param name="T" type="float"/>
</accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="1" material="n"><input semantic="VERTEX" source="#v" offset="0"/>
<input semantic="TEXCOORD" source="#u" offset="1" set="0"/><p>0 0 1 1 2 2</p></triangles></mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node id="o"><instance_geometry url="#g"><bind_material>
<technique_common><instance_material symbol="n" target="#m"><bind_vertex_input semantic="UV" input_semantic="TEXCOORD" input_set="0"/>
</instance_material></technique_common></bind_material></instance_geometry></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene></COLLADA>)");
  Array<MeshPart> parts;
  try {
    parts = read_mesh_parts(path);
  } catch (const Error& error) {
    EXPECT_SAYS(error.what(), "libassimp-dev");
    return;
  }
  ASSERT_EQ(parts.size(), 1U);
  EXPECT_EQ(parts[0].texture_file, "wood.png");
  ASSERT_EQ(parts[0].mesh.texture_places.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    const auto& [x, y, z] = parts[0].mesh.positions[i];
    EXPECT_EQ(parts[0].mesh.texture_places[i], (std::array<float, 2>{x / 2, y}));
  }
}

TEST(Texture, InsideAGltfFileIsReadByAssimp) {
  // A triangle with x = 2·u, y = v, where v points down the picture: assimp turns it up.
  const TemporaryFolder folder;
  const std::string path = (folder.path / "triangle.gltf").string();
  replace_file(path,
               R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{"mesh":0}],
"meshes":[{"primitives":[{"attributes":{"POSITION":0,"TEXCOORD_0":1},"indices":2,"material":0}]}],
"materials":[{"pbrMetallicRoughness":{"baseColorTexture":{"index":0}}}],"textures":[{"source":0}],
"images":[{"mimeType":"image/png","uri":"data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAAC"}],
"buffers":[{"byteLength":66,"uri":"data:application/octet-stream;base64,)"
               "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAAAAAAAA/AAAAAAAAAAAAAIA/AAABAAIA"
               R"("}],
"bufferViews":[{"buffer":0,"byteLength":36},{"buffer":0,"byteOffset":36,"byteLength":24},{"buffer":0,"byteOffset":60,"byteLength":6}],
"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]},
{"bufferView":1,"componentType":5126,"count":3,"type":"VEC2"},{"bufferView":2,"componentType":5123,"count":3,"type":"SCALAR"}]})");
  Array<MeshPart> parts;
  try {
    parts = read_mesh_parts(path);
  } catch (const Error& error) {
    EXPECT_SAYS(error.what(), "libassimp-dev");
    return;
  }
  ASSERT_EQ(parts.size(), 1U);
  EXPECT_EQ(parts[0].texture_file, "");
  EXPECT_EQ(parts[0].texture_bytes, png(2, 2));
  ASSERT_EQ(parts[0].mesh.texture_places.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    const auto& [x, y, z] = parts[0].mesh.positions[i];
    EXPECT_EQ(parts[0].mesh.texture_places[i], (std::array<float, 2>{x / 2, 1 - y}));
  }
}

}  // namespace
}  // namespace sarrus::testing::texture_test
