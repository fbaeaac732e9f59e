#include "sarrus/model/internal/split_bodies.h"
#include "sarrus/joint/joints.h"

#include <gtest/gtest.h>

#include <map>

#include "sarrus/model/builder.h"
#include "sarrus/spatial/solids.h"
#include "tests/support/close.h"
#include "tests/support/says.h"

namespace sarrus::testing::split_bodies_test {

using namespace internal;
namespace {

RigidInertia<double> brick() { return solid_brick(3, {0.1, 0.2, 0.3}); }

std::map<std::string, BodyDescription> bodies(const SplitBodies& split) {
  std::map<std::string, BodyDescription> found;
  for (const BodyDescription& body : split.tree.bodies) found[body.name] = body;
  return found;
}
const JointDescription& joint_of(const SplitBodies& split, const std::string& name) {
  for (const JointDescription& joint : split.tree.joints)
    if (joint.name == name) return joint;
  fail("there is no joint '{}'", name);
}

TEST(SplitBodies, SharesABodyAmongAllJointsThatEndOnIt) {
  ModelBuilder model("platform on three legs");
  model.body("platform", brick());
  for (const char* leg : {"a", "b", "c"}) {
    model.body(leg, brick());
    model.joint(std::string("hip ") + leg, Pin{}, "world", leg);
    model.joint(std::string("ankle ") + leg, Ball{}, leg, "platform");
  }
  const SplitBodies split = split_bodies(choose_spanning_tree(model.description()));
  ASSERT_EQ(split.copies.size(), 2U);
  const auto found = bodies(split);
  for (const BodyPart& copy : split.copies) {
    EXPECT_EQ(copy.body, "platform");
    EXPECT_EQ(copy.name, "platform at " + copy.joint);
    EXPECT_EQ(joint_of(split, copy.joint).child, copy.name);
  }
  RigidInertia<double> sum{};
  for (const char* name : {"platform", "platform at ankle b", "platform at ankle c"}) {
    EXPECT_TRUE(close(found.at(name).inertia.m, 1));
    sum = sum + found.at(name).inertia;
  }
  EXPECT_TRUE(close(sum.I.yy, brick().I.yy));
  EXPECT_TRUE(close(found.at("a").inertia.m, 3));
  EXPECT_EQ(make_model(split.tree).nu(), 3 + 3 * 3);
}

TEST(SplitBodies, TakesTheParentWhereTheChildCannotBeSplit) {
  const auto split = [](const char* child, auto add) {
    ModelBuilder model("loop");
    model.body("arm", brick());
    add(model);
    model.joint("hip", Pin{}, "world", "arm");
    if (std::string(child) != "world") model.joint("side", Translation{}, "world", child);
    model.joint("last", Ball{}, "arm", child);
    return split_bodies(choose_spanning_tree(model.description(), {"last"}));
  };
  const auto expect_arm = [](const SplitBodies& made, const std::string& parent) {
    ASSERT_EQ(made.copies.size(), 1U);
    EXPECT_EQ(made.copies[0].body, "arm");
    EXPECT_EQ(joint_of(made, "last").parent, parent);
    EXPECT_TRUE(joint_of(made, "last").joint.is_reversed());
    EXPECT_TRUE(close(bodies(made).at("arm").inertia.m, 1.5));
  };
  expect_arm(split("world", [](ModelBuilder&) {}), "world");
  expect_arm(split("dot", [](ModelBuilder& model) { model.particle("dot", 2); }), "dot");
  expect_arm(split("line", [](ModelBuilder& model) { model.line_body("line", 2, 0.3, 0.1); }), "line");
  expect_arm(split("rod", [](ModelBuilder& model) { model.body("rod", thin_rod(2, {1, 2, 3})); }), "rod");
  expect_arm(split("pad", [](ModelBuilder& model) { model.massless_body("pad"); }), "pad");  // carries it now
  EXPECT_EQ(split("box", [](ModelBuilder& model) { model.body("box", brick()); }).copies[0].body, "box");
}

/// What a joint lets move decides, not the kind of the body: a line turns well about an axis across it.
TEST(SplitBodies, SplitsALineWhereTheJointTurnsItAcross) {
  for (const bool across : {true, false}) {
    ModelBuilder model("loop");
    model.body("arm", brick()).line_body("line", 2, 0.3, 0.1);
    model.joint("hip", Pin{}, "world", "arm");
    model.joint("side", Translation{}, "world", "line");
    model.joint("last", Pin{}, "arm", "line").axis(across ? Vec3<double>{1, 0, 0} : Vec3<double>{0, 0, 1});
    EXPECT_EQ(split_bodies(choose_spanning_tree(model.description(), {"last"})).copies[0].body,
              across ? "line" : "arm");
  }
}

TEST(SplitBodies, StartsTheJointWhereItFits) {
  ModelBuilder model("two pins");
  model.body("arm", brick());
  model.joint("hip", Pin{}, "world", "arm").start({0.7}).axis({0, 1, 0});
  JointDescription& again = model.joint("again", Pin{}, "world", "arm").axis({0, 1, 0});
  const auto start = [&] {
    return joint_of(split_bodies(choose_spanning_tree(model.description(), {"again"})), "again").default_q[0];
  };
  EXPECT_TRUE(close(start(), 0.7));
  again.parent_frame(Pose<double>::rotation(Rotation<double>::about_y(0.2)));
  EXPECT_TRUE(close(start(), 0.5));
  again.limit(4, 8).start({5});  // a full turn further
  EXPECT_NEAR(start(), 0.5 + 6.283185307179586, 1e-12);
  again.limit(1, 2).start({1.5});  // out of reach
  EXPECT_TRUE(close(start(), 1));
}

TEST(SplitBodies, SaysWhatToDoIfNeitherBodyCanBeSplit) {
  ModelBuilder model("rods");
  model.body("crank", thin_rod(1, {0, 1, 0})).body("rocker", thin_rod(1, {0, 1, 0})).massless_body("pad");
  model.joint("left", Pin{}, "world", "crank");
  model.joint("right", Pin{}, "world", "rocker");
  JointDescription& top = model.joint("top", Ball{}, "crank", "rocker");
  const auto attempt = [&] { split_bodies(choose_spanning_tree(model.description(), {"top"})); };
  model.joint("pad", Pin{}, "crank", "pad");
  expect_error(attempt, {"joint 'top' (ball) closes a loop between 'crank' and 'rocker'",
                         "'rocker' has no inertia against some of the motion that the joint allows, and "
                         "'crank' has no inertia",
                         "give one of them inertia, cut the loop at another joint, or close it there by "
                         "constraints only"});
  top.parent = "pad", top.child = "world";
  expect_error(attempt, {"the world cannot be split, and 'pad' has no mass"});
  expect_error([&] { choose_spanning_tree(model.description(), {"tap"}); },
               {"model 'rods' cannot be cut at joint 'tap', which does not exist. Did you mean 'top'?"});
}

TEST(SplitBodies, GivesShadowsNamesOfTheirOwn) {
  ModelBuilder model("names");
  model.body("arm", brick()).body("arm at last", brick());
  model.joint("hip", Pin{}, "world", "arm");
  model.joint("other", Pin{}, "world", "arm at last");
  model.joint("last", Pin{}, "world", "arm");
  EXPECT_EQ(split_bodies(choose_spanning_tree(model.description(), {"last"})).copies[0].name, "arm at last2");
}

}  // namespace
}  // namespace sarrus::testing::split_bodies_test
