#include "models/mechanisms.h"

#include "models/linkage_parts.h"
#include "sarrus/constraint/constraints.h"
#include "sarrus/force/two_point_spring.h"
#include "sarrus/joint/joints.h"

namespace sarrus::models {

Linkage sarrus_linkage() {
  // Plates of length 1 on hinges at distance 0.5 from the middle, along x on the side −y and along y on the
  // side −x. At q = 0 they stand in a line; at an angle a they bulge outward and carry the platform at the
  // height 2·cos(a).
  const double half = 0.5, angle = 0.5;
  const Vec3<double> x{1, 0, 0}, y{0, 1, 0}, up{0, 0, 1};
  const RigidInertia<double> plate =
      Pose<double>::translation(0.5 * up) * solid_brick(1, {half, half, 1});  // about its lower hinge
  ModelBuilder model("Sarrus linkage");
  model.gravity({0, 0, -9.81});
  for (const char* body : {"lower x", "upper x", "lower y", "upper y"}) model.body(body, plate);
  model.body("platform", solid_brick(2, {2 * half, 2 * half, 0.05}));
  model.joint("lower x", Pin{}, "world", "lower x").axis(x).parent_frame({0, -half, 0});
  model.joint("upper x", Pin{}, "lower x", "upper x").axis(x).parent_frame(up);
  model.joint("platform", Pin{}, "upper x", "platform").axis(x).parent_frame(up).child_frame({0, -half, 0});
  model.joint("lower y", Pin{}, "world", "lower y").axis(y).parent_frame({-half, 0, 0});
  model.joint("upper y", Pin{}, "lower y", "upper y").axis(y).parent_frame(up);

  SystemBuilder builder(model.build());
  const Rotation<double> along_y = rotation_with_axis(2, y);
  const Place on_platform("platform", Pose<double>{along_y, {-half, 0, 0}}),
      on_plate("upper y", Pose<double>{along_y, up});
  builder.add("hinge", BallConstraint(on_platform, on_plate));
  builder.add("its axis", ParallelAxesConstraint(on_platform, on_plate));
  builder.add("spring", TwoPointSpring("world", "platform", 60, 2));
  const System system = builder.build();
  State start = system.default_state();
  set(start, "lower x", angle, 0);
  set(start, "upper x", -2 * angle, 0);
  set(start, "platform", angle, 0);
  set(start, "lower y", -angle, 0);
  set(start, "upper y", 2 * angle, 0);
  return {system, start};
}

}  // namespace sarrus::models
