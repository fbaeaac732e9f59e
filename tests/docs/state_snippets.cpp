/// What docs/state.md shows, compiled and run.

#include <gtest/gtest.h>

#include <iostream>

#include "sarrus/extend.h"
#include "sarrus/sarrus.h"

namespace sarrus::testing {
namespace {

Model arm_on_a_crank() {
  ModelBuilder model("arm on a crank");
  model.body("crank", thin_rod(1, {0.2, 0, 0})).body("arm", thin_rod(1, {0.5, 0, 0}));
  model.joint("crank", Pin{}, "world", "crank");
  model.joint("elbow", Pin{}, "crank", "arm");
  model.body("hand", solid_sphere(0.3, 0.05));
  model.joint("wrist", Ball{}, "arm", "hand").parent_frame({0.25, 0, 0});
  return model.build();
}

TEST(StateSnippets, ASystemAndAState) {
  const Model model = arm_on_a_crank();
  // [state]
  SystemBuilder builder(model);
  builder.add("spring", TwoPointSpring("world", "hand", 1000.0, 0.1));
  builder.prescribe("drive", "crank", MotionLevel::position, {sinusoid(0.2, 3.0)});
  const System system = builder.build();

  State state = system.default_state();
  state.set_q("elbow", 0.5);
  state.set(system.parameter("spring.stiffness"), 2000.0);
  state.lock("elbow");
  std::cout << udot(state)[0] << ' ' << pose(state, "hand").p.x << ' ' << energy(state) << '\n';
  // [/state]
  EXPECT_EQ(udot(state)[model.speed_number("elbow.rate")], 0);
  EXPECT_NEAR(pose(state, "hand").p.x, 0.25 * std::cos(0.5), 1e-15);
  EXPECT_NEAR(potential_energy(state), 0.5 * 2000 * 0.15 * 0.15, 1e-12);
}

TEST(StateSnippets, ASpeedThatFadesAndOneThatIsLocked) {
  const Model model = arm_on_a_crank();
  SystemBuilder builder(model);
  const Parameter a = builder.declare().declare_parameter("fading.rate", 2.0, "1/s");
  // [motion]
  builder.prescribe_speed("fading", "elbow", MotionLevel::velocity, {Source::q, Source::u, a},
                          [a](const State& state) -> MotionValue {
                            return {-state[a] * state.q("elbow"),  // the speed, and its rate
                                    -state[a] * state.u("elbow.rate")};
                          });
  State state = builder.build().default_state();
  state.lock_speed("wrist.wx");
  // [/motion]
  state.set_q("elbow", 0.5);
  Simulation simulation(state, {.accuracy = 1e-9});
  simulation.run(1);
  EXPECT_NEAR(simulation.state().q("elbow"), 0.5 * std::exp(-2.0), 1e-7);
  EXPECT_EQ(simulation.state().u("wrist.wx"), 0);
}

TEST(StateSnippets, MeasuresMadeOfMeasures) {
  ModelBuilder model("ball");
  model.particle("ball", 1);
  model.joint("throw", Translation{}, "world", "ball");
  SystemBuilder builder(model.build());
  Declaration& system = builder.declare();
  const VectorMeasure tip = system.quantity<Vec3<double>>(
      "tip", {system.quantities().position}, Vec3<double>::zero(),
      [](const State& state, Vec3<double>& value) { value = pose(state, "ball").p; });
  const Measure height = component(system, "height", tip, 2);
  // [measures]
  const ExtremeMeasure most = extreme(system, "most", height, Extreme::maximum, true);  // and when: most.time
  const VectorMeasure earlier = delay(system, "earlier", tip, 0.02);                    // a jump stays a jump
  const ResultMeasure<double> estimate =
      result_measure(system, "estimate", 0.0);  // set(state, x) by a handler
  // [/measures]
  State state = builder.build().default_state();
  state.set_u(std::vector<double>{1, 0, 9.81});
  estimate.set(state, 3.0);
  Simulation simulation(state, {.accuracy = 1e-8});
  simulation.run(1.5);
  EXPECT_NEAR(simulation.state()[most], 0.5 * 9.81, 1e-6);
  EXPECT_NEAR(simulation.state()[most.time], 1, 1e-6);
  EXPECT_NEAR(simulation.state()[earlier].x, 1.48, 1e-6);
  EXPECT_EQ(simulation.state()[estimate], 3);
}

}  // namespace
}  // namespace sarrus::testing
