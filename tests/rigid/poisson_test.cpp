/// Impacts by Poisson's law: compression, then e times its impulses.

#include <gtest/gtest.h>

#include <cmath>

#include "sarrus/joint/joints.h"
#include "sarrus/rigid/rigid_rows.h"
#include "sarrus/system/declaration.h"
#include "tests/rigid/rigid_scenes.h"
#include "tests/support/random.h"

namespace sarrus::testing::poisson_test {
namespace {

/// A point of a body above a floor y = height, in the plane.
class PointOnFloor : public RigidElement {
 public:
  PointOnFloor(Place place, double height, double friction, double restitution, double torsion_radius = 0)
      : place_(std::move(place)),
        height_(height),
        friction_(friction),
        restitution_(restitution),
        torsion_radius_(torsion_radius) {}
  std::vector<Dependency> declare(Declaration& declaration) override {
    on_ = place_.find(declaration);
    return {declaration.quantities().position};
  }
  void add_rows(const State& state, Memory*, RigidRows& rows) const override {
    const Vec3<double> p = pose(state, on_).p;
    rows.add_contact({}, {.body1 = 0,
                          .body2 = on_.body,
                          .point = p,
                          .normal = {0, 1, 0},
                          .gap = p.y - height_,
                          .static_friction = friction_,
                          .dynamic_friction = friction_,
                          .torsion_radius = torsion_radius_,
                          .restitution = restitution_});
  }

