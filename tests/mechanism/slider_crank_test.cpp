/// A crank that turns at constant speed moves a slider through a rod. With the crank's angle θ, its length r
/// and the rod's length l,
///   x = r·cos θ + √(l² − r²·sin² θ)

#include "sarrus/joint/joints.h"
#include "sarrus/scalar/dual.h"
#include "sarrus/scalar/hyper_dual.h"
#include "tests/mechanism/mechanism.h"

namespace sarrus::testing::slider_crank_test {
namespace {

constexpr double r = 0.1, l = 0.3, crank_mass = 0.5, rod_mass = 0.8, slider_mass = 1.2;
constexpr double start = 0.4, crank_speed = 12;

/// Where the slider is.
template <class T>
T slider_position(const T& theta) {
  return r * cos(theta) + sqrt(T(l * l) - r * r * sin(theta) * sin(theta));
}

/// The energy of the moving mechanism as a function of the crank's angle. The rod's angle φ below the line of
/// the slider has l·sin φ = r·sin θ.
Dual<double, 1> energy_at(double angle) {
  using D = Dual<double, 1>;
  using DD = Dual<D, 1>;
  D theta(angle);
  theta.partial[0] = 1;
  DD t(theta);
  t.partial[0] = D(1);
  const DD x = slider_position(t), phi = asin(r * sin(t) / l), y_rod = 0.5 * r * sin(t);
  const DD x_rod = 0.5 * (r * cos(t) + x);
  const auto square = [](const D& a) { return crank_speed * crank_speed * a * a; };
  const D twice_kinetic = crank_mass * r * r / 3 * square(D(1)) + slider_mass * square(x.partial[0]) +
                          rod_mass * (square(x_rod.partial[0]) + square(y_rod.partial[0])) +
                          rod_mass * l * l / 12 * square(phi.partial[0]);
  return 0.5 * twice_kinetic + g * (crank_mass + rod_mass) * 0.5 * r * sin(theta);
}

enum class Drive { motion, constraint };

struct SliderCrank {
  System system;
  State start;
};

SliderCrank slider_crank(Drive drive) {
  ModelBuilder model("slider-crank");
  model.gravity({0, -g, 0});
  model.body("crank", rod_to(crank_mass, {r, 0, 0})).body("rod", rod_to(rod_mass, {l, 0, 0}));
  model.body("slider", solid_brick(slider_mass, {0.05, 0.05, 0.05}));
  model.joint("crank", Pin{}, "world", "crank").start({start});
  model.joint("rod", Pin{}, "crank", "rod")
      .parent_frame({r, 0, 0})
      .start({-start - std::asin(r * std::sin(start) / l)});
  model.joint("slider", Slider{}, "world", "slider").start({slider_position(start)});
  SystemBuilder builder(model.build());
  builder.add("wrist", PointOnLineConstraint("slider", Place("rod", {l, 0, 0})));
  const Function angle = linear({crank_speed}, start);
  if (drive == Drive::motion)
    builder.prescribe("drive", "crank", MotionLevel::position, {angle});
  else
    builder.add("drive", PrescribedCoordinateConstraint("crank", angle));
  const System system = builder.build();
  State state = system.default_state();
  set(state, "crank", start, crank_speed);
  prescribe(state);
  assemble(state);
  return {system, state};
}

TEST(SliderCrank, MovesByTheClosedFormHoweverItIsDriven) {
  for (const Drive drive : {Drive::motion, Drive::constraint}) {
    const SliderCrank mechanism = slider_crank(drive);
    Simulation simulation(mechanism.start, {.accuracy = 1e-9, .every = 0.02});
    simulation.run(1);  // two turns
    ASSERT_EQ(simulation.trajectory().size(), 51u);
    for (const State& state : simulation.trajectory()) {
      const double angle = start + crank_speed * state.time();
      HyperDual<double> theta(angle);
      theta.e1 = theta.e2 = crank_speed;
      const HyperDual<double> x = slider_position(theta);
      EXPECT_NEAR(coordinate(state, "crank"), angle, 1e-9);
      EXPECT_NEAR(coordinate(state, "slider"), x.value, 1e-9);
      EXPECT_NEAR(speed(state, "slider"), x.e1, 1e-8);
      EXPECT_NEAR(rate(state, "slider"), x.e12, 1e-6);
      // The power of the drive is the rate of the energy: torque = dE/dθ.
      const double torque = drive == Drive::motion ? motion_force(state, speed_number(state, "crank"))
                                                   : multipliers(state, mechanism.system.element("drive"))[0];
      EXPECT_NEAR(torque, energy_at(angle).partial[0], 1e-7);
      EXPECT_NEAR(energy(state), energy_at(angle).value, 1e-8);
    }
  }
}

}  // namespace
}  // namespace sarrus::testing::slider_crank_test
