/// Gears whose teeth are pitch circles that do not slip.

#include <Eigen/Dense>

#include "sarrus/joint/joints.h"
#include "tests/mechanism/mechanism.h"

namespace sarrus::testing::gear_train_test {
namespace {

constexpr double sun_radius = 0.03, planet_radius = 0.02, ring_radius = 0.07, arm = 0.05;
constexpr double sun_inertia = 2e-4, carrier_inertia = 5e-4, planet_mass = 0.1, planet_inertia = 3e-5;
constexpr double torque = 0.4;

RigidInertia<double> wheel(double mass, double axial) {
  return RigidInertia<double>::from_central(mass, {}, {axial, axial, axial, 0, 0, 0});
}
/// A frame at a point of the carrier whose z axis is a direction in it.
Pose<double> tooth(const Vec3<double>& at, const Vec3<double>& along) {
  return {rotation_with_axis(2, along), at};
}

/// A planetary gear with three planets in a ring that stands still: 2 of 6 equations are redundant.
System planetary() {
  ModelBuilder model("planetary gear");
  model.gravity({0, 0, 0});
  model.body("sun", wheel(0.2, sun_inertia)).body("carrier", wheel(0.3, carrier_inertia));
  model.joint("sun", Pin{}, "world", "sun");
  model.joint("carrier", Pin{}, "world", "carrier");
  const auto out = [](int i) { return Vec3<double>{std::cos(2 * pi * i / 3), std::sin(2 * pi * i / 3), 0}; };
  for (int i = 0; i < 3; ++i) {
    const std::string planet = "planet" + std::to_string(i);
    model.body(planet, wheel(planet_mass, planet_inertia));
    model.joint(planet, Pin{}, "carrier", planet).parent_frame(arm * out(i));
  }
  SystemBuilder builder(model.build());
  builder.add("torque", MobilityConstant("sun", torque));
  for (int i = 0; i < 3; ++i) {
    const std::string number = std::to_string(i), planet = "planet" + number;
    const Vec3<double> along = cross(Vec3<double>::unit_z(), out(i));
    builder.add("sun" + number,
                NoSlipConstraint(Place("carrier", tooth(sun_radius * out(i), along)), "sun", planet));
    builder.add("ring" + number,
                NoSlipConstraint(Place("carrier", tooth(ring_radius * out(i), along)), planet, "world"));
  }
  return builder.build();
}

/// Willis: (ω_sun − ω_carrier)/(ω_ring − ω_carrier) = −r_ring/r_sun, with a ring that stands still.
constexpr double ratio = 1 + ring_radius / sun_radius;

TEST(GearTrain, PlanetsTurnByWillis) {
  const System system = planetary();
  State state = system.default_state();
  set(state, "sun", 0, 8);
  assemble(state);
  const double sun = speed(state, "sun"), carrier = speed(state, "carrier");
  EXPECT_GT(sun, 1);
  EXPECT_NEAR(sun / carrier, ratio, 1e-13);
  for (const char* planet : {"planet0", "planet1", "planet2"})
    EXPECT_NEAR(speed(state, planet), -carrier * ring_radius / planet_radius, 1e-13);
}

TEST(GearTrain, PlanetsShareTheLoad) {
  const System system = planetary();
  const State state = system.default_state();
  // All inertia as seen from the sun.
  const double spin = (1 - ring_radius / planet_radius) / ratio;
  const double inertia = sun_inertia + (carrier_inertia + 3 * planet_mass * arm * arm) / (ratio * ratio) +
                         3 * planet_inertia * spin * spin;
  EXPECT_NEAR(rate(state, "sun"), torque / inertia, 1e-10);
  EXPECT_NEAR(rate(state, "carrier"), torque / inertia / ratio, 1e-10);
  const double tooth_force = (torque - sun_inertia * torque / inertia) / (3 * sun_radius);
  for (const char* mesh : {"sun0", "sun1", "sun2"})
    EXPECT_NEAR(multipliers(state, system.element(mesh))[0], -tooth_force, 1e-11) << mesh;
  // What is put in is kinetic energy.
  Simulation simulation(state, {.accuracy = 1e-9});
  simulation.run(0.5);
  const State& end = simulation.state();
  EXPECT_NEAR(coordinate(end, "sun"), 0.5 * torque / inertia * 0.25, 1e-6);
  EXPECT_NEAR(kinetic_energy(end), torque * coordinate(end, "sun"), 1e-7);
  EXPECT_NEAR(coordinate(end, "sun") / coordinate(end, "carrier"), ratio, 1e-9);
}

/// The same as equations between angles: sun and ring hang on the carrier, and the ring is kept still.
TEST(GearTrain, AnglesInProportionDoTheSame) {
  ModelBuilder model("planetary gear");
  model.gravity({0, 0, 0});
  model.body("carrier", wheel(0.3, carrier_inertia)).body("sun", wheel(0.2, sun_inertia));
  model.body("ring", wheel(0.5, 1e-3)).body("planet", wheel(planet_mass, planet_inertia));
  model.joint("carrier", Pin{}, "world", "carrier");
  model.joint("sun", Pin{}, "carrier", "sun");
  model.joint("ring", Pin{}, "carrier", "ring");
  model.joint("planet", Pin{}, "carrier", "planet").parent_frame({arm, 0, 0});
  SystemBuilder builder(model.build());
  builder.add("torque", MobilityConstant("sun", torque));
  builder.add("sun mesh", GearConstraint("sun", "planet", -sun_radius / planet_radius));
  builder.add("ring mesh", GearConstraint("planet", "ring", planet_radius / ring_radius));
  builder.add("brake", GearConstraint("carrier", "ring", -1));
  const State state = builder.build().default_state();
  // The torque between sun and carrier turns both: its power is torque·(ω_sun − ω_carrier).
  const double spin = (1 - ring_radius / planet_radius) / ratio;
  const double inertia = sun_inertia + (carrier_inertia + planet_mass * arm * arm) / (ratio * ratio) +
                         planet_inertia * spin * spin;
  const double sun_rate = torque * (1 - 1 / ratio) / inertia;
  EXPECT_NEAR(rate(state, "carrier"), sun_rate / ratio, 1e-10);
  EXPECT_NEAR(rate(state, "sun"), sun_rate * (1 - 1 / ratio), 1e-10);
}

/// A differential of bevel gears. With the speeds a and b of the side gears, the case turns at (a + b)/2 and
/// the pinion, whose inertia about its axis is J, at ±R/h·(a − b)/2.
TEST(GearTrain, DifferentialSharesTorqueAndLetsSpeedsDiffer) {
  constexpr double R = 0.05, h = 0.03, left = 2e-3, right = 5e-3, J = 1e-4, pinion_mass = 0.3;
  ModelBuilder model("differential");
  model.gravity({0, 0, 0});
  model.body("case", wheel(1, 4e-3)).body("left", wheel(1, left)).body("right", wheel(1, right));
  model.body("pinion", wheel(pinion_mass, J));
  for (const char* name : {"case", "left", "right"}) model.joint(name, Pin{}, "world", name).axis({0, 1, 0});
  model.joint("pinion", Pin{}, "case", "pinion").axis({1, 0, 0}).parent_frame({R, 0, 0});
  SystemBuilder builder(model.build());
  builder.add("torque", MobilityConstant("case", torque));
  const Vec3<double> z{0, 0, 1};
  builder.add("left mesh", NoSlipConstraint(Place("case", tooth({R, h, 0}, z)), "left", "pinion"));
  builder.add("right mesh", NoSlipConstraint(Place("case", tooth({R, -h, 0}, z)), "right", "pinion"));
  State state = builder.build().default_state();
  set(state, "left", 0, 7), set(state, "right", 0, -2), set(state, "case", 0, 2.5);
  assemble(state);
  const double a = speed(state, "left"), b = speed(state, "right");
  EXPECT_GT(a - b, 1);
  EXPECT_NEAR(speed(state, "case"), (a + b) / 2, 1e-13);
  EXPECT_NEAR(std::abs(speed(state, "pinion")), R / h * (a - b) / 2, 1e-13);
  // T = ½·(a, b)·M·(a, b)ᵀ, and the torque does the work torque·(a + b)/2.
  const double carried = 4e-3 + J + pinion_mass * R * R, spinning = J * R * R / (h * h);
  Eigen::Matrix2d M;
  M << left + (carried + spinning) / 4, (carried - spinning) / 4,  //
      (carried - spinning) / 4, right + (carried + spinning) / 4;
  const Eigen::Vector2d rates = M.inverse() * Eigen::Vector2d(torque / 2, torque / 2);
  EXPECT_NEAR(rate(state, "left"), rates[0], 1e-10);
  EXPECT_NEAR(rate(state, "right"), rates[1], 1e-10);
  EXPECT_NEAR(kinetic_energy(state), 0.5 * Eigen::Vector2d(a, b).dot(M * Eigen::Vector2d(a, b)), 1e-15);
}

}  // namespace
}  // namespace sarrus::testing::gear_train_test
