// Accelerations of a State with joints that are locked at their positions, against systems with welds in
// their place and against inverse dynamics.

#include "sarrus/system/internal/locked_mechanism.h"
#include "sarrus/joint/joints.h"

#include <gtest/gtest.h>

#include "sarrus/force/rotor_inertia.h"
#include "sarrus/force/two_point_spring.h"
#include "sarrus/function/sinusoid.h"
#include "sarrus/simulate/simulation.h"
#include "sarrus/spatial/solids.h"
#include "sarrus/system/responses.h"
#include "tests/support/close.h"
#include "tests/support/count_allocations.h"
#include "tests/support/welded_model.h"

namespace sarrus::testing::locked_mechanism_test {

using namespace internal;
namespace {

/// A free trunk with two arms of a pin, a universal joint and a ball each.
Model two_arms() {
  ModelBuilder builder("two arms");
  builder.body("trunk", solid_brick(5.0, {0.4, 0.6, 0.3}));
  builder.joint("base", Free{}, "world", "trunk");
  for (const std::string side : {"left", "right"}) {
    std::string parent = "trunk";
    const std::pair<const char*, Joint> joints[] = {
        {"shoulder", Pin{}}, {"elbow", Universal{}}, {"wrist", Ball{}}};
    for (const auto& [name, joint] : joints) {
      const std::string body = side + "_" + name + "_link";
      builder.body(body, solid_brick(1.0, {0.1, 0.2, 0.5}));
      builder.joint(side + "_" + name, joint, parent, body)
          .parent_frame({0, side == "left" ? 0.2 : -0.2, -0.25})
          .child_frame({0.05, 0, 0.25});
      parent = body;
    }
  }
  return builder.build();
}

/// With a spring across the arms and a rotor on a shoulder.
SystemBuilder with_forces(const Model& model) {
  SystemBuilder builder(model);
  builder.add("spring", TwoPointSpring({"left_wrist_link", {0, 0, -0.2}},
                                       {"right_wrist_link", {0, 0.1, -0.2}}, 40.0, 0.3));
  builder.add("rotor", RotorInertia("left_shoulder", 0.02, 3.0));
  return builder;
}

State moving(const System& system) {
  State state = system.default_state();
  const Model& model = state.model();
  for (int b = 1; b < model.body_count(); ++b) {
    const Body& body = model.body(b);
    if (body.joint.has_quaternion()) {
      const double quaternion[] = {0.8, 0.2, -0.4, 0.4};
      for (int k = 0; k < 4; ++k) state.set_q(body.q0 + k, quaternion[k]);
    } else {
      for (int k = 0; k < body.nq; ++k) state.set_q(body.q0 + k, 0.3 + 0.2 * k - 0.1 * b);
    }
    for (int k = 0; k < body.nu; ++k) state.set_u(body.u0 + k, 0.5 - 0.2 * k + 0.1 * b);
  }
  return state;
}

/// How many nodes accelerations are computed with; 0: those of the whole tree.
int pieces_of(const State& state) {
  const LockedMechanism& locked = state[state.layout().system.locked_mechanism];
  return is_rigid(state, locked) ? locked.pieces->tree.tree().node_count() : 0;
}

/// The equation of motion: what is missing of the forces is what the locks exert, which is nothing elsewhere.
void expect_equation_of_motion(const State& state) {
  std::vector<double> missing(static_cast<std::size_t>(state.nu()));
  calc_inverse_dynamics(state, udot(state), missing);
  for (int k = 0; k < state.nu(); ++k)
    EXPECT_TRUE(close(missing[static_cast<std::size_t>(k)], motion_force(state, k), 1e4, 100)) << k;
}

/// A State says the same whatever it has computed before.
void expect_same_as_copy(const State& state) {
  const State copy = state;
  for (int k = 0; k < state.nu(); ++k) EXPECT_EQ(udot(state)[k], udot(copy)[k]) << k;
}

IndexSet speeds_locked(const State& state) {
  IndexSet locked(state.nu());
  for (int k = 0; k < state.nu(); ++k)
    if (state.speed_lock_level(k) == MotionLevel::position) locked.insert(k);
  return locked;
}

std::vector<double> list(In<double> numbers) { return {numbers.begin(), numbers.end()}; }

/// The state of a system with welds in place of the locks.
State with_welds(const State& state) {
  const IndexSet locked = speeds_locked(state);
  const Model welded = welded_model(state.model(), locked, list(state.q()));
  SystemBuilder builder(welded);
  builder.add("spring", TwoPointSpring({"left_wrist_link", {0, 0, -0.2}},
                                       {"right_wrist_link", {0, 0.1, -0.2}}, 40.0, 0.3));
  if (!locked.contains(state.model().speed_number("left_shoulder.rate")))
    builder.add("rotor", RotorInertia("left_shoulder", 0.02, 3.0));
  State other = builder.build().default_state();
  other.set_q(coordinates_left(state.model(), locked, list(state.q())));
  other.set_u(speeds_left(state.model(), locked, list(state.u())));
  return other;
}

void expect_same_as_welds(const State& state) {
  const State other = with_welds(state);
  const std::vector<double> found = speeds_left(state.model(), speeds_locked(state), list(udot(state)));
  ASSERT_EQ(found.size(), static_cast<std::size_t>(other.nu()));
  for (int k = 0; k < other.nu(); ++k)
    EXPECT_TRUE(close(found[static_cast<std::size_t>(k)], udot(other)[k], 1e4, 100)) << k;
  for (int b = 1; b < state.model().body_count(); ++b) {
    EXPECT_TRUE(close(reaction(state, b).t, reaction(other, b).t, 1e4, 1000)) << b;
    EXPECT_TRUE(close(reaction(state, b).f, reaction(other, b).f, 1e4, 1000)) << b;
  }
  EXPECT_TRUE(close(kinetic_energy(state), kinetic_energy(other), 1e3, 10));
}

TEST(LockedMechanism, MovesAsWithWelds) {
  const System system = with_forces(two_arms()).build();
  const Model model = two_arms();
  const std::vector<std::vector<std::string>> choices{
      {"left_elbow"},
      {"right_wrist", "left_shoulder"},
      {"right_shoulder", "right_elbow", "right_wrist"},
      {"base"},
      {"base", "left_shoulder", "left_elbow", "right_wrist"},
  };
  for (const std::vector<std::string>& joints : choices) {
    State state = moving(system);
    const int nodes = state.tree().node_count();
    for (const std::string& joint : joints) state.lock(model.joint_body(joint));
    EXPECT_EQ(pieces_of(state), nodes - static_cast<int>(joints.size()));
    expect_same_as_welds(state);
    expect_equation_of_motion(state);
  }
}

TEST(LockedMechanism, FollowsWhatChanges) {
  const System system = with_forces(two_arms()).build();
  State state = moving(system);
  const Model& model = state.model();
  const int elbow = model.joint_body("left_elbow"), wrist = model.joint_body("right_wrist");
  const auto expect = [&](int nodes) {
    EXPECT_EQ(pieces_of(state), nodes);
    expect_equation_of_motion(state);
    expect_same_as_copy(state);
  };
  expect(0);
  state.lock(elbow), state.lock(wrist);
  expect(6);
  state.set_q(model.body(elbow).q0, 1.1);  // while it is locked
  expect(6);
  state.set_u(0, -0.7), state.set_q(5, 0.2);
  expect(6);
  state.set_mass(elbow, 4.0), state.set_gravity({1, 2, -3});
  expect(6);
  state.set_joint_frames(wrist, Pose<double>::translation({0.1, 0.2, 0.3}), model.body(wrist).X_BM);
  expect(6);
  state.unlock(elbow);
  expect(7);
  state.lock(elbow, MotionLevel::velocity);
  expect(7);
  state.set_rotation_coordinates(RotationCoordinates::euler);
  expect(7);
  state.lock(model.joint_body("base"));
  expect(6);
  for (int b = 1; b < model.body_count(); ++b) state.lock(b);
  expect(1);
  for (int k = 0; k < state.nu(); ++k) EXPECT_EQ(udot(state)[k], 0);
  for (int b = 1; b < model.body_count(); ++b) state.unlock(b);
  expect(0);
}

/// Whoever gives a locked joint a speed gets what that means.
TEST(LockedMechanism, IsNotRigidWhereItMoves) {
  const System system = with_forces(two_arms()).build();
  State state = moving(system);
  const int elbow = state.model().joint_body("left_elbow");
  state.lock(elbow);
  const int nodes = pieces_of(state);
  EXPECT_GT(nodes, 0);
  const double at_rest = udot(state)[0];
  state.set_u(state.model().body(elbow).u0, 2.0);
  EXPECT_EQ(pieces_of(state), 0);
  EXPECT_GT(std::abs(udot(state)[0] - at_rest), 1e-6);
  expect_equation_of_motion(state);
  expect_same_as_copy(state);
  state.set_u(state.model().body(elbow).u0, 0.0);
  EXPECT_EQ(pieces_of(state), nodes);
  EXPECT_EQ(udot(state)[0], at_rest);
}

/// Rigid joints beside motions that are prescribed, beside single speeds that are locked and beside locks at
/// other levels.
TEST(LockedMechanism, StandsBesideOtherMotions) {
  SystemBuilder builder = with_forces(two_arms());
  builder.prescribe_speed("drive", {"right_elbow", 1}, MotionLevel::position, sinusoid(0.2, 3.0));
  State state = moving(builder.build());
  const Model& model = state.model();
  const Body& wrist = model.body(model.joint_body("left_wrist"));
  state.lock(model.joint_body("left_elbow"));
  state.lock_speed(wrist.u0);
  state.lock(model.joint_body("right_shoulder"), MotionLevel::velocity);
  const std::vector<double> accelerations{1.0, -2.0, 0.5};
  state.lock(model.joint_body("right_wrist"), MotionLevel::acceleration, accelerations);
  prescribe(state);
  EXPECT_EQ(pieces_of(state), 7);
  expect_equation_of_motion(state);
  expect_same_as_copy(state);
  EXPECT_EQ(udot(state)[model.body(model.joint_body("right_wrist")).u0 + 1], -2.0);
  EXPECT_EQ(udot(state)[wrist.u0], 0.0);
  EXPECT_NE(udot(state)[wrist.u0 + 1], 0.0);
}

TEST(LockedMechanism, AsksForNoMemoryOnceItIsKnown) {
  const System system(two_arms());
  State state = moving(system);
  const Body& elbow = state.model().body(state.model().joint_body("left_elbow"));
  state.lock(state.model().joint_body("left_elbow"));
  (void)udot(state);
  const long before = allocations();
  for (int i = 0; i < 3; ++i) {
    state.set_u(0, 0.1 * i), (void)udot(state);
    state.set_q(elbow.q0, 0.1 * i), (void)udot(state);
  }
  EXPECT_EQ(allocations(), before);
}

TEST(LockedMechanism, SimulatesAsWithWelds) {
  const System system = with_forces(two_arms()).build();
  State state = moving(system);
  for (const char* joint : {"left_elbow", "right_wrist", "right_shoulder"})
    state.lock(state.model().joint_body(joint));
  const State other = with_welds(state);
  Simulation found(state, {.accuracy = 1e-9}), expected(other, {.accuracy = 1e-9});
  found.run(0.6), expected.run(0.6);
  const IndexSet locked = speeds_locked(state);
  const std::vector<double> q = coordinates_left(state.model(), locked, list(found.state().q()));
  for (int k = 0; k < other.nq(); ++k)
    EXPECT_NEAR(q[static_cast<std::size_t>(k)], expected.state().q(k), 1e-6) << k;
  for (int k = 0; k < state.nu(); ++k) EXPECT_TRUE(!locked.contains(k) || found.state().u(k) == 0) << k;
  EXPECT_NEAR(energy(found.state()), energy(state), 1e-6 * std::abs(energy(state)));
}

}  // namespace
}  // namespace sarrus::testing::locked_mechanism_test
