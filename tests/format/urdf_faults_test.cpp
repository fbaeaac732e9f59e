#include <gtest/gtest.h>

#include "sarrus/format/urdf/urdf.h"
#include "tests/support/says.h"

namespace sarrus::testing::urdf_faults_test {
namespace {

const std::string mass = "<inertial><mass value='1'/></inertial>";

/// A robot of two links with the given joint; `line` 2 is the joint's.
std::string with_joint(const std::string& joint) {
  return "<robot name='r'><link name='base'/><link name='arm'>" + mass + "</link>\n" + joint + "</robot>";
}
/// The same with the usual ends and type.
std::string with_in_joint(const std::string& inside, const std::string& type = "revolute") {
  return with_joint("<joint name='elbow' type='" + type + "'><parent link='base'/><child link='arm'/>" +
                    inside + "</joint>");
}
/// A robot of one link with the given content on line 2.
std::string with_in_link(const std::string& inside) {
  return "<robot name='r'><link name='arm'>\n" + inside + "</link></robot>";
}
void expect_refused(const std::string& text, std::initializer_list<const char*> parts) {
  expect_error([&] { read_urdf_text(text, "r.urdf"); }, parts);
}

TEST(UrdfFaults, Files) {
  expect_error([] { read_urdf("no/such.urdf"); }, {"cannot open 'no/such.urdf'"});
  expect_error([] { read_urdf("tests"); }, {"'tests' is a folder"});
  expect_refused("", {"r.urdf: the file has no XML element; it is empty"});
  expect_refused("hello", {"r.urdf", "URDF begins with <robot"});
  expect_refused("<robot name='r'>\n<link name='a'>\n</robot>", {"r.urdf:3: not XML", "mismatch"});
  expect_refused(std::string("<robot>\n\0</robot>", 17), {"r.urdf:2: a zero byte", "UTF-8"});
  expect_refused("<robot name='r'><link name='a'/></robot>\n<robot/>", {"r.urdf:2: a second root element"});
  expect_refused("<sdf/>", {"<sdf>, but URDF has <robot>", "SDF file"});
  expect_refused("<robot name='empty'/>", {"robot 'empty' has no links"});
}

TEST(UrdfFaults, FilesOfOtherKindsAreCalledByTheirNames) {
  expect_refused("<!DOCTYPE html><html><body><p>404<br></body></html>", {"web page"});
  expect_refused("{\"robot\": 1}", {"no XML element", "JSON"});
  expect_refused("version https://git-lfs.github.com/spec/v1\noid sha256:0", {"Git LFS"});
  expect_refused("<robot name='r'>\n<<<<<<< HEAD\n<link name='a'/>\n>>>>>>> b\n</robot>",
                 {"r.urdf:2", "merge"});
  expect_refused("<u:robot name='r'><u:link name='a'/></u:robot>", {"<u:robot>", "without the prefix"});
  const std::string sdf = message([] { read_urdf_text("<sdf/>", "r.urdf"); });
  EXPECT_EQ(sdf.find("no links"), std::string::npos) << sdf;
}

TEST(UrdfFaults, WhatXmlDoesNotAllow) {
  const std::string laughs =
      "<!DOCTYPE r [<!ENTITY lol 'lol'>]>\n<robot name='&lol;'><link name='a'/></robot>";
  expect_refused(laughs, {"r.urdf:2: the entity &lol; is not expanded"});
  expect_refused(with_in_link("<inertial><mass value='&m;'/></inertial>"), {"r.urdf:2", "&m;"});
  expect_refused("<robot name='r'>\n<link name='b\xF6se'/></robot>", {"r.urdf:2", "not UTF-8"});
  expect_refused("<robot name='r'><link name='&#27;[31m'/></robot>", {"control character"});
  expect_refused("<robot name='r'><link name='" + std::string(5000, 'a') + "'/></robot>",
                 {"name of <link> has 5000 bytes; at most 4096 are taken"});
  EXPECT_NO_THROW(read_urdf_text(
      "<robot name='a&amp;b &lt; &#228;'><!-- b\xF6se &x; --><link name='a'/></robot>", "r.urdf"));
}

TEST(UrdfFaults, SizesBeyondComputing) {
  const std::string small =
      message([] { read_urdf_text(with_in_link("<inertial><mass value='1e-320'/></inertial>"), "r.urdf"); });
  EXPECT_TRUE(small.starts_with("r.urdf:2: link 'arm': a mass of 1e-320 kg is too small"))
      << small;  // and no more
  expect_refused(with_in_link("<inertial><mass value='1e300'/></inertial>"), {"mass of", "too large"});
  expect_refused(with_in_joint("<origin xyz='1e308 0 0'/>"), {"joint 'elbow'", "too far away"});
}

TEST(UrdfFaults, ConsequencesAreNotFaultsOfTheirOwn) {
  const std::string twice = message([] {
    read_urdf_text(
        "<robot name='r'><link name='a'/><link name='b'/><link name='b'/><joint name='j' "
        "type='fixed'><parent "
        "link='a'/><child link='b'/></joint></robot>",
        "r.urdf");
  });
  EXPECT_SAYS(twice, "has the name of that");
  EXPECT_EQ(twice.find("child of no joint"), std::string::npos) << twice;
}

TEST(UrdfFaults, SuggestionsAreNotFarFetched) {
  const std::string other = message([] {
    read_urdf_text(
        "<robot name='r'><link name='a'/><joint name='j' type='fixed'><parent link='a'/><child "
        "link='b'/></joint></robot>",
        "r.urdf");
  });
  EXPECT_SAYS(other, "'b', a link that does not exist. There is a.");
  expect_refused(
      "<robot name='r'><link name=' a '/><link name='b'/><joint name='j' type='fixed'><parent "
      "link='a'/><child "
      "link='b'/></joint></robot>",
      {"There is ' a ': note the spaces"});
}

TEST(UrdfFaults, AFileOfSomethingElseEndsSoon) {
  std::string text = "<robot name='r'>";
  for (int i = 0; i < 100001; ++i) text += "<x/>";
  expect_refused(text + "<link name='a'/></robot>", {"more than 100000 things", "<x> in <robot>"});
}

TEST(UrdfFaults, Names) {
  expect_refused("<robot name='r'>\n<link name='a'/>\n<link name='a'/></robot>",
                 {"r.urdf:3: link 'a' has the name of that on line 2"});
  expect_refused("<robot name='r'>\n<link name=''/></robot>",
                 {"r.urdf:2: robot 'r': the attribute 'name' of <link> is empty"});
  expect_refused("<robot name='r'>\n<link/></robot>", {"r.urdf:2", "<link> lacks the attribute 'name'"});
  expect_refused(
      with_joint("<joint name='j' type='fixed'><parent link='bsae'/><child link='arm'/></joint>"),
      {"r.urdf:2: joint 'j' has the parent 'bsae', a link that does not exist. Did you mean 'base'?"});
  expect_refused(with_joint("<joint name='j' type='fixed'><parent link='base'/></joint>"),
                 {"joint 'j': <joint> lacks <child link"});
  expect_refused(
      with_joint("<joint name='j' type='fixed'><parent link='base'/><child link='arm'/></joint>"
                 "<joint name='j' type='fixed'><parent link='base'/><child link='arm'/></joint>"),
      {"joint 'j' has the name of that on line 2", "'arm' is the child of joint 'j' and of joint 'j'"});
}

TEST(UrdfFaults, Graphs) {
  expect_refused("<robot name='r'>\n<link name='a'/>\n<link name='b'/>\n<link name='c'/></robot>",
                 {"r.urdf:3: 3 links are the child of no joint: 'a' (line 2), 'b' (line 3), 'c' (line 4)"});
  expect_refused(
      "<robot name='r'><link name='a'/><link name='b'/>"
      "<joint name='x' type='fixed'><parent link='a'/><child link='b'/></joint>"
      "<joint name='y' type='fixed'><parent link='b'/><child link='a'/></joint></robot>",
      {"link 'a' is its own ancestor: a <- b <- a"});
  expect_refused(
      "<robot name='r'><link name='a'/><link name='b'/>"
      "<joint name='x' type='fixed'><parent link='b'/><child link='b'/></joint></robot>",
      {"link 'b' is its own ancestor: b <- b"});
  // A circle that the root leads into.
  expect_refused(
      "<robot name='r'><link name='root'/><link name='a'/><link name='b'/>"
      "<joint name='x' type='fixed'><parent link='root'/><child link='a'/></joint>"
      "<joint name='y' type='fixed'><parent link='a'/><child link='b'/></joint>"
      "<joint name='z' type='fixed'><parent link='b'/><child link='a'/></joint></robot>",
      {"link 'a' is the child of joint 'z' and of joint 'x'"});
}

TEST(UrdfFaults, Numbers) {
  expect_refused(with_in_link("<inertial><mass value='two'/></inertial>"),
                 {"r.urdf:2: link 'arm': value=\"two\" of <mass> is not a finite number"});
  expect_refused(with_in_link("<inertial><mass value='nan'/></inertial>"), {"not a finite number"});
  expect_refused(with_in_link("<inertial><mass value='1e999'/></inertial>"), {"not a finite number"});
  expect_refused(with_in_link("<inertial><mass value='0,5'/></inertial>"), {"value=\"0,5\""});
  expect_refused(with_in_link("<inertial><mass value=''/></inertial>"), {"has 0 words", "one number"});
  expect_refused(with_in_link("<inertial><origin xyz='1 2'/><mass value='1'/></inertial>"),
                 {"xyz=\"1 2\" of <origin> has 2 words, but must be 3 numbers"});
  expect_refused(with_in_link("<inertial><mass value='${m * 2}'/></inertial>"),
                 {"expression of xacro; run xacro on the file first"});
  expect_refused(with_in_link("<xacro:box_inertia m='2'/>"),
                 {"r.urdf:2", "<xacro:box_inertia> is a macro of xacro"});
  expect_refused(with_in_link("<inertial><mass value='1' value='2'/></inertial>"), {"'value' twice"});
  EXPECT_NO_THROW(read_urdf_text(with_in_link("<inertial><mass value=' +1.5E0 '/></inertial>"), "r.urdf"));
}

TEST(UrdfFaults, Inertias) {
  expect_refused(with_in_link("<inertial><mass value='-1'/></inertial>"),
                 {"link 'arm'", "-1 kg", "negative"});
  expect_refused(with_in_link("<inertial><inertia ixx='1' iyy='1' izz='1'/></inertial>"), {"lacks <mass"});
  expect_refused(with_in_link("<inertial><mass value='1'/><inertia ixx='1' ixy='0' ixz='0' iyy='-1' iyz='0' "
                              "izz='1'/></inertial>"),
                 {"r.urdf:2: link 'arm'", "(-1, 1, 1)", "must not be negative"});
  expect_refused(
      with_in_link("<inertial><mass value='1'/><inertia ixx='1e300' ixy='1e308' ixz='1e308' iyy='1e300' "
                   "iyz='1e308' izz='1e300'/></inertial>"),
      {"link 'arm'"});
  expect_refused(with_in_link(mass + mass), {"a second <inertial>"});
  expect_error(
      [] { read_urdf_text("<robot name='r'><link name='a'/></robot>", "r.urdf", {.base = RootJoint::free}); },
      {"link 'a' is to move freely, but the robot has no mass"});
}

TEST(UrdfFaults, Joints) {
  expect_refused(with_in_joint("", "revolut"),
                 {"r.urdf:2: joint 'elbow'", "no joint type 'revolut'. Did you mean 'revolute'?"});
  expect_refused(with_in_joint("<axis xyz='0 0 0'/>"), {"joint 'elbow': the axis is (0, 0, 0)"});
  expect_refused(with_in_joint("<limit lower='1' upper='-1' effort='1' velocity='1'/>"),
                 {"limits are 1 to -1"});
  expect_refused(with_in_joint("<limit lower='-1' upper='1' effort='-5' velocity='1'/>"),
                 {"-5 and 1", "negative"});
  expect_refused(with_in_joint("<dynamics damping='-1'/>"), {"damping is -1"});
  expect_refused(with_in_joint("<mimic joint='elbw'/>"),
                 {"mimics joint 'elbw', which does not exist. Did you mean 'elbow'?"});
  expect_refused(with_in_joint("<mimic joint='elbow'/>"),
                 {"joint 'elbow' mimics joint 'elbow', and so on in a cycle"});
  expect_refused(with_in_link("<visual><geometry><sphere radius='-1'/></geometry></visual>"),
                 {"radius = -1 m"});
  expect_refused(with_in_link("<visual><geometry><box/></geometry></visual>"),
                 {"<box> lacks the attribute 'size'"});
}

TEST(UrdfFaults, AllComeAtOnceInTheOrderOfLines) {
  expect_refused(
      "<robot name='r'><link name='upper'/>\n<joint name='elbow' type='revolute'><parent link='uper'/><child "
      "link='hand'/></joint>\n<link name='hand'><inertial><mass value='-1'/></inertial></link></robot>",
      {"'r.urdf' has 2 faults:\n  - r.urdf:2: joint 'elbow' has the parent 'uper'",
       "\n  - r.urdf:3: link 'hand': the mass is -1 kg"});
}

TEST(UrdfFaults, AreNotTooMany) {
  expect_refused(with_in_joint("<axis xyz='0 0 0'/><dynamics damping='x'/>"),
                 {"'r.urdf' has 2 faults:\n  - r.urdf:2"});
  std::string text = "<robot name='r'>";
  for (int i = 0; i < 100; ++i) text += "<link/>";
  expect_refused(text + "</robot>", {"has 40 faults or more"});
}

TEST(UrdfFaults, LongNamesAreCutInMessages) {
  const std::string name(100000, 'x');
  const std::string text = message([&] {
    read_urdf_text("<robot name='r'><link name='" + name + "'/><joint name='j' type='" + name +
                       "'><parent link='" + name + "y'/><child link='" + name + "'/></joint></robot>",
                   "r.urdf");
  });
  EXPECT_LT(text.size(), 2000U);
  EXPECT_SAYS(text, "…");
}

}  // namespace
}  // namespace sarrus::testing::urdf_faults_test
