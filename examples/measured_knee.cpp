// A knee with one coordinate whose shank follows measured curves: a rotation and two translations as
// functions of the bend.
#include <cstdio>

#include "sarrus/algorithms.h"
#include "sarrus/dynamics.h"
#include "sarrus/extend.h"
#include "sarrus/sarrus.h"
using namespace sarrus;

int main() {
  // Measured positions of the shank's origin at five angles of the knee (m, in the thigh's frame).
  const std::vector<double> bend{0.0, 0.5, 1.0, 1.5, 2.0};
  const Function forward = cubic_spline(bend, {-0.005, 0.004, 0.008, 0.007, -0.002});
  const Function up = cubic_spline(bend, {-0.396, -0.398, -0.401, -0.406, -0.413});

  FunctionBased knee(1);
  knee.rotation({0, 1, 0}, linear({1.0})).translation({1, 0, 0}, forward).translation({0, 0, 1}, up);

  ModelBuilder builder("leg");
  builder.body("thigh", solid_capsule(8.0, 0.07, 0.3)).body("shank", solid_capsule(3.5, 0.05, 0.3));
  builder.joint("hip", Ball{}, "world", "thigh");
  builder.joint("knee", knee, "thigh", "shank").limit(0.0, 2.0);
  const Model model = builder.build();
  const Tree tree(model);
  PositionKinematics position(tree);
  MatrixX<double> J;

  std::printf("bend   forward      up           velocity of the shank's origin per rad/s\n");
  Array<double> q = model.default_q();
  for (double angle : {0.0, 0.25, 1.25, 2.0}) {
    q[model.coordinate_number("knee")] = angle;
    calc_position_kinematics(tree, q, position);
    const Pose<double> X = calc_pose(tree, position, model.body_number("thigh"), model.body_number("shank"));
    calc_station_jacobian(tree, position, model.body_number("shank"), J);
    const int k = model.speed_number("knee.rate");
    std::printf("%.2f  %9.6f  %9.6f    (%9.6f, %9.6f)\n", angle, X.p.x, X.p.z, J(0, k), J(2, k));
  }
}
