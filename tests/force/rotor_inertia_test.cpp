/// Rotors that are geared to joints, and ports in general: against rotors as bodies, the laws of energy and
/// momentum, and the equations of motion in full.

#include "sarrus/force/rotor_inertia.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "sarrus/constraint/gear_constraint.h"
#include "sarrus/dynamics/inverse_dynamics.h"
#include "sarrus/dynamics/mass_matrix.h"
#include "sarrus/force/motor.h"
#include "sarrus/joint/joints.h"
#include "sarrus/model/builder.h"
#include "sarrus/scalar/eigen.h"
#include "sarrus/simulate/simulation.h"
#include "sarrus/spatial/solids.h"
#include "sarrus/system/constraint_responses.h"
#include "sarrus/system/declaration.h"
#include "sarrus/system/responses.h"
#include "tests/support/close.h"
#include "tests/support/count_allocations.h"
#include "tests/support/floating_mechanism.h"
#include "tests/support/linkages.h"
#include "tests/support/random_model.h"
#include "tests/support/says.h"

namespace sarrus::testing::rotor_inertia_test {
namespace {

/// A double pendulum on a trolley; with a rotor as a body of its own beside the world, or without.
ModelBuilder pendulum(double rotor_inertia) {
  ModelBuilder builder("pendulum");
  builder.body("upper", solid_brick(2.0, {0.1, 0.1, 1}));
  builder.body("lower", solid_brick(1.0, {0.1, 0.1, 0.8}));
  builder.joint("shoulder", Pin{}, "world", "upper").axis({0, 1, 0}).child_frame({0, 0, 0.5});
  builder.joint("elbow", Pin{}, "upper", "lower")
      .axis({0, 1, 0})
      .parent_frame({0, 0, -0.5})
      .child_frame({0, 0, 0.4});
  if (rotor_inertia > 0) {
    builder.body("rotor", RigidInertia<double>::from_central(
                              0.1, {0, 0, 0}, {rotor_inertia, rotor_inertia, rotor_inertia, 0, 0, 0}));
    builder.joint("shaft", Pin{}, "world", "rotor").axis({0, 1, 0}).parent_frame({2, 0, 0});
  }
  return builder;
}

TEST(RotorInertia, IsThatOfARotorGearedByAConstraint) {
  const double J = 3e-4, ratio = -70;
  SystemBuilder with_body(pendulum(J).build()), with_port(pendulum(0).build());
  with_body.add("gear", GearConstraint("shoulder", "shaft", ratio));
  with_body.add("motor", Motor("shoulder", 1e3));
  with_port.add("rotor", RotorInertia("shoulder", J, ratio));
  with_port.add("motor", Motor("shoulder", 1e3));
  const System geared = with_body.build(), ported = with_port.build();
  State a = geared.default_state(), b = ported.default_state();
  const auto number = [](const System& system, const char* joint) {
    return system.model().body(system.model().joint_body(joint)).u0;
  };
  const int shaft = number(geared, "shaft"), of_a[] = {number(geared, "shoulder"), number(geared, "elbow")},
            of_b[] = {number(ported, "shoulder"), number(ported, "elbow")};
  const double q[] = {0.4, -0.7}, u[] = {1.5, -2.0};
  for (int k = 0; k < 2; ++k) {
    a.set_q(of_a[k], q[k]), a.set_u(of_a[k], u[k]);
    b.set_q(of_b[k], q[k]), b.set_u(of_b[k], u[k]);
  }
  a.set_q(shaft, ratio * q[0]), a.set_u(shaft, ratio * u[0]);
  a.set(geared.parameter("motor.command"), 30), b.set(ported.parameter("motor.command"), 30);
  for (int k = 0; k < 2; ++k) EXPECT_TRUE(close(udot(b)[of_b[k]], udot(a)[of_a[k]], 1e4, 100));
  EXPECT_TRUE(close(kinetic_energy(b), kinetic_energy(a), 1e3));
  // What bearing and drive exert on the arm together does not depend on how the rotor is modeled.
  const Force<double> on_a = reaction(a, geared.model().body_number("upper")),
                      on_b = reaction(b, ported.model().body_number("upper"));
  EXPECT_TRUE(close(on_b.t, on_a.t, 1e5, 100));
  EXPECT_TRUE(close(on_b.f, on_a.f, 1e5, 100));

  Simulation with_rotor(a, {.accuracy = 1e-9}), without(b, {.accuracy = 1e-9});
  with_rotor.run(1.0), without.run(1.0);
  for (int k = 0; k < 2; ++k) EXPECT_NEAR(without.state().q(of_b[k]), with_rotor.state().q(of_a[k]), 1e-6);
  EXPECT_NEAR(ported.force<RotorInertia>("rotor").rotor_speed(without.state()), with_rotor.state().u(shaft),
              1e-3);
}

/// A System whose ports resist some speeds, one of them with an inertia that varies with the coordinate.
struct Ported {
  explicit Ported(const Model& model, bool on_base = false) : system(build(model, on_base)) {
    state.set_q(random_coordinates(model, random)), state.set_u(random.numbers(model.nu()));
  }
  static System build(const Model& model, bool on_base) {
    SystemBuilder builder(model);
    for (int b = 2; b < model.body_count(); ++b)
      if (const Body& body = model.body(b); body.nu > 0)
        builder.add("rotor of " + body.joint_name,
                    RotorInertia({body.joint_name, body.nu - 1}, 0.3 * b, 1.0 + 0.1 * b));
    if (on_base) builder.declare().port(4, {}, [](const State&) { return 2.5; });
    return builder.build();
  }
  /// Without those of gravity: −bias.
  Eigen::VectorXd forces() const {
    const std::vector<double> none(static_cast<std::size_t>(state.nu()), 0.0);
    Eigen::VectorXd tau(state.nu());
    calc_inverse_dynamics(state, none, tau);
    return -tau;
  }
  Random random{5};
  System system;
  State state = system.default_state();
};

TEST(Ports, AccelerationsSolveTheEquationsOfMotion) {
  for (const bool on_base : {false, true}) {
    const Ported at(floating_mechanism(), on_base);
    const Eigen::VectorXd expected = mass_matrix(at.state).llt().solve(at.forces());
    for (int k = 0; k < at.state.nu(); ++k)
      EXPECT_TRUE(close(udot(at.state)[k], expected[k], 1e5, expected.norm())) << k;
    EXPECT_EQ(port_inertia(at.state)[4], on_base ? 2.5 : 0.0);
  }
}

TEST(Ports, AreInTheMassMatrixAndInItsProducts) {
  const Ported at(model_of_all_joints());
  const int n = at.state.nu();
  const MatrixX<double>& M = mass_matrix(at.state);
  const Tree<double> tree(at.system.model());
  MassMatrix<double> workspace(tree);
  MatrixX<double> bare;
  calc_mass_matrix(tree, position(at.state), workspace, bare);
  EXPECT_GT((M - bare).norm(), 1);
  const Eigen::VectorXd bias = -at.forces();
  for (int k = 0; k < n; ++k) {
    const Eigen::VectorXd unit = Eigen::VectorXd::Unit(n, k);
    Eigen::VectorXd column(n), product(n), back(n);
    calc_inverse_dynamics(at.state, unit, column);
    calc_mass_times(at.state, unit, product);
    calc_inverse_mass_times(at.state, product, back);
    EXPECT_LT((column - bias - M.col(k)).norm(), 1e-11 * (bias.norm() + M.norm()));
    EXPECT_LT((product - M.col(k)).norm(), 1e-12 * M.norm());
    EXPECT_LT((back - unit).norm(), 1e-8);
  }
}

TEST(Ports, EnergyAndMomentumAreConserved) {
  Ported at(floating_mechanism());
  at.state.set_gravity({0, 0, 0});
  const Force<double> before = momentum(at.state);
  Eigen::VectorXd u(at.state.nu()), p(at.state.nu());
  for (int k = 0; k < at.state.nu(); ++k) u[k] = at.state.u(k);
  calc_mass_times(at.state, u, p);
  EXPECT_TRUE(close(kinetic_energy(at.state), 0.5 * u.dot(p), 1e3));
  Simulation simulation(at.state,
                        {.accuracy = 1e-10, .integrator = "dormand-prince8", .energy_balance = true});
  const double energy_before = energy(at.state);
  simulation.run(1.0);
  EXPECT_NEAR(energy(simulation.state()), energy_before, 1e-8 * energy_before);
  EXPECT_NEAR(simulation.energy_balance().imbalance(), 0, 1e-8 * energy_before);
  const Force<double> after = momentum(simulation.state());
  EXPECT_LT(norm(after.t - before.t) + norm(after.f - before.f), 1e-7 * (norm(before.t) + norm(before.f)));
}

/// A cam whose inertia at the joint is 2 + cos q, with the force that belongs to it.
class Cam : public ForceElement {
 public:
  std::vector<Dependency> declare(Declaration& declaration) override {
    declaration.port(0, {Source::q}, [](const State& state) { return 2 + std::cos(state.q(0)); });
    return {Source::q, Source::u};
  }
  void add_forces(const State& state, AppliedForces& forces) const override {
    forces.add_to_speed(0, 0.5 * std::sin(state.q(0)) * state.u(0) * state.u(0));
  }
  bool is_passive() const override { return true; }
};

TEST(Ports, MayVaryWithTheCoordinates) {
  SystemBuilder builder(pendulum(0).build());
  builder.add("cam", Cam{});
  State state = builder.build().default_state();
  state.set_u({9.0, -6.0});
  Simulation simulation(state, {.accuracy = 1e-10, .integrator = "dormand-prince8"});
  const double before = energy(state);
  simulation.run(2.0);
  EXPECT_GT(std::abs(simulation.state().q(0)), 0.5);
  EXPECT_NEAR(energy(simulation.state()), before, 1e-8 * kinetic_energy(state));
}

TEST(Ports, ForcesOfMotionsMoveThemToo) {
  Ported at(floating_mechanism());
  at.state.lock(2, MotionLevel::acceleration, {3.0});
  const int k = at.system.model().body(2).u0;
  std::vector<double> tau(static_cast<std::size_t>(at.state.nu()));
  calc_inverse_dynamics(at.state, udot(at.state), tau);
  EXPECT_EQ(udot(at.state)[k], 3.0);
  EXPECT_TRUE(close(motion_force(at.state, k), tau[static_cast<std::size_t>(k)], 1e5, 100));
  EXPECT_GT(std::abs(port_inertia(at.state)[k]), 0.1);
  for (int other = 0; other < at.state.nu(); ++other)
    EXPECT_TRUE(other == k || close(tau[static_cast<std::size_t>(other)], 0, 1e5, 100)) << other;
}

/// M·u̇ = f + Gᵀ·λ, G·u̇ + bias = 0, with the ports in M; also with a speed whose rate is given.
TEST(Ports, AreInTheEquationsUnderConstraints) {
  for (const bool locked : {false, true}) {
    const Linkage plain = ladder(6, Closure::ball, LadderStart::skew);
    SystemBuilder builder(plain.system.model());
    const Model& model = plain.system.model();
    for (int k = 0; k < model.nu(); ++k) builder.declare().port(k, {}, [k](const State&) { return 0.5 + k; });
    builder.add("gear", GearConstraint("V0", "V2", 1.0));
    builder.add("other", GearConstraint("V1", "H3", -0.5));
    State state = builder.build().default_state();
    Random random(4);
    state.set_q(random.numbers(model.nq())), state.set_u(random.numbers(model.nu()));
    if (locked) state.lock(3, MotionLevel::acceleration, {0.7});
    std::vector<double> tau(static_cast<std::size_t>(state.nu()));
    calc_inverse_dynamics(state, udot(state), multipliers(state), tau);
    for (int k = 0; k < state.nu(); ++k)
      EXPECT_TRUE(close(tau[static_cast<std::size_t>(k)], motion_force(state, k), 1e6, 100)) << k;
    for (const double e : acceleration_errors(state)) EXPECT_NEAR(e, 0, 1e-10);
    EXPECT_EQ(std::abs(motion_force(state, model.body(3).u0)) > 0.1, locked);
  }
}

TEST(Ports, FollowParametersAndFlagsAndCostNoAllocation) {
  SystemBuilder builder(pendulum(0).build());
  const ElementId rotor = builder.add("rotor", RotorInertia("elbow", 0.5, 2.0));
  const System system = builder.build();
  State state = system.default_state();
  state.set_u({1.0, 2.0});
  const double with = mass_matrix(state)(1, 1), energy_with = kinetic_energy(state);
  EXPECT_DOUBLE_EQ(system.force<RotorInertia>("rotor").reflected_inertia(state), 2.0);
  state.set(system.parameter("rotor.ratio"), 3.0);
  EXPECT_DOUBLE_EQ(mass_matrix(state)(1, 1) - with, 0.5 * (9 - 4));
  EXPECT_DOUBLE_EQ(kinetic_energy(state) - energy_with, 0.5 * 0.5 * (9 - 4) * 4);
  (void)udot(state), (void)energy(state);
  const long before = allocations();
  for (int i = 0; i < 100; ++i)
    state.set_q(0, 0.01 * i), state.set_u(0, 0.1 * i), (void)udot(state), (void)energy(state);
  EXPECT_EQ(allocations(), before);
  state.set_enabled(rotor, false);
  EXPECT_TRUE(close(mass_matrix(state)(1, 1), with - 2.0));
  EXPECT_TRUE(port_inertia(System(pendulum(0).build()).default_state()).empty());
}

TEST(Ports, SayWhatIsWrong) {
  SystemBuilder builder(pendulum(0).build());
  expect_error([&] { builder.add("r", RotorInertia("elbow", -1.0)); }, {"r.inertia", "-1"});
  expect_error([&] { builder.declare().port(2, {}, [](const State&) { return 1.0; }); }, {"speed 2"});
  SystemBuilder negative(pendulum(0).build()), fast(pendulum(0).build());
  negative.declare().port(1, {}, [](const State&) { return -1.0; });
  const System with_negative = negative.build();
  expect_error([&] { (void)udot(with_negative.default_state()); }, {"elbow", "-1"});
  fast.declare().port(1, {Source::u}, [](const State& state) { return state.u(0); });
  expect_error([&] { (void)fast.build(); }, {"port", "speeds"});
}

}  // namespace
}  // namespace sarrus::testing::rotor_inertia_test
