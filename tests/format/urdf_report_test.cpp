#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "sarrus/format/urdf/urdf.h"
#include "sarrus/spatial/inertia_check.h"
#include "tests/support/close.h"
#include "tests/support/says.h"

namespace sarrus::testing::urdf_report_test {
namespace {

class DirtyRobot : public ::testing::Test {
 protected:
  /// Whether the report has a note of that kind at that line for that name with that text in it.
  ::testing::AssertionResult has(NoteKind kind, int line, const std::string& where, const std::string& text) {
    for (const LoadNote& note : robot_.report.notes)
      if (note.kind == kind && note.line == line && note.where == where &&
          note.text.find(text) != std::string::npos)
        return ::testing::AssertionSuccess();
    std::ostringstream all;
    all << robot_.report;
    return ::testing::AssertionFailure() << "no such note in\n" << all.str();
  }
  LoadedModel robot_ = read_urdf("tests/data/urdf/dirty.urdf");
};

TEST_F(DirtyRobot, ListsEveryElementThatIsNotHonored) {
  using enum NoteKind;
  EXPECT_TRUE(has(ignored, 3, "robot 'dirty'", "<xacro:property> in <robot>"));
  EXPECT_TRUE(has(ignored, 4, "robot 'dirty'", "<sensor:camera> in <robot>"));
  EXPECT_TRUE(has(ignored, 6, "joint 'mount'", "<axis> of a fixed joint"));
  EXPECT_TRUE(has(ignored, 7, "link 'frame'", "attribute type of <link>"));
  EXPECT_TRUE(has(ignored, 8, "link 'frame'", "material 'nowhere'"));
  EXPECT_TRUE(has(ignored, 9, "link 'frame'", "<visual> without a shape"));
  EXPECT_TRUE(has(ignored, 10, "link 'frame'", "<contact> in <link>"));
  EXPECT_TRUE(has(changed, 12, "joint 'long_axis'", "an axis of length 2 was scaled to 1"));
  EXPECT_TRUE(has(changed, 12, "joint 'long_axis'", "without <limit> is unlimited"));
  EXPECT_TRUE(has(changed, 14, "link 'flat'", "(0.01, 0.01, 0.05) kg·m² are physically impossible"));
  EXPECT_TRUE(has(changed, 18, "link 'ghost'", "<inertia> of a mass of zero"));
  EXPECT_TRUE(has(changed, 20, "joint 'raised'", "zero is outside the limits"));
  EXPECT_TRUE(has(ignored, 21, "joint 'raised'", "attribute soft of <limit>"));
  EXPECT_TRUE(has(ignored, 22, "joint 'raised'", "<safety_controller> in <joint>"));
  EXPECT_TRUE(has(changed, 24, "link 'point'", "point mass"));
  EXPECT_TRUE(has(changed, 29, "link 'foot'", "counts with link 'shank'"));
  EXPECT_TRUE(has(ignored, 34, "robot 'dirty'", "<transmission> in <robot>"));
  EXPECT_TRUE(has(ignored, 35, "robot 'dirty'", "<gazebo> in <robot>"));
  EXPECT_EQ(robot_.report.notes.size(), 18U);
  EXPECT_TRUE(std::is_sorted(robot_.report.notes.begin(), robot_.report.notes.end(),
                             [](const LoadNote& a, const LoadNote& b) { return a.line < b.line; }));
}

TEST_F(DirtyRobot, InertiasAreThoseOfRealBodies) {
  for (const Body& body : robot_.model.bodies()) EXPECT_TRUE(inertia_faults(body.inertia).empty());
  // The smallest change: both small moments grow by half of what the largest exceeds their sum by.
  const RigidInertia<double>& flat = robot_.model.body(robot_.model.body_number("flat")).inertia;
  EXPECT_TRUE(close(flat.I.xx, 0.025));
  EXPECT_TRUE(close(flat.I.yy, 0.025));
  EXPECT_TRUE(close(flat.I.zz, 0.05));
  // What is fixed together keeps the inertia it has together.
  const RigidInertia<double>& shank = robot_.model.body(robot_.model.body_number("shank")).inertia;
  EXPECT_TRUE(close(shank.m, 1.01));
  EXPECT_TRUE(close(shank.I.xx, 0.01 + 1e-6 + 0.01 * 0.01));
  EXPECT_TRUE(close(shank.I.yz, 1e-6));
  EXPECT_EQ(robot_.model.body(robot_.model.body_number("foot")).kind, BodyKind::massless);
}

TEST_F(DirtyRobot, InertiasCanBeRefusedInstead) {
  expect_error(
      [] { read_urdf("tests/data/urdf/dirty.urdf", {.unreal_inertia = UnrealInertia::refuse}); },
      {"tests/data/urdf/dirty.urdf:14: link 'flat'", "exceeds the sum of the others by 0.03", "repair"});
}

TEST_F(DirtyRobot, InertiasCanBeKeptAsTheyStand) {
  const LoadedModel kept = read_urdf("tests/data/urdf/dirty.urdf", {.unreal_inertia = UnrealInertia::keep});
  const Body& flat = kept.model.body(kept.model.body_number("flat"));
  EXPECT_EQ(flat.inertia_check, InertiaCheck::any);
  EXPECT_TRUE(close(flat.inertia.I.xx, 0.01));
  EXPECT_TRUE(close(flat.inertia.I.zz, 0.05));
  EXPECT_EQ(kept.model.body(kept.model.body_number("shank")).inertia_check, InertiaCheck::real);
  // A rotor: a moment about the axis of its joint, and no mass.
  const LoadedModel geared = read_urdf_text(R"(<robot name="geared">
    <link name="base"/>
    <link name="rotor"><inertial><mass value="0"/>
      <inertia ixx="0" iyy="0" izz="0.02" ixy="0" ixz="0" iyz="0"/></inertial></link>
    <joint name="shaft" type="continuous"><parent link="base"/><child link="rotor"/><axis xyz="0 0 1"/></joint>
  </robot>)",
                                            "geared.urdf", {.unreal_inertia = UnrealInertia::keep});
  const Body& rotor = geared.model.body(geared.model.body_number("rotor"));
  EXPECT_EQ(rotor.inertia.m, 0);
  EXPECT_EQ(rotor.inertia.I.zz, 0.02);
  EXPECT_TRUE(geared.report.notes.empty());
}

TEST_F(DirtyRobot, StartsWithinTheLimits) {
  const Coordinate& raised =
      robot_.model.coordinates()[static_cast<std::size_t>(robot_.model.coordinate_number("raised"))];
  EXPECT_EQ(raised.default_value, 0.2);
}

TEST(LoadReport, GroupsWhatIsAlike) {
  LoadReport report{"r.urdf"};
  for (int line = 1; line <= 6; ++line)
    report.notes.push_back({NoteKind::ignored, line, "robot 'r'", "<gazebo>"});
  report.notes.push_back({NoteKind::data, 7, "joint 'a'", "damping"});
  report.notes.push_back({NoteKind::data, 8, "joint 'b'", "damping"});
  std::ostringstream out;
  out << report;
  EXPECT_EQ(out.str(),
            "r.urdf: 0 changed, 2 kept as data, 6 ignored\n"
            "  data     damping: joint 'a' (line 7), joint 'b' (line 8)\n"
            "  ignored  <gazebo>: robot 'r' (lines 1, 2, 3, 4 and 2 more)\n");
}

TEST(LoadReport, OfACleanFileSaysSo) {
  const LoadedModel robot = read_urdf_text("<robot name='r'><link name='a'/></robot>", "r.urdf");
  std::ostringstream out;
  out << robot.report;
  EXPECT_EQ(out.str(), "r.urdf: everything was taken as it stands\n");
}

/// The notes on a robot of one link with the given text in it.
std::vector<LoadNote> notes_on(const std::string& inside) {
  return read_urdf_text("<robot name='r'><link name='a'>" + inside + "</link></robot>", "r.urdf")
      .report.notes;
}

TEST(LoadReport, TellsOfTextAndDocumentTypes) {
  const std::vector<LoadNote> text = notes_on("stray\n  words");
  ASSERT_EQ(text.size(), 1U);
  EXPECT_EQ(text[0].where, "link 'a'");
  EXPECT_EQ(text[0].text, "the text \"stray words\" in <link>");
  EXPECT_SAYS(notes_on("<![CDATA[raw]]>").at(0).text, "\"raw\" in <link>");
  EXPECT_SAYS(notes_on("<inertial>x<mass value='1'/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' "
                       "iyz='0'/></inertial>")
                  .at(0)
                  .text,
              "\"x\" in <inertial>");
  const LoadedModel outside =
      read_urdf_text("words\n<robot name='r'><link name='a'/></robot>\nmore\n", "r.urdf");
  ASSERT_EQ(outside.report.notes.size(), 2U);
  EXPECT_EQ(outside.report.notes[0].text, "the text \"words\" outside of <robot>");
  EXPECT_EQ(outside.report.notes[1].line, 3);
  EXPECT_TRUE(notes_on(" \n <!-- a comment is no text --> ").empty());
  const LoadedModel typed = read_urdf_text(
      "<?xml version='1.0'?>\n<!DOCTYPE robot>\n<robot name='r'><link name='a'/></robot>", "r.urdf");
  ASSERT_EQ(typed.report.notes.size(), 1U);
  EXPECT_EQ(typed.report.notes[0].line, 2);
  EXPECT_SAYS(typed.report.notes[0].text, "<!DOCTYPE>");
}

TEST(LoadReport, DoubtsWhatLooksLikeOtherUnits) {
  const auto doubts = [](const std::string& joint, const std::string& moment) {
    const LoadedModel robot = read_urdf_text(
        "<robot name='r'><link name='a'/><link name='b'><inertial><mass value='1'/><inertia ixx='" + moment +
            "' iyy='" + moment + "' izz='" + moment +
            "' ixy='0' ixz='0' iyz='0'/></inertial></link><joint name='j' type='revolute'><parent link='a'/>"
            "<child link='b'/>" +
            joint + "</joint></robot>",
        "r.urdf");
    std::string text;
    for (const LoadNote& note : robot.report.warnings()) text += note.text + "; ";
    return text;
  };
  const std::string limit = "<limit lower='-3' upper='3' effort='1' velocity='1'/>";
  EXPECT_EQ(doubts(limit + "<origin rpy='0 1.57 -3.14'/>", "1"), "");
  EXPECT_SAYS(doubts(limit + "<origin rpy='0 0 90'/>", "1"), "90 rad in rpy; is it in degrees?");
  EXPECT_SAYS(doubts("<limit lower='-180' upper='180' effort='1' velocity='1'/>", "1"),
              "-180 to 180 rad; are they");
  EXPECT_SAYS(doubts(limit, "1e6"), "kg·mm²");
}

TEST(LoadReport, WarnsOfWhatChangesResults) {
  const LoadedModel robot = read_urdf("tests/data/urdf/dirty.urdf");
  const std::vector<LoadNote> warnings = robot.report.warnings();
  ASSERT_EQ(warnings.size(), 2U);  // not of axes that were scaled, nor of inertias that count with others
  EXPECT_EQ(warnings[0].where, "link 'flat'");
  EXPECT_SAYS(warnings[0].text,
              "(0.01, 0.01, 0.05) kg·m² are physically impossible; they became (0.025, 0.025, 0.05)");
  EXPECT_EQ(warnings[1].where, "link 'ghost'");
}

TEST(LoadReport, SaysThatDampingActsInASystem) {
  const LoadedModel robot = read_urdf("tests/data/urdf/arm.urdf");
  bool found = false;
  for (const LoadNote& note : robot.report.notes)
    if (note.text.starts_with("damping")) {
      found = true;
      EXPECT_EQ(note.text,
                "damping and friction; the model leaves them out, a System made from the file has them");
    }
  EXPECT_TRUE(found);
}

TEST(LoadReport, SuggestsWhatAnUnknownElementMayHaveMeant) {
  const LoadedModel robot =
      read_urdf_text("<robot name='r'><link name='a'><inertail/></link></robot>", "r.urdf");
  ASSERT_EQ(robot.report.notes.size(), 1U);
  EXPECT_SAYS(robot.report.notes[0].text, "<inertail> in <link> (did you mean inertial?)");
}

}  // namespace
}  // namespace sarrus::testing::urdf_report_test
