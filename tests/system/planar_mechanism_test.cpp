// Accelerations of Systems whose mechanism moves in a plane, against those in space and against inverse
// dynamics.

#include "sarrus/system/internal/planar_mechanism.h"
#include "sarrus/joint/joints.h"

#include <gtest/gtest.h>

#include "sarrus/force/rotor_inertia.h"
#include "sarrus/force/two_point_spring.h"
#include "sarrus/simulate/simulation.h"
#include "sarrus/system/internal/locked_mechanism.h"
#include "sarrus/system/responses.h"
#include "tests/support/close.h"
#include "tests/support/count_allocations.h"
#include "tests/support/planar_model.h"
#include "tests/support/random_model.h"

namespace sarrus::testing::planar_mechanism_test {

using namespace internal;
namespace {

/// With a spring that pulls out of the plane too, and a rotor.
System system_of(const Model& model) {
  SystemBuilder builder(model);
  builder.add("spring", TwoPointSpring({"body2", {0.3, 0.1, 0.2}}, {"world", {1, 2, 3}}, 20.0, 0.5));
  builder.add("rotor", RotorInertia("joint1", 0.3, 2.0));
  return builder.build();
}

State random_state(const System& system, unsigned seed = 4) {
  State state = system.default_state();
  Random random(seed);
  state.set_q(random_coordinates(state.model(), random));
  state.set_u(random.numbers(state.nu()));
  return state;
}

bool is_planar(const State& state) { return state[state.layout().system.planar_mechanism].has_value(); }

/// Accelerations are those in space.
void expect_accelerations_in_space(const State& state) {
  ForwardDynamics<double> workspace(state.tree());
  std::vector<double> expected(static_cast<std::size_t>(state.nu()));
  const AppliedForces& forces = applied_forces(state);
  calc_forward_dynamics(
      state.tree(), state.q(), state.u(), forces.on_speeds(), forces.on_bodies(), workspace, expected,
      {.gravity = state.is_enabled(state.layout().gravity), .port_inertia = port_inertia(state)});
  double largest = 1;
  for (const double x : expected) largest = std::max(largest, std::abs(x));
  for (int k = 0; k < state.nu(); ++k)
    EXPECT_TRUE(close(udot(state)[k], expected[static_cast<std::size_t>(k)], 1e5, largest)) << k;
}

/// What is missing of the forces is what the locks exert, which is nothing elsewhere.
void expect_equation_of_motion(const State& state) {
  std::vector<double> missing(static_cast<std::size_t>(state.nu()));
  calc_inverse_dynamics(state, udot(state), missing);
  for (int k = 0; k < state.nu(); ++k)
    EXPECT_TRUE(close(missing[static_cast<std::size_t>(k)], motion_force(state, k), 1e5, 100)) << k;
}

TEST(PlanarMechanism, HasTheAccelerationsOfSpace) {
  for (const bool branched : {false, true}) {
    const System system = system_of(planar_model(all_planar_joints(), 14, branched, 3));
    State state = random_state(system);
    EXPECT_TRUE(is_planar(state));
    expect_accelerations_in_space(state);
    state.set_enabled(state.layout().gravity, false);
    expect_accelerations_in_space(state);
  }
}

/// What leaves the plane by more than rounding is computed in space.
TEST(PlanarMechanism, TakesNothingThatLeavesThePlane) {
  for (const double tilt : {1e-11, 1e-6, 0.3}) {
    const State state = random_state(system_of(planar_model({Pin{}, Slider{}}, 6, false, 3, tilt)));
    EXPECT_FALSE(is_planar(state));
    expect_accelerations_in_space(state);
  }
}

TEST(PlanarMechanism, FollowsParameters) {
  const System system = system_of(planar_model({Pin{}, Slider{}, Planar{}}, 6, true, 5));
  State state = random_state(system);
  const double before = udot(state)[0];
  state.set_mass(2, 7.0), state.set_gravity({1, 2, -3});
  EXPECT_TRUE(is_planar(state));
  EXPECT_NE(udot(state)[0], before);
  expect_accelerations_in_space(state);
  const State copy = state;
  for (int k = 0; k < state.nu(); ++k) EXPECT_EQ(udot(copy)[k], udot(state)[k]);
  const Body& body = state.model().body(3);
  state.set_joint_frames(3, body.X_PF * Pose<double>::rotation(Rotation<double>::about_x(0.4)), body.X_BM);
  EXPECT_FALSE(is_planar(state));
  expect_accelerations_in_space(state);
  state.set_joint_frames(3, body.X_PF, body.X_BM);
  EXPECT_TRUE(is_planar(state));
  expect_accelerations_in_space(state);
}

TEST(PlanarMechanism, MayHaveLockedJoints) {
  const System system = system_of(planar_model(all_planar_joints(), 12, true, 7));
  State state = random_state(system);
  const auto pieces = [&]() -> const LockedMechanism::Pieces& {
    return *state[state.layout().system.locked_mechanism].pieces;
  };
  for (int b = 3; b < state.model().body_count(); b += 3) state.lock(b);
  EXPECT_TRUE(pieces().planar.has_value());
  EXPECT_EQ(pieces().planar->tree.node_count(), pieces().tree.tree().node_count());
  expect_equation_of_motion(state);
  Random random(9);
  state.set_q(random_coordinates(state.model(), random));  // locked ones as well
  expect_equation_of_motion(state);
  state.set_mass(3, 5.0);
  EXPECT_TRUE(pieces().planar.has_value());
  expect_equation_of_motion(state);
  const State copy = state;
  for (int k = 0; k < state.nu(); ++k) EXPECT_EQ(udot(copy)[k], udot(state)[k]);
}

TEST(PlanarMechanism, AsksForNoMemoryOnceItIsKnown) {
  State state = random_state(System(planar_model({Pin{}, Slider{}}, 6, false, 3)));
  (void)udot(state);
  const long before = allocations();
  for (int i = 0; i < 3; ++i) state.set_q(0, 0.1 * i), (void)udot(state);
  EXPECT_EQ(allocations(), before);
}

/// A chain that swings in a slanted plane keeps its energy and moves as one does that leaves the plane by a
/// hair, for which accelerations are computed in space.
TEST(PlanarMechanism, KeepsItsEnergyAndMovesAsInSpace) {
  const auto run = [](double tilt) {
    State state = random_state(System(planar_model({Pin{}}, 5, false, 6, tilt)), 2);
    EXPECT_EQ(is_planar(state), tilt == 0);
    const double before = energy(state);
    Simulation simulation(state, {.accuracy = 1e-10});
    simulation.run(0.5);
    EXPECT_NEAR(energy(simulation.state()), before, 1e-7 * (1 + std::abs(before)));
    return std::vector<double>(simulation.state().q().begin(), simulation.state().q().end());
  };
  const std::vector<double> found = run(0), in_space = run(1e-12);
  for (std::size_t k = 0; k < found.size(); ++k) EXPECT_NEAR(found[k], in_space[k], 1e-7) << k;
}

}  // namespace
}  // namespace sarrus::testing::planar_mechanism_test
