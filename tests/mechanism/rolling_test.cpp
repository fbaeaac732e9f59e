/// Bodies that roll or slide on an edge: constraints of velocities that are not rates of positions.

#include "sarrus/joint/joints.h"
#include "tests/mechanism/ellipsoid_on_plane.h"
#include "tests/mechanism/mechanism.h"
#include "tests/support/random.h"
#include "tests/support/says.h"

namespace sarrus::testing::rolling_test {
namespace {

using V = Vec3<double>;

/// A disk rolls on a circle. Its axis a is at an angle θ to the vertical and goes round at Ω; it turns at w
/// about its axis. With inertias A and C across and along the axis, the moments about its center give
///   (C + m·R²)·Ω·w·sin θ − A·Ω²·sin θ·cos θ + m·g·R·cos θ = 0
/// [Routh 1884, "Advanced Rigid Dynamics", art. 244]
TEST(Rolling, DiskOnACircle) {
  constexpr double R = 0.5, m = 2, theta = 1.2, turning = 1.5, A = m * R * R / 4, C = m * R * R / 2;
  const double s = std::sin(theta), c = std::cos(theta);
  const double w = (A * turning * turning * s * c - m * g * R * c) / ((C + m * R * R) * turning * s);

  ModelBuilder model("disk");
  model.gravity({0, 0, -g});
  model.body("disk", thin_disk(m, R));
  model.joint("disk", Free{}, "world", "disk");
  SystemBuilder builder(model.build());
  builder.add("ground", DiskOnPlaneContact("world", "disk", R, ContactMotion::rolling));
  State begin = builder.build().default_state();
  const Pose<double> X{Rotation<double>::about_x(theta), {0, 0, R * s}};
  set_free(begin, "disk", X, {turning * s * X.R.col(1) + w * X.R.col(2), {-R * w, 0, 0}});
  EXPECT_LT(largest(velocity_errors(begin)), 1e-14);

  const V middle{0, -R * w / turning, R * s};  // of the circle that its center draws
  Simulation simulation(begin, {.accuracy = 1e-9, .every = 0.1});
  simulation.run(2 * pi / turning);
  for (const State& state : simulation.trajectory()) {
    const Pose<double> at = pose(state, 1);
    EXPECT_NEAR(at.R(2, 2), c, 1e-7);
    EXPECT_NEAR(at.p.z, R * s, 1e-7);
    EXPECT_NEAR(norm(at.p - middle), R * std::abs(w) / turning, 1e-7);
    EXPECT_NEAR(energy(state), energy(begin), 1e-7);
  }
  EXPECT_LT(norm(pose(simulation.state(), 1).p - X.p), 1e-6);
}

/// Off that motion its lean and its path wobble; the energy does not. A disk is an ellipsoid without
/// thickness.
TEST(Rolling, DiskThatWobbles) {
  ModelBuilder model("disk");
  model.gravity({0, 0, -g});
  model.body("disk", thin_disk(2, 0.5));
  model.joint("disk", Free{}, "world", "disk");
  SystemBuilder builder(model.build()), other(model.build());
  builder.add("ground", DiskOnPlaneContact("world", "disk", 0.5, ContactMotion::rolling));
  other.add("ground", EllipsoidOnPlane("world", "disk", {0.5, 0.5, 0}));
  State begin = builder.build().default_state();
  set_free(begin, "disk", {Rotation<double>::about_x(1.2), {0, 0, 0.5 * std::sin(1.2)}}, {{1, 2, 4}, {}});
  assemble(begin);
  Simulation simulation(begin, {.accuracy = 1e-9, .every = 0.1});
  simulation.run(5);
  double least = 1, most = -1;
  for (const State& state : simulation.trajectory()) {
    const double lean = pose(state, 1).R(2, 2);
    least = std::min(least, lean), most = std::max(most, lean);
    EXPECT_NEAR(energy(state), energy(begin), 1e-6);
    EXPECT_LT(largest(velocity_errors(state)), 1e-10);
  }
  EXPECT_GT(most - least, 0.1);
  State same = other.build().default_state();
  same.set_y(begin.y());
  Simulation ellipsoid(same, {.accuracy = 1e-9});
  ellipsoid.run(5);
  EXPECT_LT(norm(point(simulation.state(), "disk") - point(ellipsoid.state(), "disk")), 1e-5);
}

/// A ball on a turntable: v̇ = 2/7·Ω × v for a solid one, so that it draws circles in 7/2 turns of the table,
/// wherever it is put and however fast. On ground that stands still it rolls straight on.
TEST(Rolling, BallOnATurntable) {
  constexpr double R = 0.1, turning = 4;
  ModelBuilder model("turntable");
  model.gravity({0, 0, -g});
  model.body("table", solid_cylinder(10, 1, 0.1)).body("ball", solid_sphere(0.5, R));
  model.joint("table", Pin{}, "world", "table");
  model.joint("ball", Free{}, "world", "ball");
  SystemBuilder builder(model.build());
  const ElementId drive = builder.prescribe("drive", "table", MotionLevel::velocity, {linear({0}, turning)});
  builder.add("contact", SphereOnPlaneContact("table", "ball", R, ContactMotion::rolling));
  State begin = builder.build().default_state();
  const V p{0.3, 0.1, R}, v{0.2, -0.5, 0}, z = V::unit_z();
  const V slip = turning * cross(z, p) - v;  // what the spin has to make up for: −R·w × z
  set_free(begin, "ball", {{}, p}, {{slip.y / R, -slip.x / R, 0.7}, v});
  prescribe(begin);
  EXPECT_LT(largest(velocity_errors(begin)), 1e-14);

  const double k = 2 * turning / 7;
  const V middle = p + (1 / k) * cross(z, v);
  Simulation simulation(begin, {.accuracy = 1e-9, .every = 0.1});
  simulation.run(3.5 * 2 * pi / turning);
  for (const State& state : simulation.trajectory()) {
    const V at = pose(state, state.model().body_number("ball")).p;
    const V expected = middle + Rotation<double>::about_z(k * state.time()) * (p - middle);
    EXPECT_LT(norm(at - expected), 1e-7) << state.time();
  }
  EXPECT_LT(norm(point(simulation.state(), "ball") - p), 1e-7);

  State still = begin;
  still.set_enabled(drive, false);
  still.lock(still.model().body_number("table"));
  set_free(still, "ball", {{}, p}, {{-v.y / R, v.x / R, 0.7}, v});
  still.set_u(speed_number(still, "table"), 0);
  Simulation straight(still, {.accuracy = 1e-9});
  straight.run(3);
  EXPECT_LT(norm(point(straight.state(), "ball") - (p + 3.0 * v)), 1e-8);
}

/// Two bricks that hang beside each other lean edge on edge. Swinging, the edges turn parallel now and then,
/// and the point where they meet goes to infinity: that ends the simulation, and it says so.
TEST(Rolling, EdgesThatTurnParallelEndTheMotion) {
  ModelBuilder model("bricks");
  model.gravity({0, 0, -g});
  model.body("a", solid_brick(1, {0.1, 0.2, 1})).body("b", solid_brick(2, {0.3, 0.1, 1}));
  model.joint("a", Ball{}, "world", "a");
  model.joint("b", Ball{}, "world", "b").parent_frame({0.5, 0.2, 0});
  SystemBuilder builder(model.build());
  builder.add("edges",
              LineOnLineContact({"a", V{0.1, 0.1, 0}}, {"b", V{0.1, -0.1, 0}}, ContactMotion::sliding));
  const System system = builder.build();
  Random random(4);
  int ends = 0;
  for (int i = 0; i < 10; ++i) {
    State begin = system.default_state();
    begin.set_q(random.numbers(8)), begin.set_u(random.numbers(6));
    Simulation simulation(begin, {.accuracy = 1e-6});
    const std::string what = message([&] { simulation.run(3); });
    if (what == "nothing was thrown") continue;
    ++ends;
    EXPECT_SAYS(what, "the edges of the contact 'edges' are parallel");
    EXPECT_SAYS(what, "by an event");
    EXPECT_NEAR(energy(simulation.state()), energy(simulation.trajectory()[0]), 1e-3);
  }
  EXPECT_GE(ends, 2);
}

/// Chaplygin's sleigh slides on an edge that allows no motion across it, with its center of mass a distance a
/// ahead. With the velocity v along the edge and the turning rate w,
///   v̇ = a·w²,  (I + m·a²)·ẇ = −m·a·v·w   →   v = V·tanh(k·t),  w = W/cosh(k·t)
/// where m·V² = (I + m·a²)·W² and k = a·W²/V: whatever it does at first, it ends straight ahead. [Bloch 2003,
/// "Nonholonomic Mechanics and Control", sec. 1.7]
TEST(Rolling, ChaplyginSleigh) {
  constexpr double m = 2, I = 0.3, a = 0.4, J = I + m * a * a, fast = 1.5;
  const double most = fast * std::sqrt(m / J), k = a * most * most / fast, first = -4 / k;
  ModelBuilder model("sleigh");
  model.body("sleigh", RigidInertia<double>::from_central(m, {a, 0, 0}, {I / 2, I / 2, I, 0, 0, 0}));
  model.joint("sleigh", Planar{}, "world", "sleigh");
  SystemBuilder builder(model.build());
  builder.add(
      "edge",
      NoSlipConstraint(Place("sleigh", Pose<double>::rotation(rotation_with_axis(2, {0, 1, 0}))), "world"));
  State begin = builder.build().default_state();
  begin.set_u(0, most / std::cosh(k * first));
  begin.set_u(1, fast * std::tanh(k * first));
  EXPECT_LT(largest(velocity_errors(begin)), 1e-15);
  Simulation simulation(begin, {.accuracy = 1e-10, .every = 0.1});
  simulation.run(8 / k);
  for (const State& state : simulation.trajectory()) {
    const double t = k * (first + state.time()), heading = state.q(0);
    EXPECT_NEAR(state.u(0), most / std::cosh(t), 1e-8);
    EXPECT_NEAR(std::cos(heading) * state.u(1) + std::sin(heading) * state.u(2), fast * std::tanh(t), 1e-8);
    // the turn is a Gudermannian function
    EXPECT_NEAR(heading, most / k * 2 * (std::atan(std::tanh(t / 2)) - std::atan(std::tanh(-2))), 1e-8);
    EXPECT_NEAR(kinetic_energy(state), 0.5 * m * fast * fast, 1e-9);
  }
}

}  // namespace
}  // namespace sarrus::testing::rolling_test
