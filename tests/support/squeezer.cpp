#include "tests/support/squeezer.h"
#include "sarrus/constraint/constraints.h"
#include "sarrus/force/forces.h"
#include "sarrus/joint/joints.h"
#include "sarrus/model/builder.h"

namespace sarrus::testing {

Linkage squeezer() {
  // Meters, kilograms and seconds, with the names of the books.
  constexpr double xa = -0.06934, ya = -0.00227, xb = -0.03635, yb = 0.03273, xc = 0.014, yc = 0.072,
                   d = 0.028, da = 0.0115, e = 0.02, ea = 0.01421, rr = 0.007, ra = 0.00092, ss = 0.035,
                   sa = 0.01874, sb = 0.01043, sc = 0.018, sd = 0.02, ta = 0.02308, tb = 0.00916, u = 0.04,
                   ua = 0.01228, ub = 0.00449, zf = 0.02, zt = 0.04, fa = 0.01421;
  constexpr double motor_torque = 0.033, spring_stiffness = 4530, spring_length = 0.07785;

  ModelBuilder model("Andrews' squeezing mechanism");
  model.gravity({0, 0, 0});
  // A flat body with its joint at its origin.
  const auto rod = [&](const std::string& name, double mass, double inertia, const Vec3<double>& com,
                       const std::string& parent, const Vec3<double>& joint, double start) {
    model.body(name,
               RigidInertia<double>::from_central(mass, com, {inertia / 2, inertia / 2, inertia, 0, 0, 0}));
    model.joint(name, Pin{}, parent, name).parent_frame(joint).start({start});
  };
  constexpr double phi = 0.222668390165885884674473185609;
  rod("K1", 0.04325, 2.194e-6, {ra, 0, 0}, "world", {0, 0, 0}, -0.0617138900142764496358948458001);
  rod("K2", 0.00365, 4.410e-7, {-da, 0, 0}, "K1", {rr, 0, 0}, 0);
  rod("K3", 0.02373, 5.255e-6, {sb, -sa, 0}, "world", {xb, yb, 0}, 0.455279819163070380255912382449);
  rod("K5", 0.07050, 1.169e-5, {ta, tb, 0}, "world", {xa, ya, 0}, 0.487364979543842550225598953530);
  rod("K4", 0.00706, 5.667e-7, {0, ea - e, 0}, "K5", {zt, 0, 0}, phi);
  rod("K7", 0.05498, 1.912e-5, {ua, ub, 0}, "world", {xa, ya, 0}, 1.23054744454982119249735015568);
  rod("K6", 0.00706, 5.667e-7, {zf - fa, 0, 0}, "K7", {0, -u, 0}, -phi);

  SystemBuilder builder(model.build());
  builder.add("motor", MobilityConstant("K1", motor_torque));
  builder.add("spring", TwoPointSpring(Place("world", {xc, yc, 0}), Place("K3", {sd, -sc, 0}),
                                       spring_stiffness, spring_length));
  const Place end("K2", {-d, 0, 0});
  builder.add("K3 on K2", PointOnLineConstraint(Place("K3", {0, -ss, 0}), end));
  builder.add("K4 on K2", PointOnLineConstraint(Place("K4", {0, -e, 0}), end));
  builder.add("K6 on K2", PointOnLineConstraint(Place("K6", {zf, 0, 0}), end));
  const System system = builder.build();
  return {system, system.default_state()};
}

}  // namespace sarrus::testing
