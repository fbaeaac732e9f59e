#include <cmath>

#include "models/linkage_parts.h"
#include "models/mechanisms.h"
#include "sarrus/force/forces.h"
#include "sarrus/function/cubic_spline.h"
#include "sarrus/function/linear.h"
#include "sarrus/joint/joints.h"

namespace sarrus::models {

Model measured_leg_model() {
  ModelBuilder builder("leg with a measured knee");
  builder.body("thigh", Pose<double>::translation({0, 0, -0.2}) * solid_cylinder(8, 0.08, 0.4));
  builder.body("shank", Pose<double>::translation({0, 0, -0.2}) * solid_cylinder(3.5, 0.05, 0.4));
  builder.body("foot", Pose<double>::translation({0.06, 0, -0.03}) * solid_brick(1, {0.25, 0.08, 0.06}));
  builder.joint("hip", Ball{}, "world", "thigh").parent_frame(Vec3<double>{0, 0, 0.9});
  const Array<double> bend{0.0, 0.3, 0.7, 1.2, 1.7, 2.1};
  FunctionBased knee(1);
  knee.rotation({0, 1, 0}, linear({1.0}))
      .translation({1, 0, 0}, cubic_spline(bend, {-0.005, 0.001, 0.006, 0.009, 0.005, -0.004}))
      .translation({0, 0, 1}, cubic_spline(bend, {-0.396, -0.398, -0.399, -0.403, -0.408, -0.415}));
  builder.joint("knee", knee, "thigh", "shank").limit(0, 2.1);
  builder.joint("ankle", Pin{}, "shank", "foot").axis({0, 1, 0}).parent_frame(Vec3<double>{0, 0, -0.4});
  builder.point("toe", "foot", {0.185, 0, -0.06});
  return builder.build();
}

Array<double> stride(const Model& leg, double s) {
  const double hip = 0.45 * std::sin(2 * pi * s), bend = 0.55 + 0.45 * std::sin(2 * pi * s + 0.9);
  Array<double> q = leg.default_q();
  q[leg.coordinate_number("hip.qw")] = std::cos(-0.5 * hip);
  q[leg.coordinate_number("hip.qy")] = std::sin(-0.5 * hip);
  q[leg.coordinate_number("knee")] = bend;
  q[leg.coordinate_number("ankle")] = 0.25 * std::sin(2 * pi * s + 2.5);
  return q;
}

Linkage measured_leg() {
  SystemBuilder builder(measured_leg_model());
  builder.add("damping", GlobalDamper(0.3));
  builder.add("knee stop", MobilityStop("knee", 0, 2.1, 2000, 0.5));
  const System system = builder.build();
  State start = system.default_state();
  start.set_q(stride(system.model(), 0.25));
  return {system, start};
}

}  // namespace sarrus::models
