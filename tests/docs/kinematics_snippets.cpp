/// What docs/kinematics.md shows, compiled and run.

#include <gtest/gtest.h>

#include "sarrus/algorithms.h"
#include "sarrus/dynamics.h"
#include "sarrus/sarrus.h"
#include "tests/support/close.h"

namespace sarrus::testing {
namespace {

/// An arm of three rods on pins, of which the middle one is the elbow.
class KinematicsSnippets : public ::testing::Test {
 protected:
  static Model arm() {
    ModelBuilder builder("arm");
    std::string parent = "world";
    for (const std::string name : {"shoulder", "elbow", "wrist"}) {
      builder.body(name + "_link", Pose<double>::translation({0.2, 0, 0}) * solid_capsule(1.0, 0.05, 0.3));
      builder.joint(name, Pin{}, parent, name + "_link")
          .axis(name == "wrist" ? Vec3{1, 1, 0} : Vec3{0, 1, 0})
          .parent_frame({parent == "world" ? 0.0 : 0.4, 0, 0});
      parent = name + "_link";
    }
    return builder.build();
  }
  static void expect_close(const Array<double>& a, const Array<double>& b) {
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) EXPECT_TRUE(close(a[i], b[i], 1e4));
  }

  const Model model = arm();
  const Array<double> q{0.3, 0.5, -0.2};
  Array<double> u{1, 2, 0.5}, udot{1, 2, 3}, tau{0, 0, 0};
};

TEST_F(KinematicsSnippets, Stages) {
  // [stages]
  const Tree tree(model);             // the model compiled for double
  PositionKinematics position(tree);  // stages own their memory: nothing is allocated later
  VelocityKinematics velocity(tree);
  AccelerationKinematics acceleration(tree);

  calc_position_kinematics(tree, q, position);
  calc_velocity_kinematics(tree, position, u, velocity);
  calc_acceleration_kinematics(tree, position, velocity, udot, acceleration);
  // [/stages]
  // The elbow goes round the shoulder: a = u̇·l tangentially and u²·l inwards.
  const Vec3<double> a = calc_acceleration(tree, position, velocity, acceleration, 2).v;
  EXPECT_NEAR(norm(a), 0.4 * std::hypot(udot[0], u[0] * u[0]), 1e-15);
}

TEST_F(KinematicsSnippets, InverseAndForwardDynamics) {
  const Tree tree(model);
  const Array<double> given = udot;
  {
    // [inverse]
    InverseDynamics workspace(tree);
    calc_inverse_dynamics(tree, {.q = q, .u = u, .udot = udot}, workspace, tau);  // τ = M·u̇ + c − g
    // [/inverse]
  }
  {
    // [forward]
    ForwardDynamics workspace(tree);
    calc_forward_dynamics(tree, {.q = q, .u = u, .tau = tau}, workspace, udot);  // u̇ = M⁻¹·(τ − c + g + Jᵀ·F)
    // [/forward]
  }
  expect_close(udot, given);
}

TEST_F(KinematicsSnippets, HybridDynamics) {
  const Tree tree(model);
  ForwardDynamics workspace(tree);
  const Array<double> given{tau[0], 2, tau[2]};
  // [hybrid]
  IndexSet prescribed(tree.nu());
  prescribed.insert(model.speed_number("elbow.rate"));  // given[1] is its rate, the others are forces
  calc_hybrid_dynamics(tree, {.q = q, .u = u, .given = given}, prescribed, workspace, tau, udot);
  // [/hybrid]
  EXPECT_EQ(udot[1], 2);
  Array<double> needed(3);
  InverseDynamics inverse(tree);
  calc_inverse_dynamics(tree, {.q = q, .u = u, .udot = udot}, inverse, needed);
  expect_close(tau, needed);
}

TEST_F(KinematicsSnippets, LockedJoints) {
  const Tree tree(model);
  IndexSet speeds(tree.nu());
  speeds.insert(model.speed_number("elbow.rate"));
  u[1] = 0, udot[1] = 7;  // which is not written
  // [locked]
  LockedTree locked(tree, speeds);  // joints all of whose speeds are in the set
  ForwardDynamics workspace(locked.tree());
  locked.set_coordinates(tree, q);  // again where coordinates of locked joints have changed
  calc_forward_dynamics(locked.tree(), {.q = q, .u = u, .tau = tau}, workspace, udot);
  // [/locked]
  Array<double> by_hybrid(3), forces(3);
  ForwardDynamics hybrid(tree);
  const Array<double> given{tau[0], 0, tau[2]};
  calc_hybrid_dynamics(tree, {.q = q, .u = u, .given = given}, speeds, hybrid, forces, by_hybrid);
  EXPECT_NEAR(udot[0], by_hybrid[0], 1e-12);
  EXPECT_EQ(udot[1], 7);
  EXPECT_NEAR(udot[2], by_hybrid[2], 1e-12);
}

TEST(KinematicsSnippetsFloating, FloatingBases) {
  ModelBuilder builder("satellite");
  builder.body("bus", solid_brick(100, {1, 1, 1})).body("panel", solid_brick(5, {2, 1, 0.02}));
  builder.joint("bus", Free{}, "world", "bus");
  builder.joint("hinge", Pin{}, "bus", "panel").parent_frame({0.5, 0, 0}).child_frame({-1, 0, 0});
  const Model model = builder.build();
  const Tree tree(model);
  const Array<double> q = model.default_q();
  const Array<double> u(7, 0.1);
  Array<double> udot{0, 0, 0, 0, 0, 0, 2.0}, tau(7);
  // [floating]
  FloatingBase workspace(tree);  // bodies next to the world on joints of six speeds
  calc_floating_inverse_dynamics(tree, {.q = q, .u = u, .udot = udot}, workspace, udot, tau);
  // [/floating]
  Array<double> needed(7);
  InverseDynamics inverse(tree);
  calc_inverse_dynamics(tree, {.q = q, .u = u, .udot = udot}, inverse, needed);
  EXPECT_EQ(udot[6], 2);
  for (int i = 0; i < 7; ++i) EXPECT_NEAR(tau[i], needed[i], 1e-11);
  for (int i = 0; i < 6; ++i) EXPECT_NEAR(needed[i], 0, 1e-11);
}

TEST(KinematicsSnippetsGears, MotorBehindAGear) {
  ModelBuilder builder("geared arm");
  builder.body("arm", solid_brick(1, {0.1, 0.1, 0.1})).body("rotor", solid_cylinder(0.1, 0.02, 0.05));
  builder.joint("elbow", Pin{}, "world", "arm");
  builder.joint("motor", Pin{}, "world", "rotor");
  const Model model = builder.build();
  const Tree tree(model);
  const Array<double> y{0.3}, v{0}, tau_v{1.0};
  Array<double> vdot(1);
  // [mapped]
  const int motor = model.coordinate_number("motor"), elbow = model.coordinate_number("elbow");
  const CoordinateMap map(model, {gear(motor, elbow, 100)});
  MappedDynamics workspace(tree, map);
  calc_mapped_forward_dynamics(tree, map, {.y = y, .v = v, .tau_v = tau_v}, workspace, vdot);
  // [/mapped]
  const double arm = 0.1 * 0.1 / 6, rotor = 0.1 * 0.02 * 0.02 / 2;
  EXPECT_NEAR(vdot[0], 1 / (arm + 100 * 100 * rotor), 1e-12);
}

TEST(KinematicsSnippetsOperational, InertiaAsFramesFeelIt) {
  ModelBuilder builder("robot");
  builder.body("trunk", solid_brick(20, {0.3, 0.4, 0.6}));
  builder.joint("trunk", Free{}, "world", "trunk");
  for (const std::string limb : {"arm", "leg"}) {
    builder.body(limb, Pose<double>::translation({0.2, 0, 0}) * solid_capsule(1.0, 0.05, 0.3));
    builder.joint(limb, Ball{}, "trunk", limb).parent_frame({0, 0, limb == "arm" ? 0.3 : -0.3});
  }
  const Model model = builder.build();
  const Tree tree(model);
  const Array<double> q = model.default_q();
  PositionKinematics position(tree);
  calc_position_kinematics(tree, q, position);
  MassMatrix mass(tree);
  MatrixX<double> J_bar;
  const int hand = model.body_number("arm"), foot = model.body_number("leg");
  const Vec3<double> p_B{0.4, 0, 0};
  // [operational]
  OperationalSpace space(tree, {{hand}, {{foot, p_B}, true}});  // six rows of a frame, three of a point
  calc_mass_matrix(tree, position, mass);
  factor_LTDL(mass.matrix);
  calc_inverse_operational_inertia(tree, position, mass.matrix, space);  // J·M⁻¹·Jᵀ
  calc_operational_inertia(space);                                       // its inverse Λ
  calc_consistent_inverse(mass.matrix, space, J_bar);                    // M⁻¹·Jᵀ·Λ
  // [/operational]
  MatrixX<double> J(9, model.nu()), of_hand, of_foot;
  calc_frame_jacobian(tree, position, hand, of_hand);
  calc_station_jacobian(tree, position, {foot, p_B}, of_foot);
  J << of_hand, of_foot;
  EXPECT_LT((J * J_bar - MatrixX<double>::Identity(9, 9)).norm(), 1e-10);

  const MatrixX<double> by_matrix = space.inverse_inertia;
  ForwardDynamics articulated(tree);
  // [articulated]
  calc_articulated_inertias(tree, q, articulated);
  calc_inverse_operational_inertia(tree, position, articulated, space);
  // [/articulated]
  EXPECT_LT((space.inverse_inertia - by_matrix).norm(), 1e-12);
}

}  // namespace
}  // namespace sarrus::testing
