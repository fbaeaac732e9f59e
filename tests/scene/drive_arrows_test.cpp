// Arrows of what elements and prescribed motions do at joints, against their laws in world axes.

#include <gtest/gtest.h>

#include <cmath>

#include "sarrus/force/forces.h"
#include "sarrus/function/constant.h"
#include "sarrus/joint/joints.h"
#include "sarrus/model/builder.h"
#include "sarrus/scene/make_scene.h"
#include "sarrus/spatial/solids.h"
#include "tests/support/close.h"

namespace sarrus::testing::drive_arrows_test {
namespace {

constexpr double angle = 0.9, reach = 0.3, gravity = 9.81;

/// An arm that turns about the vertical z, and a box that slides along it.
SystemBuilder make_arm_with_box() {
  ModelBuilder model("arm");
  model.body("arm", thin_rod(2, {0.6, 0, 0})).body("box", solid_sphere(1, 0.1));
  model.joint("turn", Pin{}, "world", "arm").axis({0, 0, 1});
  model.joint("slide", Slider{}, "arm", "box").axis({1, 0, 0}).parent_frame({reach, 0, 0});
  return SystemBuilder(model.build());
}

/// The only arrow of a group.
const SceneArrow& only_arrow(const Scene& scene, const std::string& group) {
  const SceneArrow* found = nullptr;
  for (const SceneArrow& arrow : scene.arrows) {
    if (arrow.group != group) continue;
    EXPECT_EQ(found, nullptr) << "several arrows of " << group;
    found = &arrow;
  }
  require(found != nullptr, "there is no arrow of {}", group);
  return *found;
}

TEST(DriveArrows, ShowWhatElementsDoTogetherAboutAndAlongTheAxes) {
  SystemBuilder builder = make_arm_with_box();
  builder.add("motor", MobilityConstant("turn", 2));
  builder.add("friction", MobilityDamper("turn", 3));
  builder.add("spring", MobilitySpring("slide", 40, 0.05));
  const System system = builder.build();
  State state = system.default_state();
  state.set_q("turn", angle);
  state.set_q("slide", 0.2);
  state.set_u("turn.rate", 0.5);
  const Scene scene = make_scene(system, {.reactions = true});
  const Vec3<double> along{std::cos(angle), std::sin(angle), 0};

  const SceneArrow& torque = only_arrow(scene, "applied torques");
  EXPECT_EQ(torque.name, "turn");
  EXPECT_EQ(torque.unit, "N·m");
  EXPECT_TRUE(close(torque.value(state).vector, {0, 0, 2 - 3 * 0.5}));
  EXPECT_TRUE(close(torque.value(state).point, {0, 0, 0}));

  const SceneArrow& force = only_arrow(scene, "applied forces");
  EXPECT_EQ(force.name, "slide");
  EXPECT_EQ(force.unit, "N");
  EXPECT_TRUE(close(force.value(state).vector, -40 * (0.2 - 0.05) * along));
  EXPECT_TRUE(close(force.value(state).point, (reach + 0.2) * along));
}

TEST(DriveArrows, ShowTheTorqueThatHoldsAnArmInTheField) {
  // A rod of mass m, held horizontally at its end by a motion that stands still: the torque is m·g·l/2
  // against the fall.
  constexpr double mass = 2, length = 0.6;
  ModelBuilder model("held");
  model.body("rod", Pose<double>::translation({length / 2, 0, 0}) * thin_rod(mass, {length, 0, 0}));
  model.joint("hinge", Pin{}, "world", "rod").axis({0, 1, 0});
  SystemBuilder builder(model.build());
  builder.prescribe_speed("hold", "hinge", MotionLevel::position, constant(0));
  const System system = builder.build();
  const SceneArrow torque = only_arrow(make_scene(system, {.reactions = true}), "applied torques");
  EXPECT_TRUE(close(torque.value(system.default_state()).vector, {0, -mass * gravity * length / 2, 0}));
}

TEST(DriveArrows, AreLeftOutWhereNothingDrives) {
  SystemBuilder builder = make_arm_with_box();
  builder.add("motor", MobilityConstant("turn", 2));
  const System system = builder.build();
  const auto groups = [&](const SceneOptions& options) {
    std::string all;
    for (const SceneArrow& arrow : make_scene(system, options).arrows)
      all += arrow.name + ": " + arrow.group + "; ";
    return all;
  };
  EXPECT_EQ(groups({}), "");
  EXPECT_EQ(groups({.applied_forces = false, .reactions = true}),
            "turn: joint reactions; turn: joint reactions; slide: joint reactions; slide: joint reactions; ");
  EXPECT_EQ(groups({.reactions = true}),
            "turn: joint reactions; turn: joint reactions; slide: joint reactions; slide: joint reactions; "
            "turn: applied torques; ");
}

}  // namespace
}  // namespace sarrus::testing::drive_arrows_test
