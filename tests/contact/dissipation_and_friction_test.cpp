/// Dissipation of impacts and Stribeck friction against closed forms.

#include <gtest/gtest.h>

#include <cmath>

#include "sarrus/contact/contact_laws.h"
#include "sarrus/contact/internal/stribeck_friction.h"
#include "tests/contact/contact_scenes.h"

namespace sarrus::testing::dissipation_and_friction_test {
namespace {

/// The restitution e of f·(1 + a·ẋ) solves a·v·(1 + e) = ln((1 + a·v)/(1 − a·e·v)), whatever the stiffness
/// and the mass.
TEST(HuntCrossley, HasTheRestitutionOfTheClosedForm) {
  const double rows[][2] = {
      {0.1, 0.93747557994991}, {0.5, 0.74843493159743}, {0.75, 0.6629622000015}, {1.0, 0.59362426004004}};
  for (const auto& [a_v, e] : rows)
    for (const double modulus : {1e6, 1e9}) {
      const ContactMaterial material{.modulus = modulus, .dissipation = a_v / 1.5, .thickness = 0.01};
      BallOnFloor scene{.ball = material, .floor = material, .gravity = {0, 0, 0}};
      const System system = scene.make();
      Simulation simulation(BallOnFloor::at(system, {0, 0, 0.101}, {0, 0, -1}), {.accuracy = 1e-9});
      simulation.run(0.3);
      EXPECT_NEAR(simulation.state().u(5), e, 1e-6) << a_v;
    }
}

TEST(Stribeck, AgreesWithTheTable) {
  const double rows[][2] = {{0.1, 0.006848}, {0.25, 0.0828125},   {0.5, 0.4},  {0.75, 0.7171875},
                            {1.0, 0.8},      {1.5, 0.7689453125}, {2.0, 0.65}, {2.5, 0.5310546875},
                            {3.0, 0.5},      {5.0, 0.5}};
  const PairMaterial material{.static_friction = 0.8, .dynamic_friction = 0.5};
  for (const auto& [s, mu] : rows)
    EXPECT_NEAR(internal::friction_coefficient(material, 0.01 * s, 0.01), mu, 1e-14) << s;
}

/// A block on an incline creeps down at the speed at which friction carries its weight; it begins with that
/// speed here.
struct CreepingBlock {
  double degrees, creep_speed, drift;  ///< Drift in 60 s.

  State start() const {
    const double slope = degrees * M_PI / 180;
    const ContactMaterial material{
        .modulus = 1e6, .dissipation = 20, .static_friction = 0.8, .dynamic_friction = 0.5};
    ModelBuilder model("block");
    model.gravity({9.81 * std::sin(slope), 0, -9.81 * std::cos(slope)});
    model.body("block", solid_brick(1, {0.2, 0.2, 0.1}));
    model.joint("slide", Translation{}, "world", "block");
    SystemBuilder builder(model.build());
    builder.add("contact", CompliantContact({{"floor", "world", HalfSpaceShape{}, material},
                                             {"block", "block", BoxShape{{0.2, 0.2, 0.1}}, material}}));
    State state = builder.build().default_state();
    const double stiffness = 0.5 * 1e6 / 0.01 * 0.2 * 0.2;  // of two layers in series, times the area
    state.set_q(2, 0.05 - 9.81 * std::cos(slope) / stiffness);
    return state;
  }
};
const CreepingBlock creeping_blocks[] = {{5, 0.0025546274178349, 0.15327764507009},
                                         {10, 0.0034036909555371, 0.20422145733223},
                                         {20, 0.0047594305493564, 0.28556583296138},
                                         {30, 0.006231198104106, 0.37387188624636},
                                         {38, 0.0085685688009778, 0.51411412805867}};

TEST(Stribeck, ALoadedContactCreeps) {
  for (const CreepingBlock& block : creeping_blocks) {
    State state = block.start();
    state.set_u(0, block.creep_speed);
    EXPECT_NEAR(udot(state)[0], 0, 1e-10) << block.degrees;
    Simulation simulation(block.start(), {.accuracy = 1e-8});  // from rest
    simulation.run(2);
    EXPECT_NEAR(simulation.state().u(0), block.creep_speed, 1e-7) << block.degrees;
  }
}

/// In a minute they drift by centimeters, as far as the table says.
TEST(Stribeck, CreepDoesNotEnd) {
  for (const CreepingBlock& block : creeping_blocks) {
    State state = block.start();
    state.set_u(0, block.creep_speed);
    Simulation simulation(state, {.accuracy = 1e-8});
    simulation.run(60);
    EXPECT_NEAR(simulation.state().q(0), block.drift, 1e-7) << block.degrees;
  }
}

/// A ball that slides until it rolls. Friction rises from zero within the transition speed, which is small
/// here.
TEST(Stribeck, ABallSlidesUntilItRolls) {
  const ContactMaterial material{
      .modulus = 1e9, .dissipation = 5, .static_friction = 0.3, .dynamic_friction = 0.3};
  BallOnFloor scene{.ball = material, .floor = material};
  scene.options.transition_speed = 1e-4;
  const System system = scene.make();
  // Pressed in by its weight: 4/3·E*·√R·x^1.5 = m·g.
  const double x = std::pow(9.81 / (4.0 / 3 * 5e8 * std::sqrt(0.1)), 2.0 / 3);
  Simulation simulation(BallOnFloor::at(system, {0, 0, 0.1 - x}, {2, 0, 0}), {.accuracy = 1e-8});
  simulation.run(0.5);
  EXPECT_NEAR(simulation.state().u(3), 1.4285714285714, 2e-4);  // 5/7 of 2 m/s
  EXPECT_NEAR(simulation.state().u(1), 14.285714285714, 3e-3);  // rolling
  const double rolled = 1.4285714285714 * (0.5 - 0.19416533178001);
  EXPECT_NEAR(simulation.state().q(4), 0.33285485448002 + rolled, 3e-4);
}

/// Torsional and rolling resistance decelerate a spinning and a rolling ball by their torques.
TEST(RollingResistance, StopsSpinAndRolling) {
  const ContactMaterial material{.modulus = 1e7,
                                 .dissipation = 5,
                                 .static_friction = 0.5,
                                 .dynamic_friction = 0.5,
                                 .torsion_radius = 0.004,
                                 .rolling_radius = 0.002};
  BallOnFloor scene{.ball = material, .floor = material};
  const System system = scene.make();
  const double x = std::pow(9.81 / (4.0 / 3 * 5e6 * std::sqrt(0.1)), 2.0 / 3);
  const double I = 0.4 * 1 * 0.01;
  State spinning = BallOnFloor::at(system, {0, 0, 0.1 - x}, {0, 0, 0}, {0, 0, 30});
  EXPECT_NEAR(udot(spinning)[2], -0.004 * 0.5 * 9.81 / I, 1e-9);
  // Rolling: the resisting torque and the friction at the contact, which together keep v = R·ω.
  Simulation simulation(BallOnFloor::at(system, {0, 0, 0.1 - x}, {3, 0, 0}, {0, 30, 0}), {.accuracy = 1e-7});
  simulation.run(0.2);
  const double deceleration = 0.002 * 9.81 / 0.1 / (1 + 0.4);
  EXPECT_NEAR(simulation.state().u(3), 3 - 0.2 * deceleration, 2e-3);
}

}  // namespace
}  // namespace sarrus::testing::dissipation_and_friction_test
