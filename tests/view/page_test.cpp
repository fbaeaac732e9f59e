// Scenes as JSON and pages, read back by another reader than the browser.

#include "sarrus/view/page.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "sarrus/base/file.h"
#include "sarrus/simulate/simulation.h"
#include "sarrus/view/internal/base64.h"
#include "sarrus/view/internal/page_text.h"
#include "sarrus/view/internal/scene_json.h"
#include "tests/support/close.h"
#include "tests/support/linkages.h"
#include "tests/support/says.h"
#include "tests/support/temporary_folder.h"

namespace sarrus::testing::page_test {

using namespace internal;
namespace {

constexpr const char* placeholder = "<!doctype html><title>v</title><body><!--sarrus-page--></body>";

/// The data in a page.
nlohmann::json page_data(const std::string& html) {
  const std::string opening = "<script type=\"application/json\" id=\"sarrus-page\">";
  const std::size_t from = html.find(opening) + opening.size();
  return nlohmann::json::parse(html.substr(from, html.find("</script>", from) - from));
}

Recording short_motion(const Linkage& linkage, const Scene& scene) {
  Simulation simulation(linkage.start);
  simulation.run(0.1);
  return Recording(simulation.trajectory(), scene);
}

TEST(SceneJson, HasTheListsOfTheProtocol) {
  const Linkage linkage = four_bar(Closure::ball);
  const nlohmann::json json = scene_json(make_scene(linkage.start));
  EXPECT_EQ(json.at("format"), "sarrus-scene");
  EXPECT_EQ(json.at("version"), 1);
  EXPECT_EQ(json.at("name"), "four-bar");
  EXPECT_EQ(json.at("bodies").size(), 4U);
  EXPECT_EQ(json["bodies"][0].at("parent"), -1);
  EXPECT_EQ(json["bodies"][1].at("inertia").size(), 6U);
  const nlohmann::json& joint = json.at("joints")[0];
  EXPECT_EQ(joint.at("frame").size(), 7U);
  EXPECT_EQ(joint["frame"][3], 1.0);
  EXPECT_EQ(joint.at("axes")[0].at("type"), "rotation");
  EXPECT_TRUE(joint.at("lower")[0].is_null());  // no limit
  EXPECT_EQ(joint.at("coordinates").size(), 1U);
  const nlohmann::json& tip = json.at("constraints")[0];
  EXPECT_EQ(tip.at("ends")[1].at("point")[1], 0.9);
  EXPECT_EQ(tip.at("errors").size(), 3U);
  EXPECT_EQ(json.at("visuals")[0].at("shape").at("type"), "capsule");
  EXPECT_EQ(json["visuals"][0].at("role"), "drawn");
  for (const char* list : {"forces", "meshes", "signals", "arrows", "inputs", "buttons", "notes"})
    EXPECT_TRUE(json.at(list).is_array()) << list;
  EXPECT_EQ(json["signals"][0].at("group"), "coordinates");
}

TEST(SceneJson, HasEveryShape) {
  Scene scene;
  scene.bodies.push_back({.name = "world"});
  const auto mesh = std::make_shared<TriangleMesh>(TriangleMesh{
      "m", {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}, {}, {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}});
  scene.add_visual(0, BoxShape{{1, 2, 3}});
  scene.add_visual(0, SphereShape{1});
  scene.add_visual(0, EllipsoidShape{{1, 2, 3}});
  scene.add_visual(0, CylinderShape{1, 2});
  scene.add_visual(0, CapsuleShape{1, 2});
  scene.add_visual(0, ConeShape{1, 2});
  scene.add_visual(0, TorusShape{1, 0.2});
  scene.add_visual(0, PlaneShape{});
  scene.add_visual(0, LineShape{{{0, 0, 0}, {1, 2, 3}}, 3});
  scene.add_visual(0, ArrowShape{{1, 2, 3}});
  scene.add_visual(0, FrameShape{0.5});
  scene.add_visual(0, TextShape{"a\"b", 0.1});
  scene.add_visual(0, HeightFieldShape{{1, 2}, 2, 2, {0, 1, 2, 3}});
  scene.add_visual(0, TriangleMeshShape{mesh});
  scene.add_visual(0, TriangleMeshShape{mesh, {2, 2, 2}});
  const nlohmann::json json = scene_json(scene);
  const Array<std::string> types{"brick", "sphere", "ellipsoid",    "cylinder", "capsule",
                                 "cone",  "torus",  "plane",        "line",     "arrow",
                                 "frame", "text",   "height_field", "mesh",     "mesh"};
  ASSERT_EQ(json.at("visuals").size(), types.size());
  for (std::size_t i = 0; i < types.size(); ++i)
    EXPECT_EQ(json["visuals"][i].at("shape").at("type"), types[i]);
  EXPECT_TRUE(json["visuals"][7]["shape"].at("size").is_null());
  ASSERT_EQ(json.at("meshes").size(), 1U);  // shared
  EXPECT_EQ(json["meshes"][0].at("positions"), "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA");
  EXPECT_EQ(json["meshes"][0].at("triangles"), "AAAAAAEAAAACAAAA");
  EXPECT_EQ(json["meshes"][0].at("colors"), "AQIDBAUGBwgJ");
  expect_error(
      [&] {
        scene.add_visual(0, HeightFieldShape{{1, 2}, 2, 3, {0}}), scene_json(scene);
      },
      {"2 rows", "3 columns", "1 heights"});
}

TEST(SceneJson, HasTexturesWithinIt) {
  Scene scene;
  scene.bodies.push_back({.name = "world"});
  const std::string bytes = "\xff\xd8\xff\xe0";  // /9j/4A== in base64
  const auto wood = std::make_shared<Texture>(Texture{"wood", bytes});
  TriangleMesh mesh{"m", {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}};
  mesh.texture_places = {{0, 0}, {1, 0}, {0, 1}};
  scene.add_visual(0, SphereShape{1});
  scene.add_visual(0, BoxShape{{1, 1, 1}}).texture = wood;
  scene.add_visual(0, TriangleMeshShape{std::make_shared<TriangleMesh>(mesh)}).texture = wood;
  const nlohmann::json json = scene_json(scene);
  ASSERT_EQ(json.at("textures").size(), 1U);  // shared
  EXPECT_EQ(json["textures"][0],
            nlohmann::json({{"name", "wood"}, {"image", "data:image/jpeg;base64,/9j/4A=="}}));
  EXPECT_FALSE(json["visuals"][0].contains("texture"));
  EXPECT_EQ(json["visuals"][1].at("texture"), 0);
  EXPECT_EQ(json["visuals"][2].at("texture"), 0);
  EXPECT_EQ(json["meshes"][0].at("texture_places"), "AAAAAAAAAAAAAIA/AAAAAAAAAAAAAIA/");
  scene.visuals[1].texture = std::make_shared<Texture>(Texture{"text", "GIF89a"});
  expect_error([&] { scene_json(scene); }, {"'text'", "neither a PNG nor a JPEG"});
}

TEST(SceneJson, WritesNullForNumbersThatAreNotFinite) {
  Scene scene;
  scene.size = std::numeric_limits<double>::quiet_NaN();
  scene.inputs.push_back({"torque", "inputs", "N·m", -std::numeric_limits<double>::infinity(), 1, 0});
  const std::string text = json_text(scene_json(scene));
  const nlohmann::json json = nlohmann::json::parse(text);
  EXPECT_TRUE(json.at("size").is_null());
  EXPECT_TRUE(json.at("inputs")[0].at("lower").is_null());
}

TEST(SceneJson, IsSafeInAPage) {
  Scene scene;
  scene.name = "</script><b>\xff\"\n";
  const std::string text = json_text(scene_json(scene));
  EXPECT_EQ(text.find('<'), std::string::npos);
  EXPECT_SAYS(text, "\\u003c/script>");
  EXPECT_EQ(nlohmann::json::parse(text).at("name"), "</script><b>\xef\xbf\xbd\"\n");
}

TEST(Base64, IsThatOfTheStandard) {
  // RFC 4648, section 10.
  for (const auto& [bytes, text] : {std::pair{"", ""},
                                    {"f", "Zg=="},
                                    {"fo", "Zm8="},
                                    {"foo", "Zm9v"},
                                    {"foob", "Zm9vYg=="},
                                    {"fooba", "Zm9vYmE="},
                                    {"foobar", "Zm9vYmFy"}})
    EXPECT_EQ(base64(bytes), text);
}

TEST(Page, HasItsItemsInPlaceOfTheMark) {
  const Linkage linkage = four_bar(Closure::ball);
  const Scene scene = make_scene(linkage.start);
  const Recording motion = short_motion(linkage, scene);
  const Page page{"Gallery <1>", {{"first", "A text.", scene, {motion, motion}}, {"second", "", scene, {}}}};
  const std::string html = fill_template(placeholder, page);
  EXPECT_TRUE(html.starts_with("<!doctype html>"));
  EXPECT_TRUE(html.ends_with("</script></body>"));
  EXPECT_EQ(html.find("<!--sarrus-page-->"), std::string::npos);
  const nlohmann::json json = page_data(html);
  EXPECT_EQ(json.at("format"), "sarrus-page");
  EXPECT_EQ(json.at("version"), 1);
  EXPECT_EQ(json.at("title"), "Gallery <1>");
  ASSERT_EQ(json.at("items").size(), 2U);
  EXPECT_EQ(json["items"][0].at("text"), "A text.");
  EXPECT_EQ(json["items"][0].at("motions").size(), 2U);
  EXPECT_EQ(json["items"][0]["motions"][0].at("frames"), 4);
  EXPECT_EQ(json["items"][0].at("scene").at("name"), "four-bar");
  expect_error([&] { fill_template("<html>", page); }, {"<!--sarrus-page-->"});
}

TEST(Page, RefusesAMotionOfAnotherModel) {
  const Linkage linkage = four_bar(Closure::ball), other = bricard();
  const Recording motion = short_motion(other, make_scene(other.start));
  const Page page{"p", {{.name = "wrong", .scene = make_scene(linkage.start), .motions = {motion}}}};
  expect_error([&] { fill_template(placeholder, page); }, {"'Bricard linkage'", "'four-bar'"});
}

TEST(Page, IsWrittenToAFileOrRefusedWithTheRemedy) {
  const Linkage linkage = four_bar(Closure::ball);
  Simulation simulation(linkage.start);
  simulation.run(0.1);
  const TemporaryFolder folder;
  const std::string path = (folder.path / "motion.html").string();
  if (!has_viewer()) {
    expect_error([&] { write_html(simulation.trajectory(), path); }, {"nodejs", "npm"});
    return;
  }
  write_html(simulation.trajectory(), path);
  const nlohmann::json json = page_data(read_file(path));
  EXPECT_EQ(json.at("title"), "four-bar");
  EXPECT_EQ(json.at("items")[0].at("motions")[0].at("frames"), 4);
}

}  // namespace
}  // namespace sarrus::testing::page_test
