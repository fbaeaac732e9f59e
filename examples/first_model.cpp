// A double pendulum: where its tip is and how fast it moves.
#include <iostream>

#include "sarrus/sarrus.h"
using namespace sarrus;

int main() {
  ModelBuilder builder("double pendulum");
  builder.body("upper", thin_rod(1.0, {0, 0, 1})).body("lower", thin_rod(0.5, {0, 0, 0.6}));
  builder.joint("shoulder", Pin{}, "world", "upper").axis({0, 1, 0}).child_frame(Vec3<double>{0, 0, 0.5});
  builder.joint("elbow", Pin{}, "upper", "lower")
      .axis({0, 1, 0})
      .parent_frame(Vec3<double>{0, 0, -0.5})
      .child_frame(Vec3<double>{0, 0, 0.3});
  builder.point("tip", "lower", {0, 0, -0.3});
  const Model model = builder.build();
  std::cout << model;

  const Tree<double> tree(model);
  PositionKinematics<double> position(tree);
  VelocityKinematics<double> velocity(tree);
  calc_position_kinematics(tree, std::vector{0.5, 1.0}, position);             // angles (rad)
  calc_velocity_kinematics(tree, position, std::vector{1.0, -2.0}, velocity);  // their rates (rad/s)
  const Vec3<double> p = calc_pose(tree, position, model.point("tip")).p;
  const Vec3<double> v = calc_velocity(tree, position, velocity, model.point("tip")).v;
  std::cout << "tip at (" << p.x << ", " << p.z << ") m, moving at (" << v.x << ", " << v.z << ") m/s\n"
            << "kinetic energy " << calc_kinetic_energy(tree, position, velocity) << " J\n";
}
