#include <iostream>

#include "sarrus/sarrus.h"
using namespace sarrus;

int main() {
  ModelBuilder builder("double pendulum");
  builder.body("upper", thin_rod(1.0, {0, 0, 1.0})).body("lower", thin_rod(0.5, {0, 0, 0.6}));
  builder.joint("shoulder", Pin{}, "world", "upper").axis({0, 1, 0}).child_frame({0, 0, 0.5});
  builder.joint("elbow", Pin{}, "upper", "lower")
      .axis({0, 1, 0})
      .parent_frame({0, 0, -0.5})
      .child_frame({0, 0, 0.3});
  builder.point("tip", "lower", {0, 0, -0.3});
  const Model model = builder.build();

  const Tree tree(model);
  PositionKinematics position(tree);
  calc_position_kinematics(tree, {0.5, 1.0}, position);  // angles (rad)
  const Vec3<double> tip = calc_pose(tree, position, model.point("tip")).p;
  std::cout << model << "tip at (" << tip.x << ", " << tip.z << ") m\n";
}
