// Eight states of a robot at once (SIMD): the same functions with packs of eight numbers.
#include <cstdio>

#include "sarrus/dynamics.h"
#include "sarrus/sarrus.h"
using namespace sarrus;

int main() {
  ModelBuilder builder("arm");
  std::string parent = "world";
  for (int i = 1; i <= 6; ++i) {
    const std::string name = "link" + std::to_string(i);
    builder.body(name, solid_capsule(2.0, 0.05, 0.3));
    builder.joint("joint" + std::to_string(i), Pin{}, parent, name)
        .axis(i % 2 == 0 ? Vec3{0, 1, 0} : Vec3{0, 0, 1})
        .parent_frame(Vec3{0, 0, i == 1 ? 0.0 : 0.2})
        .child_frame(Vec3{0, 0, -0.2});
    parent = name;
  }
  const Model model = builder.build();
  const Tree<Pack8d> tree(model);
  PositionKinematics<Pack8d> position(tree);

  // Joint 2 takes eight different angles; all others are the same in every lane.
  std::vector<Pack8d> q(6, Pack8d(0.2));
  q[1] = Pack8d::each([](int lane) { return 0.1 * lane; });
  calc_position_kinematics(tree, q, position);
  const Vec3<Pack8d> tip = calc_pose(tree, position, FrameOn<Pack8d>(6, Vec3{0, 0, 0.2})).p;
  for (int lane = 0; lane < 8; ++lane)
    std::printf("joint2 = %.1f: tip at (%7.4f, %7.4f, %7.4f)\n", 0.1 * lane, tip.x[lane], tip.y[lane],
                tip.z[lane]);
}