 private:
  Place place_;
  FrameOn<double> on_;
  double height_, friction_, restitution_, torsion_radius_;
};

struct PlanarImpact {
  double t, n;
};

/// The two problems of Poisson's law at one contact in the plane, in closed form: rows t, n; W = J·M⁻¹·Jᵀ.
PlanarImpact calc_poisson(double Wtt, double Wtn, double Wnn, PlanarImpact v, double mu, double e) {
  const double det = Wtt * Wnn - Wtn * Wtn;
  double pt = -(Wnn * v.t - Wtn * v.n) / det, pn = -(Wtt * v.n - Wtn * v.t) / det;  // sticks
  if (std::abs(pt) > mu * pn)
    for (const double s : {1.0, -1.0}) {  // slips in the direction s
      const double n = -v.n / (Wnn - s * mu * Wtn);
      if (s * (v.t + (Wtn - s * mu * Wtt) * n) < 0) continue;
      pn = n, pt = -s * mu * n;
    }
  v = {v.t + Wtt * pt + Wtn * pn, 0};
  const double given = e * pn;
  const double friction = std::clamp(-(v.t + Wtn * given) / Wtt, -mu * given, mu * given);
  return {v.t + Wtt * friction + Wtn * given, Wtn * friction + Wnn * given};
}

/// The velocity of a rod's lower end after its impact. The rod has the mass 1 and leans by an angle against
/// the floor, its lower end on the left.
PlanarImpact strike_rod(double angle, PlanarImpact v, double mu, double e, ImpactLaw law,
                        double* energy_change = nullptr, double torsion_radius = 0) {
  ModelBuilder model("rod");
  model.gravity({0, 0, 0});
  model.body("rod", thin_rod(1, {1, 0, 0}));
  model.joint("rod", Planar{}, "world", "rod");
  SystemBuilder builder(model.build());
  const Place end("rod", Vec3<double>{-0.5, 0, 0});
  builder.add("floor", PointOnFloor(end, -0.5 * std::sin(angle), mu, e, torsion_radius));
  State start = builder.build().default_state();
  start.set_q(0, angle);
  start.set_u(1, v.t), start.set_u(2, v.n);
  TimeStepping stepping(start, {.step = 1e-9, .impact_law = law});
  stepping.step();
  if (energy_change != nullptr) *energy_change = kinetic_energy(stepping.state()) - kinetic_energy(start);
  EXPECT_EQ(stepping.report().limited_impacts, 0);
  const In<double> u = stepping.state().u();
  return {u[1] + 0.5 * std::sin(angle) * u[0], u[2] - 0.5 * std::cos(angle) * u[0]};
}

/// planar_impacts.json: exact integration in impulse space.
TEST(Impact, RodsHitTheFloor) {
  struct Case {
    double degrees;
    PlanarImpact before;
    double mu, e;
    PlanarImpact newton, poisson, stronge;
    double energy_changes[3];
  };
  for (const Case& c : {
           Case{45, {0, -2}, 0, 0.5, {-1.8, 1}, {-1.8, 1}, {-1.8, 1}, {-0.6, -0.6, -0.6}},
           Case{45,
                {0, -2},
                0.3,
                0.5,
                {-1.0975609756098, 1},
                {-1.0975609756098, 1},
                {-1.0975609756098, 1},
                {-0.97263533610946, -0.97263533610946, -0.97263533610946}},
           Case{45, {0, -2}, 1, 0.5, {0, 1}, {0, 1}, {0, 1}, {-0.9375, -0.9375, -0.9375}},
           Case{45,
                {1, -2},
                0.3,
                0.5,
                {-0.61788617886179, 1},
                {-0.54471544715447, 0.8},
                {-0.56485582126132, 0.85505035589204},
                {-0.61240002643929, -0.68319122215612, -0.66543843602272}},
           Case{45,
                {-0.5, -2},
                1,
                0.5,
                {0, 1},
                {0, 1.15},
                {0, 1.1236102527122},
                {-1.390625, -1.28984375, -1.30859375}},
           Case{60,
                {-1, -1},
                0.8,
                0.7,
                {0, 0.7},
                {0, 0.97979282276113},
                {0, 0.88017398513476},
                {-0.75069702641916, -0.55976197385839, -0.63503511475029}},
           Case{60,
                {1, -1},
                0.8,
                0.7,
                {0, 0.7},
                {0, 0.42020717723887},
                {0, 0.48825976319893},
                {-0.10117797358084, -0.22850725691084, -0.20339145005996}},
       }) {
    const PlanarImpact* expected[] = {&c.newton, &c.poisson, &c.stronge};
    for (const ImpactLaw law : {ImpactLaw::newton, ImpactLaw::poisson, ImpactLaw::stronge}) {
      const auto i = static_cast<std::size_t>(law);
      double change = 0;
      const PlanarImpact found = strike_rod(c.degrees * M_PI / 180, c.before, c.mu, c.e, law, &change);
      EXPECT_NEAR(found.t, expected[i]->t, 1e-7) << c.degrees << ", " << c.mu << ", law " << i;
      EXPECT_NEAR(found.n, expected[i]->n, 1e-7) << c.degrees << ", " << c.mu << ", law " << i;
      EXPECT_NEAR(change, c.energy_changes[i], 1e-7) << c.degrees << ", " << c.mu << ", law " << i;
    }
  }
}

/// Any rod, speed, friction and restitution: the closed form of the two problems, which a contact that
/// resists spin takes.
TEST(Poisson, IsTheClosedFormOfTwoProblems) {
  Random random(11);
  int checked = 0;
  for (int trial = 0; trial < 60; ++trial) {
    const double angle = random.number(0.2, 1.4), mu = random.number(0.0, 1.2), e = random.number(0.1, 1.0);
    const PlanarImpact v{random.number(-2.0, 2.0), random.number(-3.0, -0.5)};
    const double s = std::sin(angle), c = std::cos(angle);
    double change = 0;
    const PlanarImpact found = strike_rod(angle, v, mu, e, ImpactLaw::poisson, &change, 1e-3);
    const PlanarImpact expected = calc_poisson(1 + 3 * s * s, -3 * s * c, 1 + 3 * c * c, v, mu, e);
    EXPECT_NEAR(found.t, expected.t, 1e-6) << trial;
    EXPECT_NEAR(found.n, expected.n, 1e-6) << trial;
    EXPECT_LE(change, 1e-9);
    ++checked;
  }
  EXPECT_EQ(checked, 60);
}

/// planar_impacts.json: Kane's double pendulum strikes a floor with its end. Newton's law would add 0.0069 J
/// to 0.0232 J and is limited.
TEST(Impact, KanesPendulumGainsNoEnergy) {
  for (const ImpactLaw law : {ImpactLaw::newton, ImpactLaw::poisson, ImpactLaw::stronge}) {
    ModelBuilder model("pendulum");
    model.gravity({0, 0, 0});
    for (const char* link : {"upper", "lower"}) model.body(link, thin_rod(1, {0, 1, 0}));
    model.joint("shoulder", Pin{}, "world", "upper").child_frame({0, 0.5, 0}).start({M_PI / 9});
    model.joint("elbow", Pin{}, "upper", "lower")
        .parent_frame({0, -0.5, 0})
        .child_frame({0, 0.5, 0})
        .start({M_PI / 18});
    SystemBuilder builder(model.build());
    const double height = -std::cos(M_PI / 9) - std::cos(M_PI / 6);
    builder.add("floor", PointOnFloor({"lower", Vec3<double>{0, -0.5, 0}}, height, 0.5, 0.9));
    State start = builder.build().default_state();
    start.set_u(0, -0.1), start.set_u(1, -0.1);
    ASSERT_NEAR(kinetic_energy(start), 0.023181410863455, 1e-12);
    TimeStepping stepping(start, {.step = 1e-9, .impact_law = law});
    stepping.step();
    const State& end = stepping.state();
    const double change = kinetic_energy(end) - kinetic_energy(start);
    EXPECT_EQ(stepping.report().limited_impacts, law == ImpactLaw::newton ? 1 : 0);
    if (law == ImpactLaw::newton) {
      EXPECT_NEAR(change, 0, 1e-9);
      continue;
    }
    const bool is_poisson = law == ImpactLaw::poisson;
    EXPECT_NEAR(end.u(0), is_poisson ? -0.20852885214166 : -0.22002598765006, 1e-8);
    EXPECT_NEAR(end.u(0) + end.u(1), is_poisson ? 0.24246583616772 : 0.26562306450458, 1e-8);
    EXPECT_NEAR(change, is_poisson ? -0.0092901018476721 : -0.007925892857256, 1e-9);
  }
}

/// The same pendulum with its shoulder closed by a constraint (redundant: it holds the plane too): the
/// impulse of the constraint belongs to the impact.
TEST(Impact, KanesPendulumOnAConstraint) {
  ModelBuilder model("pendulum");
  model.gravity({0, 0, 0});
  for (const char* link : {"upper", "lower"}) model.body(link, thin_rod(1, {0, 1, 0}));
  model.joint("shoulder", Planar{}, "world", "upper");
  model.joint("elbow", Pin{}, "upper", "lower")
      .parent_frame({0, -0.5, 0})
      .child_frame({0, 0.5, 0})
      .start({M_PI / 18});
  SystemBuilder builder(model.build());
  builder.add("pin", BallConstraint({"world", Vec3<double>{0, 0, 0}}, {"upper", Vec3<double>{0, 0.5, 0}}));
  const double height = -std::cos(M_PI / 9) - std::cos(M_PI / 6), angle = M_PI / 9;
  builder.add("floor", PointOnFloor({"lower", Vec3<double>{0, -0.5, 0}}, height, 0.5, 0.9));
  State start = builder.build().default_state();
  start.set_q(0, angle), start.set_q(1, 0.5 * std::sin(angle)), start.set_q(2, -0.5 * std::cos(angle));
  start.set_u(0, -0.1), start.set_u(1, -0.05 * std::cos(angle)), start.set_u(2, -0.05 * std::sin(angle));
  start.set_u(3, -0.1);
  ASSERT_NEAR(kinetic_energy(start), 0.023181410863455, 1e-12);
  TimeStepping stepping(start, {.step = 1e-9, .impact_law = ImpactLaw::poisson});
  stepping.step();
  EXPECT_NEAR(stepping.state().u(0), -0.20852885214166, 1e-8);
  EXPECT_NEAR(stepping.state().u(0) + stepping.state().u(3), 0.24246583616772, 1e-8);
}

/// A single bounce without coupling is the same by both laws, at every step.
TEST(Poisson, ABallBouncesAsByNewton) {
  const State start = make_scene({{"ball", 2, {0.1, 0, 0}, {0, 0, 0.6}, {0.3, 0, 0}}}, rough(0, 0.7));
  TimeStepping newton(start, {.step = 1e-3}),
      poisson(start, {.step = 1e-3, .impact_law = ImpactLaw::poisson});
  for (int i = 0; i < 1500; ++i) {
    newton.step(), poisson.step();
    ASSERT_NEAR(newton.state().u(5), poisson.state().u(5), 1e-7) << i;
  }
  EXPECT_NEAR(poisson.energy_balance().by_rigid, newton.energy_balance().by_rigid, 1e-6);
  EXPECT_LT(newton.energy_balance().by_rigid, -3);
}

TEST(Poisson, CradleLeavesTogether) {
  std::vector<Piece> balls;
  for (int i = 0; i < 3; ++i)
    balls.push_back({"ball" + std::to_string(i),
                     0.5,
                     {0.1, 0, 0},
                     {i == 0 ? -0.03 : 0.2 * i, 0, 1},
                     {i == 0 ? 1.0 : 0.0, 0, 0}});
  for (const double e : {1.0, 0.5}) {
    TimeStepping stepping(make_scene(balls, rough(0, e), {0, 0, 0}),
                          {.step = 1e-3, .impact_law = ImpactLaw::poisson});
    stepping.run(0.05);
    // Compression ends at one speed, 1/3, with impulses of 2/3 and 1/3 of the momentum.
    const double after[] = {1 - (1 + e) * 2 / 3, (1 + e) / 3, (1 + e) / 3};
    for (std::size_t i = 0; i < 3; ++i)
      EXPECT_NEAR(velocity(stepping.state(), balls[i].name).v.x, after[i], 1e-7) << i << ", e = " << e;
  }
}

/// A ball falls on another one that lies on an elastic floor: compression stops both, then the floor gives
/// its impulse back too. By Newton's law the floor, at which nothing approached, stays plastic.
TEST(Poisson, AContactAtRestRebounds) {
  struct Case {
    double e, upper, lower;  // speeds after, for 1 m/s before
  };
  // With e = 0.25 the lower ball would overtake the upper one: they go on together.
  for (const Case& c : {Case{0.8, 0.8, 0.2}, Case{0.25, 0.5, 0.5}})
    for (const ImpactLaw law : {ImpactLaw::newton, ImpactLaw::poisson}) {
      ModelBuilder model("two balls");
      model.gravity({0, 0, 0});
      model.body("upper", solid_sphere(1, 0.1)).body("lower", solid_sphere(1, 0.1));
      model.joint("upper", Slider{}, "world", "upper").axis({0, 0, 1}).start({0.31});
      model.joint("lower", Slider{}, "world", "lower").axis({0, 0, 1}).start({0.1});
      SystemBuilder builder(model.build());
      builder.add("contact", RigidContact({{"upper", "upper", SphereShape{0.1}, rough(0, c.e)},
                                           {"lower", "lower", SphereShape{0.1}, rough(0, 1)},
                                           {"floor", "world", HalfSpaceShape{}, rough(0, 1)}}));
      State start = builder.build().default_state();
      start.set_u("upper.rate", -1);
      TimeStepping stepping(start, {.impact_law = law});
      stepping.run(0.02);
      EXPECT_NEAR(stepping.state().u("upper.rate"), law == ImpactLaw::poisson ? c.upper : c.e, 1e-7);
      EXPECT_NEAR(stepping.state().u("lower.rate"), law == ImpactLaw::poisson ? c.lower : 0, 1e-7);
    }
}

/// What a step adds to the energy of a heap beyond the work of gravity, relative to the energy at the start.
/// Impulses of contacts change the momentum at the beginning of a step, as gravity does, but the bodies then
/// move with their new speeds throughout: h·f·v⁺ is the work in the potential energy, h·f·(v + v⁺)/2 that in
/// the kinetic energy. Half the difference belongs to the step and not to the impact.
double largest_gain(const State& start, const std::vector<Piece>& pieces, double step) {
  const auto fall = [&](const State& state) {
    double momentum = 0;
    for (const Piece& piece : pieces) momentum += piece.mass * velocity(state, piece.name).v.z;
    return momentum;
  };
  TimeStepping stepping(start, {.step = step, .impact_law = ImpactLaw::poisson, .record = false});
  double largest = 0;
  while (stepping.state().time() < 2) {
    const double last = energy(stepping.state()) - 0.5 * step * 9.81 * fall(stepping.state());
    stepping.step();
    const double now = energy(stepping.state()) - 0.5 * step * 9.81 * fall(stepping.state());
    largest = std::max(largest, (now - last) / energy(start));
  }
  EXPECT_LE(stepping.energy_balance().by_rigid, 0);
  EXPECT_LT(energy(stepping.state()), energy(start));
  for (const Piece& piece : pieces) EXPECT_GT(pose(stepping.state(), piece.name).p.z, 0.02);
  return largest;
}

/// Heaps of boxes and balls: no impact adds energy, and nothing falls through the floor. What is left are the
/// errors of rolling and spinning within a step, proportional to its square.
TEST(Poisson, HeapsGainNoEnergy) {
  for (int heap = 6; heap < 8; ++heap) {
    Random random(heap);
    std::vector<Piece> pieces;
    for (int i = 0; i < 8; ++i)
      pieces.push_back({"p" + std::to_string(i),
                        random.number(0.1, 2),
                        i % 2 == 0 ? Vec3<double>{0.1, 0, 0} : Vec3<double>{0.1, 0.15, 0.2},
                        {0.2 * random.number(), 0.2 * random.number(), 0.3 + 0.3 * i},
                        {random.number(), random.number(), -2}});
    for (const double e : {0.4, 0.9}) {
      const State start = make_scene(pieces, rough(0.5, e));
      EXPECT_LT(largest_gain(start, pieces, 1e-3), 1e-6) << heap << ", e = " << e;
      EXPECT_LT(largest_gain(start, pieces, 2.5e-4), 1e-6 / 16) << heap << ", e = " << e;
    }
  }
}

/// The kinetic energy at the end of a step is at most that without contacts, whatever strikes, sticks or
/// slides: without any error of the step, as both have the same forces.
TEST(Poisson, StepsEndWithNoMoreSpeedThanWithoutContact) {
  for (int heap = 0; heap < 4; ++heap) {
    Random random(heap);
    std::vector<Piece> pieces;
    for (int i = 0; i < 8; ++i)
      pieces.push_back({"p" + std::to_string(i),
                        random.number(0.1, 2),
                        i % 2 == 0 ? Vec3<double>{0.1, 0, 0} : Vec3<double>{0.1, 0.15, 0.2},
                        {0.2 * random.number(), 0.2 * random.number(), 0.3 + 0.3 * i},
                        {random.number(), random.number(), -2}});
    const State start = make_scene(pieces, rough(0.5, heap % 2 == 0 ? 0.4 : 0.9));
    State apart = start;
    apart.set_enabled("contact", false);
    TimeStepping stepping(start, {.record = false}), without(apart, {.record = false});
    while (stepping.state().time() < 1.5) {
      without.change([&](State& state) {
        state.set_q(stepping.state().q());
        state.set_u(stepping.state().u());
      });
      without.step();
      stepping.step();
      const double most = kinetic_energy(without.state());
      ASSERT_LE(kinetic_energy(stepping.state()), most * (1 + 1e-12)) << stepping.state().time();
    }
    EXPECT_EQ(stepping.report().relaxed, 0);
  }
}

}  // namespace
}  // namespace sarrus::testing::poisson_test
