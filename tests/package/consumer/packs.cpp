// Somebody else's program that computes four states at once.
#include <cmath>
#include <cstdio>

#include "sarrus/dynamics.h"
#include "sarrus/sarrus.h"

int main() {
  using namespace sarrus;
  ModelBuilder builder("pendulum");
  builder.body("rod", thin_rod(1.0, {1.0, 0, 0}));
  builder.joint("hinge", Pin{}, "world", "rod").child_frame({-0.5, 0, 0});
  const Tree<Pack4d> tree(builder.build());
  PositionKinematics<Pack4d> position(tree);
  calc_position_kinematics(tree, {Pack4d::each([](int i) { return 0.3 * i; })}, position);
  const Pack4d x = calc_pose(tree, position, 1).p.x;
  double worst = 0;
  for (int i = 0; i < 4; ++i) worst = std::fmax(worst, std::abs(x[i] - 0.5 * std::cos(0.3 * i)));
  std::printf("largest error %g\n", worst);
  return worst < 1e-12 ? 0 : 1;
}
