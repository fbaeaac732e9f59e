#include "tests/support/cut_loops.h"
#include "sarrus/joint/joints.h"
#include "sarrus/spatial/solids.h"
#include "tests/support/by_joint.h"

namespace sarrus::testing {

namespace {
const Vec3<double> down{0, -9.81, 0};

/// A rod or a brick from a body's origin to `tip`.
RigidInertia<double> rod_to(double mass, const Vec3<double>& tip) {
  return Pose<double>::translation(0.5 * tip) * thin_rod(mass, tip);
}
RigidInertia<double> brick_to(double mass, const Vec3<double>& tip) {
  return Pose<double>::translation(0.5 * tip) * solid_brick(mass, {0.1, 0.2, 0.3});
}
}  // namespace

State Loop::moving(const System& system) const {
  State state = system.default_state();
  state.set_u(joint_named(state, driven).u0, speed);
  const int driver = state.model().joint_body(driven);
  state.lock(driver, MotionLevel::velocity);  // the speed stays as given
  ConstraintProjection projection;
  require(projection.project_positions(state, 1e-13) && projection.project_velocities(state, 1e-13),
          "the loop '{}' does not close", system.model().name());
  state.unlock(driver);
  return state;
}

Loop four_bar_of_pins() {
  Loop loop{ModelBuilder("four-bar of pins"),
            {"crank", "coupler", "rocker"},
            {"crank", "coupler", "rocker", "tip"},
            "crank",
            6};
  ModelBuilder& model = loop.model;
  model.gravity(down);
  model.body("crank", rod_to(0.35, {0, 0.35, 0}));
  model.body("coupler", rod_to(0.9, {0, 0.9, 0}));
  model.body("rocker", rod_to(0.8, {0, 0.8, 0}));
  model.joint("crank", Pin{}, "world", "crank");
  model.joint("coupler", Pin{}, "crank", "coupler").parent_frame({0, 0.35, 0}).start({-1.0813632361021039});
  model.joint("rocker", Pin{}, "world", "rocker").parent_frame({1, 0, 0}).start({0.25999481495877819});
  model.joint("tip", Pin{}, "coupler", "rocker")
      .parent_frame({0, 0.9, 0})
      .child_frame({0, 0.8, 0})
      .start({0.25999481495877819 + 1.0813632361021039});
  return loop;
}

Loop bricard_of_pins() {
  const Vec3<double> P[] = {{0, 0, 0}, {1, 0, 0}, {1, -1, 0}, {1, -1, 1}, {0, -1, 1}, {0, 0, 1}};
  const Vec3<double> axes[] = {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 0}};
  Loop loop{ModelBuilder("Bricard linkage of pins"), {}, {}, "hinge0", -1};
  loop.model.gravity(down);
  std::string before = "world";
  for (int i = 0; i < 6; ++i) {
    const std::string rod = i == 5 ? "world" : "rod" + std::to_string(i + 1);
    loop.joints.push_back("hinge" + std::to_string(i));
    JointDescription& joint = loop.model.joint(loop.joints.back(), Pin{}, before, rod).axis(axes[i]);
    if (i > 0) joint.parent_frame(P[i] - P[i - 1]);
    if (i == 5) joint.child_frame(P[5]);
    if (i == 5) break;
    loop.model.body(rod, rod_to(1, P[i + 1] - P[i]));
    loop.bodies.push_back(rod);
    before = rod;
  }
  return loop;
}

Loop spatial_four_bar() {
  const Vec3<double> A{0, 0, 0}, B{0.1, 0.4, 0.1}, C{0.9, 0.6, -0.3}, D{1, 0, 0};
  Loop loop{ModelBuilder("spatial four-bar"),
            {"crank", "coupler", "rocker"},
            {"left", "ball", "cross", "right"},
            "left",
            2};
  ModelBuilder& model = loop.model;
  model.gravity(down);
  model.body("crank", brick_to(0.5, B - A)).body("coupler", brick_to(1, C - B));
  model.body("rocker", brick_to(0.7, C - D));
  model.joint("left", Pin{}, "world", "crank").parent_frame(A).axis({0.1, 0.2, 1});
  model.joint("ball", Ball{}, "crank", "coupler").parent_frame(B - A);
  model.joint("cross", Universal{}, "coupler", "rocker").parent_frame(C - B).child_frame(C - D);
  model.joint("right", Pin{}, "rocker", "world").child_frame(D).axis({-0.3, 0.1, 1});
  return loop;
}

}  // namespace sarrus::testing
