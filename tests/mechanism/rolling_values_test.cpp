/// Rolling without slip against closed forms: balls in a bowl, on a turntable and in a vertical cylinder,
/// disks that precess and disks that stay upright.

#include "sarrus/joint/joints.h"
#include "tests/mechanism/mechanism.h"

namespace sarrus::testing::rolling_values_test {
namespace {

using V = Vec3<double>;

/// A ball of radius r rolls in a bowl of radius R, in a plane: an arm without mass from the middle of the
/// bowl holds its center, and the ball does not slip where the arm meets the bowl.
///   7/5·(R − r)·θ̈ = −g·sin θ,   T = 4·√(7·(R − r)/(5·g))·K(sin²(θ₀/2))
/// At the turning points friction is 2/7·tan θ₀ of the normal force.
struct BallInABowl {
  static constexpr double R = 0.5, r = 0.05, m = 0.3;
  ElementId touch{};

  State begin(double amplitude) {
    ModelBuilder model("bowl");
    model.gravity({0, 0, -g});
    model.massless_body("arm").body("ball", solid_sphere(m, r));
    model.joint("swing", Pin{}, "world", "arm").axis({0, -1, 0});  // the arm hangs along −z
    model.joint("turn", Pin{}, "arm", "ball").axis({0, -1, 0}).parent_frame(V{0, 0, -(R - r)});
    SystemBuilder builder(model.build());
    touch = builder.add(
        "touch", NoSlipConstraint(Place("arm", Pose<double>{rotation_with_axis(2, {1, 0, 0}), {0, 0, -R}}),
                                  "ball", "world"));
    State state = builder.build().default_state();
    set(state, "swing", amplitude);
    return state;
  }
};

TEST(RollingValues, BallInABowl) {
  const double rows[][3] = {{10, 1.5953028161323, 0.050379137345276},
                            {30, 1.6199855028194, 0.16495721976846},
                            {60, 1.7087912917371, 0.49487165930539},
                            {80, 1.8111908025524, 1.6203662341765}};
  for (const auto& [degrees, period, friction] : rows) {
    SCOPED_TRACE(degrees);
    BallInABowl bowl;
    const double amplitude = degrees * pi / 180;
    const State begin = bowl.begin(amplitude);
    EXPECT_NEAR(rate(begin, "swing"), -5.0 / 7 * g / (bowl.R - bowl.r) * std::sin(amplitude), 1e-11);
    EXPECT_NEAR(std::abs(multipliers(begin, bowl.touch)[0]) / (bowl.m * g * std::cos(amplitude)), friction,
                1e-11);
    Simulation simulation(begin, {.accuracy = 1e-10});
    simulation.run(0.25 * period);
    EXPECT_NEAR(coordinate(simulation.state(), "swing"), 0, 1e-8);
    simulation.run(0.75 * period);
    EXPECT_NEAR(coordinate(simulation.state(), "swing"), amplitude, 1e-8);
    EXPECT_NEAR(speed(simulation.state(), "swing"), 0, 1e-7);
  }
}

/// Swings of a milliradian have the period of small ones but for 6e-8 of it, 1/16 of the amplitude's square.
TEST(RollingValues, SmallSwingsInABowl) {
  constexpr double small_period = 1.592266065172, amplitude = 1e-3;
  const double period = small_period * (1 + amplitude * amplitude / 16);
  Simulation simulation(BallInABowl().begin(amplitude), {.accuracy = 1e-11});
  simulation.run(5.25 * period);  // at the lowest point, where an error of the period shows most
  const double late = coordinate(simulation.state(), "swing") / speed(simulation.state(), "swing");
  EXPECT_NEAR(late / 5.25, 0, 1e-9);
}

/// A table that turns at 3 rad/s: the ball draws a circle of known center and radius at 2/7 of that rate.
TEST(RollingValues, BallOnATurntable) {
  constexpr double R = 0.1, turning = 3;
  ModelBuilder model("turntable");
  model.gravity({0, 0, -g});
  model.body("table", solid_cylinder(10, 1, 0.1)).body("ball", solid_sphere(0.5, R));
  model.joint("table", Pin{}, "world", "table");
  model.joint("ball", Free{}, "world", "ball");
  SystemBuilder builder(model.build());
  builder.prescribe("drive", "table", MotionLevel::velocity, {linear({0}, turning)});
  builder.add("contact", SphereOnPlaneContact("table", "ball", R, ContactMotion::rolling));
  State begin = builder.build().default_state();
  const V p{0.2, 0, R}, v{0.1, 0.3, 0}, slip = turning * cross(V::unit_z(), p) - v;
  set_free(begin, "ball", {{}, p}, {{slip.y / R, -slip.x / R, 0}, v});
  prescribe(begin);
  const V center{-0.15, 0.11666666666667, R};
  Simulation simulation(begin, {.accuracy = 1e-9, .every = 0.25});
  simulation.run(7.3303828583762);
  for (const State& state : simulation.trajectory()) {
    const V at = pose(state, state.model().body_number("ball")).p;
    EXPECT_NEAR(norm(at - center), 0.36893239368631, 1e-8);
    const V expected = center + Rotation<double>::about_z(0.85714285714286 * state.time()) * (p - center);
    EXPECT_LT(norm(at - expected), 1e-7) << state.time();
  }
}

/// A ball that goes round at W = 10 rad/s inside a vertical cylinder does not fall out: its height swings by
/// z₀ − 5/2·g/W²·(1 − cos(W·√(2/7)·t)). An arm without mass keeps its center on its circle.
TEST(RollingValues, BallInAVerticalCylinder) {
  constexpr double r = 0.05, a = 0.4, W = 10;
  ModelBuilder model("cylinder");
  model.gravity({0, 0, -g});
  model.massless_body("arm").massless_body("slide").body("ball", solid_sphere(0.3, r));
  model.joint("round", Pin{}, "world", "arm");
  model.joint("height", Slider{}, "arm", "slide").axis({0, 0, 1});
  model.joint("turn", Ball{}, "slide", "ball").parent_frame(V{a, 0, 0});
  SystemBuilder builder(model.build());
  const V at{a + r, 0, 0};
  for (const V& direction : {V{0, 1, 0}, V{0, 0, 1}})
    builder.add(direction.y > 0 ? "around" : "along",
                NoSlipConstraint(Place("slide", Pose<double>{rotation_with_axis(2, direction), at}), "ball",
                                 "world"));
  State begin = builder.build().default_state();
  begin.set_u(speed_number(begin, "round"), W);
  // The material point at the wall is at rest: (a·W + (ω×r)_y) = 0 about z, relative to the arm −W more.
  begin.set_u(speed_number(begin, "turn", 2), -a * W / r - W);
  ASSERT_LT(largest(velocity_errors(begin)), 1e-12);
  Simulation simulation(begin, {.accuracy = 1e-10, .every = 0.05});
  simulation.run(1.1754763358539);
  for (const State& state : simulation.trajectory()) {
    const double z = -0.4905 / 2 * (1 - std::cos(5.3452248382485 * state.time()));
    EXPECT_NEAR(coordinate(state, "height"), z, 1e-8) << state.time();
    EXPECT_NEAR(speed(state, "round"), W, 1e-8);
  }
  EXPECT_NEAR(coordinate(simulation.state(), "height"), 0, 1e-8);
}

/// Euler's disk without losses: inclined by α, its center at rest, it precesses at Ω² = 4·g/(a·sin α); its
/// energy is 3/2·m·g·a·sin α.
TEST(RollingValues, DiskThatPrecesses) {
  constexpr double a = 0.0375, m = 0.4;
  const double rows[][3] = {{1, 244.8618950447, 0.0096304560271735},  {5, 109.57232104993, 0.048093628294942},
                            {10, 77.627169429018, 0.095821235038833}, {20, 55.312466265126, 0.1887309903389},
                            {30, 45.747131057587, 0.27590625},        {45, 38.468598514466, 0.3901903606935}};
  for (const auto& [degrees, precession, energy_per_mass] : rows) {
    SCOPED_TRACE(degrees);
    const double alpha = degrees * pi / 180, s = std::sin(alpha);
    ModelBuilder model("disk");
    model.gravity({0, 0, -g});
    model.body("disk", thin_disk(m, a));
    model.joint("disk", Free{}, "world", "disk");
    SystemBuilder builder(model.build());
    builder.add("ground", DiskOnPlaneContact("world", "disk", a, ContactMotion::rolling));
    State begin = builder.build().default_state();
    const Pose<double> X{Rotation<double>::about_x(alpha), {0, 0, a * s}};
    set_free(begin, "disk", X, {precession * s * X.R.col(1), {}});
    EXPECT_LT(largest(velocity_errors(begin)), 1e-13);
    EXPECT_NEAR(energy(begin) / m, energy_per_mass, 1e-13);
    Simulation simulation(begin, {.accuracy = 1e-10});
    simulation.run(2 * pi / precession);
    const Pose<double> at = pose(simulation.state(), 1);
    EXPECT_LT(norm(at.p - X.p), 1e-8 * a);
    EXPECT_LT(norm(at.R.col(2) - X.R.col(2)), 1e-6);  // the axis has gone round once
  }
}

/// Upright disks and hoops of 0.3 m stay upright above a speed: √(g·a/3) and √(g·a/4). A small lean swings
/// above it, and grows without end below.
TEST(RollingValues, UprightDisksFallBelowASpeed) {
  constexpr double a = 0.3;
  struct {
    RigidInertia<double> inertia;
    double speed;
  } const rows[] = {
      {thin_disk(1, a), 0.99045444115315},
      {RigidInertia<double>::from_central(1, {0, 0, 0}, Sym3<double>::diagonal(a * a / 2, a * a / 2, a * a)),
       0.85775870732975}};
  for (const auto& row : rows)
    for (const double factor : {0.9, 1.1}) {
      ModelBuilder model("disk");
      model.gravity({0, 0, -g});
      model.body("disk", row.inertia);
      model.joint("disk", Free{}, "world", "disk");
      SystemBuilder builder(model.build());
      builder.add("ground", DiskOnPlaneContact("world", "disk", a, ContactMotion::rolling));
      State begin = builder.build().default_state();
      const double lean = 1e-5, w = factor * row.speed / a;
      const Pose<double> X{Rotation<double>::about_x(pi / 2 - lean), {0, 0, a * std::cos(lean)}};
      set_free(begin, "disk", X, {w * X.R.col(2), {-a * w, 0, 0}});
      Simulation simulation(begin, {.accuracy = 1e-10, .every = 0.1});
      simulation.run(4);
      double early = 0, late = 0;
      for (const State& state : simulation.trajectory()) {
        double& most = state.time() < 2 ? early : late;
        most = std::max(most, std::abs(pose(state, 1).R(2, 2)));
      }
      if (factor > 1)
        EXPECT_LT(late, 1.2 * early) << row.speed;
      else
        EXPECT_GT(late, 20 * early) << row.speed;
    }
}

}  // namespace
}  // namespace sarrus::testing::rolling_values_test
