#include "sarrus/scene/frame_sampler.h"
#include "sarrus/joint/joints.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sarrus/contact/compliant_contact.h"
#include "sarrus/force/forces.h"
#include "sarrus/model/builder.h"
#include "sarrus/scene/make_scene.h"
#include "sarrus/spatial/quaternion.h"
#include "sarrus/spatial/solids.h"
#include "sarrus/system/responses.h"
#include "tests/support/close.h"
#include "tests/support/count_allocations.h"
#include "tests/support/linkages.h"
#include "tests/support/mechanisms.h"
#include "tests/support/says.h"

namespace sarrus::testing::frame_sampler_test {
namespace {

/// The pose of a body in a frame.
Pose<double> pose_in(const SceneFrame& frame, int body) {
  const float* x = frame.numbers.data() + 7 * body;
  const Quaternion<double> Q{x[3], x[4], x[5], x[6]};
  EXPECT_TRUE(close<float>(Q.w * Q.w + Q.x * Q.x + Q.y * Q.y + Q.z * Q.z, 1));
  return {rotation(Q), {x[0], x[1], x[2]}};
}

TEST(FrameSampler, HasThePosesOfTheState) {
  const Linkage linkage = stewart_platform();
  const Scene scene = make_scene(linkage.start);
  SceneFrame frame;
  FrameSampler(linkage.system, scene).sample(linkage.start, frame);
  EXPECT_EQ(frame.bodies, linkage.system.model().body_count());
  EXPECT_EQ(frame.signals, static_cast<int>(scene.signals.size()));
  EXPECT_EQ(frame.arrows, static_cast<int>(scene.arrows.size()));
  ASSERT_EQ(frame.numbers.size(), 7 * scene.bodies.size() + scene.signals.size() + 6 * scene.arrows.size());
  for (int b = 0; b < frame.bodies; ++b)
    EXPECT_TRUE(close<float>(pose_in(frame, b), pose(linkage.start, b))) << scene.bodies[b].name;
  const float* signals = frame.numbers.data() + 7 * frame.bodies;
  for (int i = 0; i < linkage.start.nq(); ++i) EXPECT_EQ(signals[i], static_cast<float>(linkage.start.q(i)));
}

/// A ball in a floor, seen as the disk in which they touch.
TEST(FrameSampler, HasThePatchesOfTheStateAndZerosWhereThereAreNone) {
  ModelBuilder model("ball");
  model.body("ball", solid_sphere(1, 0.1));
  model.joint("free", Free{}, "world", "ball").start({1, 0, 0, 0, 0.3, 0, 0.099});
  SystemBuilder builder(model.build());
  builder.add("contact",
              CompliantContact({{"ball", "ball", SphereShape{0.1}}, {"floor", "world", HalfSpaceShape{}}}));
  const System system = builder.build();
  const Scene scene = make_scene(system);
  SceneFrame frame;
  FrameSampler(scene).sample(system.default_state(), frame);
  EXPECT_EQ(frame.patches, static_cast<int>(scene.patches.size()));
  EXPECT_EQ(static_cast<int>(frame.numbers.size()), frame_width(scene));
  const float* patch = frame.numbers.data() + frame.numbers.size() - 11 * scene.patches.size();
  EXPECT_EQ(patch[0], 1);  // an ellipse
  EXPECT_NEAR(patch[1], 0.3, 1e-6);
  EXPECT_NEAR(std::hypot(patch[4], patch[5], patch[6]), 0.01, 1e-6);  // √(R·x)
  EXPECT_NEAR(std::hypot(patch[7], patch[8], patch[9]), 0.01, 1e-6);
  EXPECT_GT(patch[10], 0);
  for (std::size_t i = 11; i < 11 * scene.patches.size(); ++i) EXPECT_EQ(patch[i], 0);
}

/// A chain of links with dampers, a spring and a motor.
System chain(int links) {
  ModelBuilder model("chain");
  for (int i = 0; i < links; ++i) {
    const std::string name = "link" + std::to_string(i),
                      parent = i == 0 ? "world" : "link" + std::to_string(i - 1);
    model.body(name, Pose<double>::translation({0, 0, -0.05}) * solid_cylinder(0.1, 0.01, 0.1));
    model.joint("joint" + std::to_string(i), Pin{}, parent, name)
        .axis({i % 2 == 0 ? 1.0 : 0.0, i % 2 == 0 ? 0.0 : 1.0, 0})
        .parent_frame(Vec3<double>{0, 0, i == 0 ? 0 : -0.1});
  }
  SystemBuilder builder(model.build());
  builder.add("spring", TwoPointSpring("world", "link" + std::to_string(links - 1), 10, 1));
  builder.add("motor", Motor("joint0", 5));
  return builder.build();
}

TEST(FrameSampler, AllocatesNothingOnceItHasRun) {
  const System system = chain(50);
  State state = system.default_state();
  const Scene scene = make_scene(system, {.reactions = true});
  const FrameSampler sampler(scene);
  SceneFrame frame;
  sampler.sample(state, frame);
  for (int i = 0; i < 10; ++i) {
    state.set_q(3, 0.1 * i + 0.05);
    state.set_u(7, 0.2 * i + 0.01);
    const long before = allocations();
    sampler.sample(state, frame);
    EXPECT_EQ(allocations(), before);
  }
}

TEST(FrameSampler, AllocatesNothingWithConstraints) {
  const Linkage linkage = four_bar(Closure::in_plane);
  State state = linkage.start;
  const FrameSampler sampler(make_scene(state, {.reactions = true}));
  SceneFrame frame;
  sampler.sample(state, frame);
  state.set_u(0, 1.0);
  const long before = allocations();
  sampler.sample(state, frame);
  EXPECT_EQ(allocations(), before);
}

TEST(FrameSampler, SaysNaNWhereSomethingCannotBeComputed) {
  const System system = chain(2);
  Scene scene = make_scene(system);
  scene.add_body("lost", [](const State&) -> Pose<double> { fail("nobody knows"); });
  const int undefined = scene.add_signal("undefined", "", [](const State&) -> double { fail("never"); });
  scene.add_arrow("nowhere", "N", [](const State&) -> ArrowValue { fail("nowhere"); });
  SceneFrame frame;
  FrameSampler(scene).sample(system.default_state(), frame);
  for (int i = 0; i < 7; ++i) EXPECT_TRUE(std::isnan(frame.numbers[7 * 3 + i]));
  EXPECT_TRUE(std::isnan(frame.numbers[7 * frame.bodies + undefined]));
  EXPECT_TRUE(std::isnan(frame.numbers.back()));
  EXPECT_TRUE(std::isfinite(frame.numbers[7 * frame.bodies]));
}

TEST(FrameSampler, RefusesStatesOfAnotherSystem) {
  const System system = chain(2);
  const Linkage linkage = four_bar(Closure::ball);
  const FrameSampler sampler(make_scene(system));
  SceneFrame frame;
  expect_error([&] { sampler.sample(linkage.start, frame); }, {"four-bar", "chain"});
  expect_error([&] { FrameSampler(linkage.system, make_scene(system)); }, {"four-bar", "chain"});
}

}  // namespace
}  // namespace sarrus::testing::frame_sampler_test
