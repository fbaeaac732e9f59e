/// Every kind of force at once, on a mechanism of which a joint is driven.

#include <gtest/gtest.h>

#include "sarrus/force/forces.h"
#include "sarrus/function/sinusoid.h"
#include "sarrus/simulate/simulation.h"
#include "tests/force/force_rows.h"
#include "tests/support/random_model.h"

namespace sarrus::testing::all_forces_test {
namespace {

System system_of_all_forces() {
  const Vec3<double> here{0.3, -0.2, 0.4}, there{-0.5, 0.6, 0.1};
  SystemBuilder builder(floating_mechanism());
  builder.add("two_point_spring", TwoPointSpring({"slide", here}, {"ball", there}, 3.0, 0.7));
  builder.add("two_point_damper", TwoPointDamper({"slide", here}, "grip", 0.5));
  builder.add("two_point_force", TwoPointForce({1, here}, {"drum", there}, -0.4));
  builder.add("linear_bushing", LinearBushing({"base", here}, {"ring", there}, {0.3, 0.4, 0.5, 6, 7, 8},
                                              {0.1, 0.2, 0.3, 0.4, 0.5, 0.6}));
  builder.add("mutual_force", MutualForce(0.2, 0.5));
  builder.add("custom_force", CustomForce({Source::time}, [](const State& state, AppliedForces& forces) {
                forces.add_at(3, {0, 0.1, 0}, {std::sin(state.time()), 0, 1});
              }));
  builder.add("constant_force", ConstantForce("grip", {0.1, 0.2, 0.3}, ForceAxes::body));
  builder.add("constant_torque", ConstantTorque("ball", {0.1, 0.2, 0.3}));
  builder.add("discrete_forces", DiscreteForces{});
  builder.add("mobility_spring", MobilitySpring({"twist", 1}, 2.0, 0.2));
  builder.add("mobility_damper", MobilityDamper({"socket", 2}, 0.3));
  builder.add("mobility_constant", MobilityConstant({"socket", 1}, 0.3));
  builder.add("mobility_discrete", MobilityDiscrete({"socket", 1}));
  builder.add("mobility_stop", MobilityStop({"sleeve", 1}, -30.0, -20.0, 0.2, 0.1));  // always beyond it
  builder.add("global_damper", GlobalDamper(0.1));
  builder.add("joint_friction", JointFriction("hinge", FrictionNumbers{0.15, 0.1, 3.0, 2.0, 0.1}));
  builder.add("motor", Motor("hinge", 4.0, SpeedLine{2.0, 50.0}));
  builder.add("thermostat", Thermostat({2.0, 2.0, 6, 3, 1.0}));
  builder.prescribe("drive", "track", MotionLevel::position, {sinusoid(0.2, 2.0, 0.3)});
  return builder.build();
}

TEST(AllForces, TheErrorOfTheEnergyBalanceIsThatOfTheMethod) {
  const System system = system_of_all_forces();
  Random random(8);
  State state = system.default_state();
  state.set_q(random_coordinates(system.model(), random));
  state.set_u(random.numbers(state.nu()));
  state.set_gravity({0, 0, -1});
  state.set(system.parameter("motor.command"), 0.5);
  system.force<DiscreteForces>("discrete_forces").set_body(state, 2, {{0.1, 0.2, 0.3}, {0.4, 0.5, 0.6}});
  system.force<MobilityDiscrete>("mobility_discrete").set(state, 0.3);
  const auto balance = [&](const std::string& method, int steps) {
    Simulation simulation(state, {.integrator = method, .fixed_step = 1.0 / steps, .energy_balance = true});
    simulation.run(1.0);
    return simulation.energy_balance();
  };
  const EnergyBalance fine = balance("dormand-prince8", 200);
  EXPECT_GT(std::abs(fine.work_of_motions), 0.01);
  EXPECT_GT(std::abs(fine.work_of_forces), 0.1);
  EXPECT_GT(fine.dissipated, 0.1);
  EXPECT_NEAR(fine.imbalance(), 0, 1e-11);
  struct Method {
    const char* name;
    int order, steps;
  };
  for (const Method& method : {Method{"rk2", 2, 100}, Method{"rk3", 3, 100}, Method{"merson", 4, 50},
                               Method{"fehlberg", 5, 80}, Method{"dormand-prince5", 5, 80}}) {
    const double coarse_error = balance(method.name, method.steps).imbalance();
    const double fine_error = balance(method.name, 4 * method.steps).imbalance();
    EXPECT_NEAR(std::log2(std::abs(coarse_error / fine_error)) / 2, method.order, 0.5) << method.name;
    EXPECT_NEAR(balance(method.name, 4 * method.steps).dissipated, fine.dissipated, 1e-3);
  }
}

}  // namespace
}  // namespace sarrus::testing::all_forces_test
