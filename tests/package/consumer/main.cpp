// Somebody else's program: it is compiled without the library's own flags and linked with it.
#include <cmath>
#include <cstdio>

#include "sarrus/sarrus.h"

int main() {
  using namespace sarrus;
  ModelBuilder builder("door");
  builder.body("leaf", solid_brick(12.0, {1.0, 0.04, 2.0}));
  builder.joint("hinge", Pin{}, "world", "leaf").child_frame({-0.5, 0, 0});
  const Model model = builder.build();
  const Tree<double> tree(model);
  PositionKinematics<double> position(tree);
  calc_position_kinematics(tree, {0.5}, position);
  const Vec3<double> handle = calc_pose(tree, position, {1, Vec3<double>{0.45, 0, 0}}).p;
  std::printf("handle at (%g, %g)\n", handle.x, handle.y);
  return std::hypot(handle.x - 0.95 * std::cos(0.5), handle.y - 0.95 * std::sin(0.5)) < 1e-12 ? 0 : 1;
}
