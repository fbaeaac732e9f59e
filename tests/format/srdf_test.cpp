// SRDF files: pairs of links that do not touch.

#include <gtest/gtest.h>

#include "sarrus/format/load_contact.h"
#include "sarrus/format/load_model.h"
#include "sarrus/format/srdf.h"
#include "tests/support/says.h"

namespace sarrus::testing::srdf_test {
namespace {

SrdfFilter srdf(const std::string& elements) {
  return read_srdf_text("<robot name='row'>" + elements + "</robot>", "row.srdf");
}

TEST(Srdf, NamesPairsThatDoNotTouch) {
  const SrdfFilter filter = srdf(
      "<group name='arm'><chain base_link='a' tip_link='c'/></group>\n"
      "<disable_collisions link1='a' link2='c' reason='Never'/>\n"
      "<virtual_joint name='w' type='fixed' parent_frame='world' child_link='a'/>");
  EXPECT_EQ(filter.robot, "row");
  ASSERT_EQ(filter.disabled.size(), 1U);
  EXPECT_EQ(filter.disabled[0].line, 2);
  EXPECT_FALSE(filter.lets_touch("a", "c"));
  EXPECT_FALSE(filter.lets_touch("c", "a"));
  EXPECT_TRUE(filter.lets_touch("a", "b"));
  EXPECT_TRUE(filter.report.notes.empty());
}

TEST(Srdf, IsolatesLinksButForPairsThatAreEnabled) {
  const SrdfFilter filter = srdf(
      "<disable_default_collisions link='b'/><enable_collisions link1='b' link2='c'/>"
      "<enable_collisions link1='b' link2='d'/><disable_collisions link1='d' link2='b' reason='User'/>");
  EXPECT_FALSE(filter.lets_touch("a", "b"));
  EXPECT_TRUE(filter.lets_touch("c", "b"));
  EXPECT_FALSE(filter.lets_touch("b", "d"));
  EXPECT_TRUE(filter.lets_touch("a", "c"));
}

TEST(Srdf, FaultsHaveFileLineAndName) {
  expect_error([] { srdf("\n<disable_collisions link1='a'/>"); },
               {"row.srdf", "2", "<disable_collisions>", "link2"});
  expect_error([] { srdf("<disable_collisions link1='a' link2='a'/>"); }, {"both links are 'a'"});
  expect_error([] { srdf("<disable_collisions link1='' link2='a'/>"); }, {"link1", "empty"});
  expect_error([] { srdf("<disable_default_collisions/>"); }, {"<disable_default_collisions>", "link"});
  expect_error([] { srdf("<link name='a'/>"); }, {"<link>", "URDF"});
  expect_error([] { read_srdf_text("<srdf/>", "x.srdf"); }, {"x.srdf", "<srdf>", "<robot>"});
  expect_error([] { read_srdf_text("", "x.srdf"); }, {"x.srdf"});
  expect_error([] { read_srdf("/nowhere/x.srdf"); }, {"/nowhere/x.srdf"});
  ASSERT_EQ(srdf("<disable_collisions link1='a' link2='b' reasn='Never'/>").report.notes.size(), 1U);
}

/// Balls of 0.1 m on slides along x, 0.5 m apart: none overlaps another, and each can meet any.
LoadedModel row() {
  std::string text = "<robot name='row'><link name='rail'/>";
  for (const char name : {'a', 'b', 'c'}) {
    const std::string link(1, name);
    text += "<link name='" + link +
            "'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/>"
            "</inertial><collision><geometry><sphere radius='0.1'/></geometry></collision></link>"
            "<joint name='to_" +
            link + "' type='prismatic'><parent link='rail'/><child link='" + link + "'/><origin xyz='" +
            std::to_string(0.5 * (name - 'a')) +
            " 0 1'/><axis xyz='1 0 0'/><limit lower='-9' upper='9' effort='1' velocity='1'/></joint>";
  }
  return load_model_text(text + "</robot>", "row.urdf");
}
/// The pairs that touch when all balls are at one place.
std::string touching(const LoadedContact& made) {
  SystemBuilder builder = row().make_system_builder();
  builder.add_force("contact", made.contact);
  State state = builder.build().default_state();
  state.set_q("to_b", -0.45), state.set_q("to_c", -0.9);
  std::string pairs;
  for (const Contact& contact : made.contact->contacts(state))
    pairs += made.contact->surfaces()[contact.surface1].name +
             made.contact->surfaces()[contact.surface2].name + " ";
  return pairs;
}

TEST(Srdf, FiltersTheContactOfAModel) {
  EXPECT_EQ(touching(load_contact(row())), "ab ac bc ");
  const LoadedContact filtered =
      load_contact(row(), {.srdf = srdf("<disable_collisions link1='c' link2='a' reason='Never'/>"
                                        "<disable_collisions link1='a' link2='rail' reason='Adjacent'/>")});
  EXPECT_EQ(touching(filtered), "ab bc ");
  EXPECT_TRUE(filtered.notes.empty());
  EXPECT_EQ(touching(load_contact(row(), {.srdf = srdf("<disable_default_collisions link='b'/>")})), "ac ");
}

TEST(Srdf, LinksThatTheModelDoesNotHaveAreNamed) {
  const LoadedContact made = load_contact(
      row(), {.srdf = read_srdf_text("<robot name='column'>\n<disable_collisions link1='a' link2='rial'/>\n"
                                     "<enable_collisions link1='b' link2='table'/></robot>",
                                     "row.srdf")});
  ASSERT_EQ(made.notes.size(), 2U);
  EXPECT_SAYS(made.notes[0], "row.srdf is for the robot 'column', not for 'row'");
  EXPECT_SAYS(made.notes[1], "row.srdf names 2 links that 'row' does not have");
  EXPECT_SAYS(made.notes[1], "'rial' in line 2 (did you mean 'rail'?)");
  EXPECT_SAYS(made.notes[1], "'table' in line 3");
}

}  // namespace
}  // namespace sarrus::testing::srdf_test
