#include "sarrus/diagnose/actuation.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sarrus/constraint/constraints.h"
#include "sarrus/force/forces.h"
#include "sarrus/joint/joints.h"
#include "sarrus/model/builder.h"
#include "sarrus/simulate/simulation.h"
#include "sarrus/spatial/solids.h"
#include "sarrus/system/constraint_responses.h"
#include "sarrus/system/responses.h"
#include "tests/support/linkages.h"
#include "tests/support/says.h"

namespace sarrus::testing::actuation_test {
namespace {

IndexSet actuators(const State& state, const std::vector<std::string>& joints) {
  IndexSet set(state.nu());
  for (const std::string& joint : joints) set.insert(state.model().body(state.model().joint_body(joint)).u0);
  return set;
}

/// A motion that needs no actuator: the force found is zero. With twice its rates, what the motor of a crank
/// has to do is the power that the energy gains.
TEST(Actuation, OfAFourBar) {
  const State state = four_bar(Closure::ball).start;
  std::vector<double> rates(udot(state).begin(), udot(state).end());
  const Actuation none = calc_actuation(state, actuators(state, {"crank"}), rates);
  EXPECT_EQ(none.kind, ActuationKind::properly);
  EXPECT_EQ(none.mobility, 1);
  for (const double tau : none.tau) EXPECT_NEAR(tau, 0, 1e-12);
  for (std::size_t i = 0; i < none.multipliers.size(); ++i)
    EXPECT_NEAR(none.multipliers[i], multipliers(state)[i], 1e-11);

  // The velocity itself is a possible change of the rates: the constraints are linear in them.
  for (std::size_t k = 0; k < rates.size(); ++k) rates[k] += state.u()[k];
  const Actuation driven = calc_actuation(state, actuators(state, {"crank"}), rates);
  const int crank = state.model().body(state.model().joint_body("crank")).u0;
  EXPECT_NEAR(driven.tau[static_cast<std::size_t>(crank)] * state.u(crank), 2 * kinetic_energy(state), 1e-11);
  EXPECT_LT(driven.residual, 1e-12);

  EXPECT_EQ(calc_actuation(state, actuators(state, {"crank", "rocker"}), rates).kind,
            ActuationKind::redundantly);
  const Actuation idle = calc_actuation(state, actuators(state, {}), rates);
  EXPECT_EQ(idle.kind, ActuationKind::under);
  EXPECT_GT(idle.residual, 0.1);
}

/// A four-bar linkage, of which one crank is enough, and an arm without a motor beside it: too many actuators
/// and too few. [Featherstone 2008, sec. 8.12: the cases are not exclusive]
TEST(Actuation, CanBeTooLittleAndTooMuchAtOnce) {
  ModelBuilder model("linkage and arm");
  model.gravity({0, -9.81, 0});
  const auto rod = [](const Vec3<double>& tip) {
    return Pose<double>::translation(0.5 * tip) * thin_rod(1, tip);
  };
  model.body("crank", rod({0, 0.5, 0})).body("rocker", rod({0, 0.5, 0})).body("arm", rod({0, 0.5, 0}));
  model.joint("crank", Pin{}, "world", "crank");
  model.joint("rocker", Pin{}, "world", "rocker").parent_frame({1, 0, 0});
  model.joint("arm", Pin{}, "world", "arm").parent_frame({2, 0, 0});
  SystemBuilder builder(model.build());
  builder.add("coupler",
              RodConstraint({"crank", Vec3<double>{0, 0.5, 0}}, {"rocker", Vec3<double>{0, 0.5, 0}}, 1));
  const State state = builder.build().default_state();
  const std::vector<double> rest(3, 0.0);
  const auto found = [&](const std::vector<std::string>& joints) {
    return calc_actuation(state, actuators(state, joints), rest);
  };
  const Actuation both = found({"crank", "rocker"});
  EXPECT_EQ(both.mobility, 2);
  EXPECT_EQ(both.effective, 1);
  EXPECT_EQ(both.kind, ActuationKind::under_and_redundantly);
  EXPECT_TRUE(both.is_under() && both.is_redundant());
  EXPECT_EQ(found({"crank"}).kind, ActuationKind::under);
  EXPECT_EQ(found({"crank", "arm"}).kind, ActuationKind::properly);
  const Actuation all = found({"crank", "rocker", "arm"});
  EXPECT_EQ(all.kind, ActuationKind::redundantly);
  EXPECT_TRUE(all.is_redundant() && !all.is_under());
}

/// A locked joint is no freedom. A bob on a rod, in space, has two; with its place locked none, and an
/// actuator there has nothing to do.
TEST(Actuation, LockedJointsAreGiven) {
  ModelBuilder model("bob");
  model.body("bob", solid_sphere(1, 0.1));
  model.joint("place", Translation{}, "world", "bob").start({1, 0, 0});
  SystemBuilder builder(model.build());
  builder.add("rod", RodConstraint("world", "bob", 1));
  State state = builder.build().default_state();
  const std::vector<double> rest(3, 0.0);
  EXPECT_EQ(calc_actuation(state, actuators(state, {}), rest).mobility, 2);
  state.lock(state.model().joint_body("place"));
  const Actuation locked = calc_actuation(state, actuators(state, {}), rest);
  EXPECT_EQ(locked.mobility, 0);
  EXPECT_EQ(locked.kind, ActuationKind::properly);
  EXPECT_EQ(locked.residual, 0);
  EXPECT_EQ(calc_actuation(state, actuators(state, {"place"}), rest).kind, ActuationKind::redundantly);
}

/// An arm of two links, each a mass of 1 kg at its end 1 m on, stretched along x: with the elbow locked, the
/// shoulder alone bears 10·(1 + 2) N·m, and what the elbow bears is the lock's.
TEST(Actuation, LockedElbow) {
  ModelBuilder model("arm");
  model.gravity({0, -10, 0});
  model.body("upper", point_mass(1, {1, 0, 0})).body("lower", point_mass(1, {1, 0, 0}));
  model.joint("shoulder", Pin{}, "world", "upper");
  model.joint("elbow", Pin{}, "upper", "lower").parent_frame({1, 0, 0});
  State state = System(model.build()).default_state();
  const IndexSet shoulder = actuators(state, {"shoulder"});
  const std::vector<double> rest(2, 0.0);
  EXPECT_EQ(calc_actuation(state, shoulder, rest).kind, ActuationKind::under);
  state.lock(state.model().joint_body("elbow"));
  const Actuation held = calc_actuation(state, shoulder, rest);
  EXPECT_EQ(held.kind, ActuationKind::properly);
  EXPECT_EQ(held.mobility, 1);
  EXPECT_NEAR(held.tau[0], 30, 1e-12);
  EXPECT_EQ(held.tau[1], 0);
  EXPECT_LT(held.residual, 1e-12);
}

/// Two rods hold a load that one would hold: the stiffer bears more, in the ratio of the weights.
TEST(Constraints, ShareLoadByWeight) {
  ModelBuilder model("hanging load");
  model.gravity({0, 0, -10});
  model.body("load", solid_sphere(3, 0.1));
  model.joint("way", Slider{}, "world", "load").axis({0, 0, 1});
  SystemBuilder builder(model.build());
  const ElementId left = builder.add("left", ConstantCoordinateConstraint("way", 0));
  const ElementId right = builder.add("right", ConstantCoordinateConstraint("way", 0));
  const State state = builder.build().default_state();
  EXPECT_NEAR(multipliers(state, left)[0], 15, 1e-12);
  EXPECT_NEAR(multipliers(state, right)[0], 15, 1e-12);
  const std::vector<double> shared = calc_shared_multipliers(state, std::vector<double>{1, 2});
  EXPECT_NEAR(shared[0], 20, 1e-12);
  EXPECT_NEAR(shared[1], 10, 1e-12);
}

/// A guide is held by its joint's coordinate and, redundantly, by a plane. The weights decide what each of
/// them carries, and so what the joint feels.
TEST(Constraints, WeightsOfRedundantRowsActOnReactions) {
  ModelBuilder model("hanging load");
  model.gravity({0, 0, -10});
  model.body("guide", solid_sphere(1, 0.1)).body("load", solid_sphere(3, 0.1));
  model.joint("rail", Slider{}, "world", "guide").axis({0, 0, 1});
  model.joint("way", Slider{}, "guide", "load").axis({0, 0, 1});
  SystemBuilder builder(model.build());
  builder.add("lower", ConstantCoordinateConstraint("rail", 0));
  builder.add("upper", PointInPlaneConstraint("world", "guide"));
  builder.add("pair", ConstantCoordinateConstraint("way", 0));
  const State state = builder.build().default_state();
  const int guide = state.model().body_number("guide");
  // The row of the joint exerts its force in the joint, that of the plane on the body: 40 N in all.
  const auto in_joint = [&](double lower, double upper) {
    return reaction(state, guide, calc_shared_multipliers(state, std::vector<double>{lower, upper, 1})).f.z;
  };
  EXPECT_NEAR(in_joint(1, 1), 20, 1e-11);
  EXPECT_NEAR(in_joint(1, 3), 30, 1e-11);
  EXPECT_NEAR(in_joint(3, 1), 10, 1e-11);
  EXPECT_NEAR(reaction(state, guide).f.z, 20, 1e-11);
}

/// The same with a lamp on an arm that is locked: it is one load.
TEST(Constraints, ShareLoadByWeightWhereJointsAreLocked) {
  ModelBuilder model("hanging lamp");
  model.gravity({0, 0, -10});
  model.body("load", solid_sphere(3, 0.1)).body("lamp", solid_sphere(2, 0.1));
  model.joint("way", Slider{}, "world", "load").axis({0, 0, 1});
  model.joint("arm", Pin{}, "load", "lamp").child_frame({0.5, 0, 0}).axis({0, 1, 0});
  SystemBuilder builder(model.build());
  builder.add("left", ConstantCoordinateConstraint("way", 0));
  builder.add("right", ConstantCoordinateConstraint("way", 0));
  State state = builder.build().default_state();
  state.lock(state.model().joint_body("arm"));
  const std::vector<double> shared = calc_shared_multipliers(state, std::vector<double>{1, 2});
  EXPECT_NEAR(shared[0], 100.0 / 3, 1e-11);
  EXPECT_NEAR(shared[1], 50.0 / 3, 1e-11);
}

TEST(Constraints, ThatContradictEachOtherInAccelerationAreRefused) {
  ModelBuilder model("contradiction");
  model.body("load", solid_sphere(3, 0.1));
  model.joint("way", Slider{}, "world", "load");
  SystemBuilder builder(model.build());
  builder.add("slow", ConstantAccelerationConstraint("way", 1));
  builder.add("quick", ConstantAccelerationConstraint("way", 2));
  const State state = builder.build().default_state();
  EXPECT_NEAR(acceleration_contradiction(state).size, 1, 1e-12);
  Simulation simulation(state);
  expect_error([&] { simulation.run(1); }, {"another acceleration", "by 1"});
}

/// Errors die away as those of a critically damped oscillator with time T.
TEST(Constraints, AreStabilizedAfterBaumgarte) {
  const Linkage linkage = four_bar(Closure::in_plane);
  State state = linkage.start;
  const double T = 0.05, error = 1e-5;
  state.set(linkage.system.parameter("constraints.stabilization_time"), T);
  const int rocker = state.model().body(state.model().joint_body("rocker")).q0;
  state.set_q(rocker, state.q(rocker) + error);
  const double e0 = position_errors(state)[0], v0 = velocity_errors(state)[0];
  Simulation simulation(state, {.fixed_step = 1e-3});
  for (const double t : {0.05, 0.1, 0.2}) {
    simulation.run_until(t);
    EXPECT_NEAR(position_errors(simulation.state())[0], (e0 + (v0 + e0 / T) * t) * std::exp(-t / T),
                0.01 * std::abs(e0) + 1e-8)
        << t;
  }
}

}  // namespace
}  // namespace sarrus::testing::actuation_test
