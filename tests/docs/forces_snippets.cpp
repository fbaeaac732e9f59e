/// What docs/forces.md shows, compiled and run.

#include <gtest/gtest.h>

#include "sarrus/algorithms.h"
#include "sarrus/extend.h"
#include "sarrus/sarrus.h"

namespace sarrus::testing {
namespace {

TEST(ForcesSnippets, ElementsAndTheirNumbers) {
  ModelBuilder bodies("cart");
  bodies.gravity({0, 0, -9.81}).body("cart", solid_brick(2, {0.2, 0.1, 0.1}));
  bodies.body("wheel", solid_cylinder(0.5, 0.05, 0.02));
  bodies.joint("rail", Slider{}, "world", "cart").start({1.0});
  bodies.joint("wheel", Pin{}, "cart", "wheel").axis({0, 1, 0});
  bodies.point("hook", "world", {0, 0, 0.1});
  const Model model = bodies.build();
  // [elements]
  SystemBuilder builder(model);
  builder.add("spring", TwoPointSpring("hook", {"cart", {0, 0, 0.1}}, 200.0, 0.5));
  builder.add("friction", JointFriction("wheel", {.static_force = 1.2,
                                                  .dynamic_force = 1.0,
                                                  .stribeck_velocity = 0.1,
                                                  .transition_velocity = 0.01}));
  const System system = builder.build();
  State state = system.default_state();
  state.set(system.parameter("spring.stiffness"), 300.0);
  state.set_enabled(system.element("friction"), false);
  // [/elements]
  EXPECT_NEAR(udot(state)[model.speed_number("rail.rate")], -300 * 0.5 / 2.5, 1e-12);
  state.set_u("wheel.rate", 1.0);
  EXPECT_EQ(dissipation(state), 0);
}

/// A rotor behind a gear whose ratio is a parameter: m = r²·J.
class GearedRotor : public ForceElement {
 public:
  std::vector<Dependency> declare(Declaration& system) override {
    ratio_ = system.declare_parameter("ratio", 99.0);
    const int speed = system.model().speed_number("elbow.rate");
    // [port]
    system.port(speed, {Source::q}, [this](const State& state) { return reflected_inertia(state); });
    // [/port]
    return {};
  }
  void add_forces(const State&, AppliedForces&) const override {}

 private:
  double reflected_inertia(const State& state) const { return state[ratio_] * state[ratio_] * 1.6e-4; }
  Parameter ratio_;
};

TEST(ForcesSnippets, RotorsJoinTheDiagonalOfTheMassMatrix) {
  ModelBuilder model("arm");
  model.body("arm", thin_rod(3, {1, 0, 0}));
  model.joint("elbow", Pin{}, "world", "arm");
  SystemBuilder builder(model.build());
  // [rotor]
  builder.add("rotor", RotorInertia("elbow", 1.6e-4, 99.0));
  builder.add("motor", Motor("elbow", 60.0));
  // [/rotor]
  const System system = builder.build();
  const double rod = 3.0 / 12, port = 99 * 99 * 1.6e-4;
  EXPECT_NEAR(mass_matrix(system.default_state())(0, 0), rod + port, 1e-14);
  State state = system.default_state();
  state.set(system.parameter("motor.command"), 100.0);
  EXPECT_NEAR(udot(state)[0], 60 / (rod + port), 1e-12);

  SystemBuilder own(model.build());
  own.add("rotor", GearedRotor());
  EXPECT_NEAR(mass_matrix(own.build().default_state())(0, 0), rod + port, 1e-14);
}

}  // namespace
}  // namespace sarrus::testing
