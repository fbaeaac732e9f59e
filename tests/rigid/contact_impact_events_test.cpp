/// Impacts of rigid contact in a Simulation: the laws, their energy, and slip that stops without a collision.

#include <gtest/gtest.h>

#include <cmath>

#include "sarrus/joint/joints.h"
#include "tests/rigid/contact_scenes.h"
#include "tests/support/says.h"

namespace sarrus::testing::contact_impact_events_test {
namespace {

/// A thin rod of the length 2·l and mass 1 in the plane y = 0 that leans by an angle from the horizontal, its
/// lower end on the left. A foot of a small radius touches the floor below that end.
State make_rod(double angle, double half_length, double friction, const RigidContactOptions& options,
               double restitution, double height = 0, double weight = 0) {
  const double r = 0.01;
  ModelBuilder model("rod");
  model.gravity({0, -weight, 0});
  model.body("rod", thin_rod(1, {2 * half_length, 0, 0}));
  model.joint("rod", Planar{}, "world", "rod").start({angle, 0, half_length * std::sin(angle) + height});
  SystemBuilder builder(model.build());
  // The lowest point of the foot is at the end of the rod.
  const Vec3<double> foot{-half_length + r * std::sin(angle), r * std::cos(angle), 0};
  const Rotation<double> up = Rotation<double>::about_x(-pi / 2);  // the floor's normal is y
  builder.add(
      "contact",
      RigidContact(
          {{"foot", {"rod", foot}, SphereShape{r}, rough(friction, restitution)},
           {"floor", {"world", Pose<double>::rotation(up)}, HalfSpaceShape{}, rough(friction, restitution)}},
          options));
  return builder.build().default_state();
}

/// Velocity of the lower end.
Vec3<double> velocity_of_end(const State& state, double half_length) {
  const double a = state.q(0), w = state.u(0);
  return {state.u(1) + half_length * std::sin(a) * w, state.u(2) - half_length * std::cos(a) * w, 0};
}

struct RodImpact {
  double degrees, vt, vn, mu, e;
  double t[3], n[3], energy[3];
};

/// planar_impacts.json: impacts integrated over the impulse, by the three laws.
TEST(ContactImpactEvents, RodsHitTheFloorByThreeLaws) {
  for (const RodImpact& c : {RodImpact{45,
                                       0,
                                       -2,
                                       0.3,
                                       0.5,
                                       {-1.0975609756098, -1.0975609756098, -1.0975609756098},
                                       {1, 1, 1},
                                       {-0.97263533610946, -0.97263533610946, -0.97263533610946}},
                             RodImpact{45,
                                       1,
                                       -2,
                                       0.3,
                                       0.5,
                                       {-0.61788617886179, -0.54471544715447, -0.56485582126132},
                                       {1, 0.8, 0.85505035589204},
                                       {-0.61240002643929, -0.68319122215612, -0.66543843602272}},
                             RodImpact{45,
                                       -0.5,
                                       -2,
                                       1,
                                       0.5,
                                       {0, 0, 0},
                                       {1, 1.15, 1.1236102527122},
                                       {-1.390625, -1.28984375, -1.30859375}},
                             RodImpact{60,
                                       -1,
                                       -1,
                                       0.8,
                                       0.7,
                                       {0, 0, 0},
                                       {0.7, 0.97979282276113, 0.88017398513476},
                                       {-0.75069702641916, -0.55976197385839, -0.63503511475029}}})
    for (const ImpactLaw law : {ImpactLaw::newton, ImpactLaw::poisson, ImpactLaw::stronge}) {
      const auto i = static_cast<std::size_t>(law);
      State start = make_rod(c.degrees * degree, 0.5, c.mu, {.impact_law = law}, c.e, 0.1);
      start.set_u(1, c.vt), start.set_u(2, c.vn);
      Simulation simulation(start, {.accuracy = 1e-9, .energy_balance = true});
      ASSERT_TRUE(run_to(simulation, "contact.touch", 1));
      EXPECT_NEAR(simulation.state().time(), 0.1 / -c.vn, 1e-9);
      const Vec3<double> v = velocity_of_end(simulation.state(), 0.5);
      EXPECT_NEAR(v.x, c.t[i], 1e-9) << c.degrees << ", " << c.mu << ", law " << i;
      EXPECT_NEAR(v.y, c.n[i], 1e-9) << c.degrees << ", " << c.mu << ", law " << i;
      EXPECT_NEAR(simulation.energy_balance().by_events, c.energy[i], 1e-9);
    }
}

/// superball.json: a ball that spins is thrown back by friction; it ends rolling, or slips all the while.
TEST(ContactImpactEvents, ASpinningBallIsThrownBack) {
  struct Case {
    double mu, vx, vy, w;
  };
  for (const Case& c : {Case{0.5, -0.71428571428571, 2.7, 28.571428571429}, Case{0.1, -0.57, 2.7, 43.0}}) {
    State start =
        make_scene({{"ball", 0.05, {0.025, 0, 0}, {0, 0, 0.1}, {0, 0, -3}}}, rough(c.mu, 0.9), {0, 0, 0});
    start.set_u(1, -100);
    Simulation simulation(start, {.accuracy = 1e-9});
    ASSERT_TRUE(run_to(simulation, "contact.touch", 1));
    EXPECT_NEAR(simulation.state().time(), 0.025, 1e-9);
    EXPECT_NEAR(simulation.state().u(3), c.vx, 1e-9);
    EXPECT_NEAR(simulation.state().u(5), c.vy, 1e-9);
    EXPECT_NEAR(-simulation.state().u(1), c.w, 1e-8);
  }
}

/// Newton's law gains energy where friction reverses the slip; that is refused, and Poisson's loses.
TEST(ContactImpactEvents, ALawThatGainsEnergyIsRefused) {
  bool is_refused = false;
  for (double vt = -3; vt <= 3; vt += 0.1) {
    for (const double mu : {0.3, 0.6, 1.0}) {
      State start = make_rod(60 * degree, 0.5, mu, {.impact_law = ImpactLaw::newton}, 1.0, 0.1);
      start.set_u(1, vt), start.set_u(2, -1);
      Simulation newton(start, {.accuracy = 1e-9});
      const std::string text = message([&] { newton.run(0.2); });
      if (text != "nothing was thrown") {
        is_refused = true;
        EXPECT_SAYS(text, "Newton's law of impact adds");
        EXPECT_SAYS(text, "'floor' and 'foot'");
        EXPECT_SAYS(text, "ImpactLaw::poisson");
      }
      start = make_rod(60 * degree, 0.5, mu, {}, 1.0, 0.1);
      start.set_u(1, vt), start.set_u(2, -1);
      Simulation poisson(start, {.accuracy = 1e-9});
      poisson.run(0.2);
      EXPECT_LE(kinetic_energy(poisson.state()), kinetic_energy(start) + 1e-9);
    }
  }
  EXPECT_TRUE(is_refused);
}

struct Jam {
  double mu, slip, e;
  double vx, vy, w;  // changes of the center's velocity and of the rate
};
/// painleve_rod.json: at tan θ = 2 a rod with μ > 4/3 slides where no forces exist. Its slip stops at once,
/// by an impact without collision.
TEST(ContactImpactEvents, PainleveRodIsStoppedWithoutCollision) {
  const double angle = std::atan(2.0);
  for (const Jam& c : {Jam{1.5, -1, 0, 0.4, 0.3, 0.67082039324994}, Jam{2, -2, 0, 0.8, 0.6, 1.3416407864999},
                       Jam{1.5, -1, 0.5, 0.45294117647059, 0.45, 0.61163035855141}}) {
    State start = make_rod(angle, 1, c.mu, {}, c.e, 0, g);
    start.set_u(1, c.slip);
    Simulation simulation(start, {.accuracy = 1e-9, .energy_balance = true});
    simulation.run(1e-9);
    const State& end = simulation.state();
    EXPECT_NEAR(end.u(1), c.slip + c.vx, 1e-7);
    EXPECT_NEAR(end.u(2), c.vy, 1e-7);
    EXPECT_NEAR(std::abs(end.u(0)), c.w, 1e-7);
    EXPECT_LT(simulation.energy_balance().energy(), simulation.energy_balance().initial);
  }
}

/// With several points in touch the impact that stops the slip is not determined: that is said by name.
TEST(ContactImpactEvents, JammedContactsAreNamed) {
  const double angle = std::atan(2.0), r = 0.01;
  ModelBuilder model("rod");
  model.gravity({0, 0, -g});
  model.body("rod", RigidInertia<double>::from_central(1, {0, 0, 0}, {0.1, 1 / 3., 1 / 3., 0, 0, 0}));
  model.joint("rod", Free{}, "world", "rod")
      .start({std::cos(angle / 2), 0, -std::sin(angle / 2), 0, 0, 0, std::sin(angle)});
  SystemBuilder builder(model.build());
  Array<ContactSurface> surfaces{{"floor", "world", HalfSpaceShape{}, rough(1.5)}};
  for (const double y : {-0.2, 0.2})
    surfaces.push_back(
        {y < 0 ? "left" : "right",
         {"rod", Pose<double>::translation({-1 + r * std::sin(angle), y, r * std::cos(angle)})},
         SphereShape{r},
         rough(1.5)});
  builder.add("contact", RigidContact(surfaces));
  State start = builder.build().default_state();
  start.set_u(3, -1);
  Simulation simulation(start);
  expect_error([&] { simulation.run(0.1); },
               {"Painlev", "'floor' and 'left'", "coefficient 1.5", "1 further points", "less than 1."});
}

/// The same rod with less friction slides on, with the force of the closed form.
TEST(ContactImpactEvents, RodSlidesWhereForcesExist) {
  const double angle = 30 * degree;
  State start = make_rod(angle, 1, 0.5, {}, 0, 0, g);
  start.set_u(1, -1);
  Simulation simulation(start, {.accuracy = 1e-9});
  simulation.run(0);
  const auto loads = contact_of(simulation.state()).loads(simulation.state());
  ASSERT_EQ(loads.size(), 1U);
  EXPECT_NEAR(loads[0].normal_force, 3.7723791096056, 1e-9);
}

}  // namespace
}  // namespace sarrus::testing::contact_impact_events_test
