/// What docs/models.md shows, compiled and run.

#include <gtest/gtest.h>

#include <numbers>

#include "sarrus/sarrus.h"

namespace sarrus::testing {
namespace {

TEST(ModelsSnippets, BodiesJointsFramesAndPoints) {
  const Pose<double> X_BF = Pose<double>::translation({0, 0.05, 0.3});
  // [builder]
  ModelBuilder builder("arm");
  builder.body("upper", solid_capsule(2.0, 0.05, 0.3));  // inertia about the body's own origin
  builder.particle("bob", 0.5).massless_body("carrier");
  builder.joint("shoulder", Ball{}, "world", "upper");
  builder.joint("slide", Slider{}, "upper", "carrier");
  builder.joint("fixed", Weld{}, "carrier", "bob");
  builder.frame("camera", "upper", X_BF).point("mark", "upper", {0, 0, 0.1});
  const Model model = builder.build();
  // [/builder]
  EXPECT_EQ(model.nu(), 4);
  EXPECT_NEAR(pose(System(model).default_state(), "camera").p.z, 0.3, 1e-15);
}

TEST(ModelsSnippets, JointsByDenavitHartenbergParameters) {
  constexpr double pi = std::numbers::pi;
  ModelBuilder builder("robot");
  builder.body("link1", solid_sphere(1, 0.1)).body("link2", solid_sphere(1, 0.1));
  // [denavit-hartenberg]
  using DH = DenavitHartenberg;
  builder.joint("waist", Pin{}, DH::standard(0, pi / 2, 0), "world", "link1");  // a, alpha, d, theta
  builder.joint("shoulder", Pin{}, DH::standard(0.4318, 0, 0), "link1", "link2");
  // [/denavit-hartenberg]
  State state = System(builder.build()).default_state();
  state.set_q("shoulder", 0.5);
  const Vec3<double> p = pose(state, "link2").p;  // the shoulder turns about −y
  EXPECT_NEAR(p.x, 0.4318 * std::cos(0.5), 1e-15);
  EXPECT_NEAR(p.z, 0.4318 * std::sin(0.5), 1e-15);
}

}  // namespace
}  // namespace sarrus::testing
