#include "models/mechanisms.h"

#include <cmath>

#include "models/linkage_parts.h"
#include "sarrus/constraint/ball_constraint.h"
#include "sarrus/force/mobility_damper.h"
#include "sarrus/force/mobility_spring.h"
#include "sarrus/joint/joints.h"

namespace sarrus::models {

namespace {

constexpr int leg_count = 6;
constexpr double lowest_length = 0.6;  // length of a leg with its slider at zero

/// Points in three pairs around a circle; the pairs on the ground and on the platform are offset by 60°.
Vec3<double> point_on_circle(double radius, int leg, double off) {
  const double pair = 2 * pi / 3 * ((leg + 1) / 2), angle = pair + (leg % 2 == 0 ? 1 : -1) * (pi / 3 - off);
  return {radius * std::cos(angle), radius * std::sin(angle), 0};
}
Vec3<double> on_ground(int leg) { return point_on_circle(1, leg, 0.15); }
Vec3<double> on_platform(int leg) { return point_on_circle(0.6, leg, pi / 3 - 0.2); }

Model make_model() {
  ModelBuilder model("Stewart platform");
  model.body("platform", solid_cylinder(10, 0.6, 0.1));
  model.joint("platform", Free{}, "world", "platform");
  for (int i = 0; i < leg_count; ++i) {
    const std::string number = std::to_string(i), cylinder = "cylinder" + number, rod = "rod" + number;
    model.body(cylinder, rod_from_joint(1, {0, 0, lowest_length}));
    model.body(rod,
               Pose<double>::translation({0, 0, -0.3}) * thin_rod(0.5, {0, 0, 0.6}));  // frame at its tip
    model.joint(cylinder, Universal{}, "world", cylinder).parent_frame(on_ground(i));
    model.joint(rod, Slider{}, cylinder, rod).axis({0, 0, 1}).parent_frame({0, 0, lowest_length});
  }
  return model.build();
}

}  // namespace

Linkage stewart_platform() {
  SystemBuilder builder(make_model());
  for (int i = 0; i < leg_count; ++i) {
    const std::string number = std::to_string(i), rod = "rod" + number;
    builder.add("ball" + number, BallConstraint(Place("platform", on_platform(i)), Place(rod)));
    builder.add("spring" + number, MobilitySpring(rod, 2000, 0.5));
    builder.add("damper" + number, MobilityDamper(rod, 5));
  }
  const System system = builder.build();

  // The platform is 1 m high, rotated by 0.1 rad about z and then by 0.2 rad about x.
  const Pose<double> X_WP{Rotation<double>::about_x(0.2) * Rotation<double>::about_z(0.1), {0.05, 0, 1}};
  State start = system.default_state();
  const Model& model = system.model();
  const int q0 = model.body(model.joint_body("platform")).q0;
  const double quaternion[] = {std::cos(0.1) * std::cos(0.05), std::sin(0.1) * std::cos(0.05),
                               -std::sin(0.1) * std::sin(0.05), std::cos(0.1) * std::sin(0.05)};
  for (int k = 0; k < 4; ++k) start.set_q(q0 + k, quaternion[k]);
  start.set_q(q0 + 4, X_WP.p.x), start.set_q(q0 + 5, X_WP.p.y), start.set_q(q0 + 6, X_WP.p.z);
  for (int i = 0; i < leg_count; ++i) {
    // Rx(a)·Ry(b)·z = (sin b, −sin a·cos b, cos a·cos b) is the direction of the leg.
    const Vec3<double> leg = X_WP * on_platform(i) - on_ground(i);
    const double length = norm(leg);
    const int legs_q0 = model.body(model.joint_body("cylinder" + std::to_string(i))).q0;
    start.set_q(legs_q0, std::atan2(-leg.y, leg.z));
    start.set_q(legs_q0 + 1, std::asin(leg.x / length));
    set(start, "rod" + std::to_string(i), length - lowest_length, 0);
  }
  return {system, start};
}

}  // namespace sarrus::models
