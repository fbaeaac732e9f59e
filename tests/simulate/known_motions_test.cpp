// Motions that are known by other means.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>

#include "sarrus/joint/joints.h"
#include "sarrus/model/builder.h"
#include "sarrus/simulate/simulation.h"
#include "sarrus/spatial/solids.h"
#include "sarrus/system/declaration.h"
#include "sarrus/system/responses.h"
#include "tests/support/numbers.h"

namespace sarrus::testing::known_motions_test {
namespace {

const char* const accurate_methods[] = {"merson",          "fehlberg", "dormand-prince5",
                                        "dormand-prince8", "adams",    "bdf"};

State end_of(const State& state, double duration, const std::string& method, double accuracy) {
  Simulation simulation(state, {.accuracy = accuracy, .integrator = method, .record = false});
  simulation.run(duration);
  return simulation.state();
}

RigidInertia<double> point_mass(double mass, const Vec3<double>& at) {
  return RigidInertia<double>::from_central(mass, at, Sym3<double>::zero());
}

/// sn, cn, dn of u with modulus k, by descending Landen transformations [Abramowitz, Stegun 16.4].
std::array<double, 3> jacobi_elliptic(double u, double k) {
  std::array<double, 12> a{}, c{};
  a[0] = 1, c[0] = k;
  double b = std::sqrt(1 - k * k);
  int n = 0;
  for (; n < 10 && std::abs(c[static_cast<std::size_t>(n)]) > 1e-17; ++n) {
    const auto i = static_cast<std::size_t>(n);
    a[i + 1] = (a[i] + b) / 2, c[i + 1] = (a[i] - b) / 2;
    b = std::sqrt(a[i] * b);
  }
  double angle = std::ldexp(a[static_cast<std::size_t>(n)] * u, n);
  for (int i = n; i > 0; --i)
    angle = (angle +
             std::asin(c[static_cast<std::size_t>(i)] / a[static_cast<std::size_t>(i)] * std::sin(angle))) /
            2;
  const double sn = std::sin(angle);
  return {sn, std::cos(angle), std::sqrt(1 - k * k * sn * sn)};
}

TEST(KnownMotions, AFreeBodyTumblesAboutItsIntermediateAxis) {
  // Euler's equations with A < B < C and 2·E·B < L² are solved by [Landau, Lifshitz, Mechanics §37]:
  //   ω = (ω₁·cn τ, ω₂·sn τ, ω₃·dn τ).
  const double A = 1, B = 2, C = 3;
  const double w1 = 0.1, w3 = 2.0;  // at t = 0, where the speed about the intermediate axis is zero
  const double energy2 = A * w1 * w1 + C * w3 * w3, L2 = A * A * w1 * w1 + C * C * w3 * w3;
  const double rate = std::sqrt((C - B) * (L2 - energy2 * A) / (A * B * C));
  const double k = std::sqrt((B - A) * (energy2 * C - L2) / ((C - B) * (L2 - energy2 * A)));
  const double amplitude2 = std::sqrt((energy2 * C - L2) / (B * (C - B)));

  ModelBuilder builder("body");
  builder.gravity({0, 0, 0});
  builder.body("body", RigidInertia<double>::from_central(1.0, {0, 0, 0}, Sym3<double>{A, B, C, 0, 0, 0}));
  builder.joint("free", Ball{}, "world", "body");
  const System system(builder.build());
  State state = system.default_state();
  state.set_u(std::vector<double>{w1, 0.0, w3});
  for (const char* method : accurate_methods)
    for (const double t : {0.3, 1.0, 2.9, 7.0}) {
      const State end = end_of(state, t, method, 1e-9);
      const Vec3<double> w = pose(end, 1).R.inverse_times(velocity(end, 1).w);
      const auto [sn, cn, dn] = jacobi_elliptic(rate * t, k);
      EXPECT_NEAR(w.x, w1 * cn, 1e-6) << method;
      EXPECT_NEAR(w.y, amplitude2 * sn, 1e-6) << method;
      EXPECT_NEAR(w.z, w3 * dn, 1e-6) << method;
      EXPECT_NEAR(dot(momentum(end).t, momentum(end).t), L2, 1e-6);
    }
}

TEST(KnownMotions, AHeavyTopPrecessesSteadily) {
  // A symmetric top with the spin s about its own axis precesses steadily at the angle θ with Ω if
  //   m·g·l = Ω·(C·(s + Ω·cos θ) − A·Ω·cos θ).
  const double m = 1, l = 0.5, A = 0.4, C = 0.1, theta = 0.7, precession = 0.9;
  const double spin = (m * g * l / precession + (A - C) * precession * std::cos(theta)) / C;

  ModelBuilder builder("top");
  RigidInertia<double> inertia{m, {0, 0, m * l}, Sym3<double>{A, A, C, 0, 0, 0}};  // about the tip
  builder.body("top", inertia);
  builder.joint("tip", Ball{}, "world", "top");
  const System system(builder.build());
  State state = system.default_state();
  state.set_q(
      std::vector<double>{std::cos(theta / 2), 0, std::sin(theta / 2), 0});  // about y: leans towards +x
  const Vec3<double> axis{std::sin(theta), 0, std::cos(theta)};
  state.set_u(std::vector<double>{spin * axis.x, 0, spin * axis.z + precession});
  for (const char* method : accurate_methods) {
    const double t = 2.5;
    const State end = end_of(state, t, method, 1e-9);
    const Vec3<double> now = pose(end, 1).R.col(2);
    EXPECT_NEAR(now.z, std::cos(theta), 5e-6) << method;
    EXPECT_NEAR(now.x, std::sin(theta) * std::cos(precession * t), 5e-6) << method;
    EXPECT_NEAR(now.y, std::sin(theta) * std::sin(precession * t), 5e-6) << method;
  }
}

TEST(KnownMotions, ADoublePendulumFollowsAComputationInQuadruplePrecision) {
  // Point masses of 1 kg on rods of 1 m, from angles 2 and 1 rad to the vertical; Lagrange's equations by RK4
  // with 60 000 steps in quadruple precision, extrapolated.
  ModelBuilder builder("double pendulum");
  builder.body("upper", point_mass(1, {0, 0, -1})).body("lower", point_mass(1, {0, 0, -1}));
  builder.joint("shoulder", Pin{}, "world", "upper").axis({0, 1, 0});
  builder.joint("elbow", Pin{}, "upper", "lower").axis({0, 1, 0}).parent_frame({0, 0, -1});
  const System system(builder.build());
  State state = system.default_state();
  state.set_q(std::vector<double>{2, -1});
  for (const char* method : accurate_methods) {
    const State end = end_of(state, 3.0, method, 1e-10);
    EXPECT_NEAR(end.q(0), 1.97106185657556953750, 2e-5) << method;
    EXPECT_NEAR(end.q(0) + end.q(1), 0.91974284810928830236, 2e-5) << method;
    EXPECT_NEAR(end.u(0), 1.05728928136592559284, 1e-4) << method;
    EXPECT_NEAR(end.u(0) + end.u(1), 0.08214855397505584078, 1e-4) << method;
  }
  const State best = end_of(state, 3.0, "dormand-prince8", 1e-13);
  EXPECT_NEAR(best.q(0), 1.97106185657556953750, 1e-10);
  EXPECT_NEAR(best.u(0), 1.05728928136592559284, 1e-9);
}

/// Attraction to the origin by 1/r².
class CentralForce : public ForceElement {
 public:
  std::vector<Dependency> declare(Declaration& declaration) override {
    return {declaration.quantities().position};
  }
  void add_forces(const State& state, AppliedForces& forces) const override {
    const Vec3<double> p = pose(state, 1).p;
    const double r2 = dot(p, p);
    forces.add(1, Force<double>{Vec3<double>::zero(), (-1 / (r2 * std::sqrt(r2))) * p});
  }
  double potential_energy(const State& state) const override {
    const Vec3<double> p = pose(state, 1).p;
    return -1 / std::sqrt(dot(p, p));
  }
};

System planet() {
  ModelBuilder model("planet");
  model.gravity({0, 0, 0});
  model.particle("planet", 1.0);
  model.joint("orbit", Translation{}, "world", "planet");
  SystemBuilder builder(model.build());
  builder.add("sun", CentralForce());
  return builder.build();
}

/// At the pericenter of an ellipse with semi-axis 1: the period is 2π.
State at_pericenter(const System& system, double eccentricity) {
  State state = system.default_state();
  state.set_q(std::vector<double>{1 - eccentricity, 0, 0});
  state.set_u(std::vector<double>{0, std::sqrt((1 + eccentricity) / (1 - eccentricity)), 0});
  return state;
}

TEST(KnownMotions, APlanetReturnsAfterAPeriod) {
  const System system = planet();
  const State state = at_pericenter(system, 0.6);
  for (const char* method : accurate_methods) {
    const State end = end_of(state, 2 * std::numbers::pi, method, 1e-10);
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(end.q(i), state.q(i), 3e-6) << method;
    EXPECT_NEAR(energy(end), -0.5, 1e-6) << method;
  }
  const State half = end_of(state, std::numbers::pi, "dormand-prince8", 1e-12);
  EXPECT_NEAR(half.q(0), -1.6, 1e-9);
}

TEST(KnownMotions, FixedStepsOfVerletDoNotDriftInEnergy) {
  const System system = planet();
  const State state = at_pericenter(system, 0.3);
  const auto largest_deviation = [&](Simulation& simulation, int revolutions) {
    double largest = 0;
    for (int k = 0; k < revolutions; ++k) {
      simulation.run(2 * std::numbers::pi * 1.01);
      largest = std::max(largest, std::abs(energy(simulation.state()) + 0.5));
    }
    return largest;
  };
  Simulation verlet(state, {.integrator = "verlet", .fixed_step = 0.05, .record = false});
  const double early = largest_deviation(verlet, 100);
  largest_deviation(verlet, 800);
  EXPECT_LT(largest_deviation(verlet, 100), 1.05 * early);
  Simulation merson(state, {.integrator = "merson", .fixed_step = 0.2, .record = false});
  const double at_first = largest_deviation(merson, 20);
  largest_deviation(merson, 200);
  EXPECT_GT(largest_deviation(merson, 20), 3 * at_first);  // what drift looks like
}

TEST(KnownMotions, AStiffReactionInAMechanismTakesBdfAHundredTimesFewerSteps) {
  // Robertson's reaction heats a pendulum's hinge: z₃ damps it.
  ModelBuilder model("reactor");
  model.body("rod", thin_rod(1.0, {0, 0, 1}));
  model.joint("hinge", Pin{}, "world", "rod").axis({0, 1, 0}).child_frame({0, 0, 0.5}).start({0.5});
  SystemBuilder builder(model.build());
  const Auxiliary z = builder.declare().auxiliary(
      "species", {1.0, 0.0, 0.0}, {Source::z}, [](const State& state, Out<double> zdot) {
        const In<double> c = state.z();
        const double slow = 0.04 * c[0], fast = 3e7 * c[1] * c[1], back = 1e4 * c[1] * c[2];
        zdot[0] = -slow + back, zdot[1] = slow - back - fast, zdot[2] = fast;
      });
  class Brake : public ForceElement {
   public:
    explicit Brake(Auxiliary species) : species_(species) {}
    std::vector<Dependency> declare(Declaration&) override { return {Source::u, Source::z}; }
    void add_forces(const State& state, AppliedForces& forces) const override {
      forces.add_to_speed(0, -50 * state[species_][2] * state.u(0));
    }

   private:
    Auxiliary species_;
  };
  builder.add("brake", Brake(z));
  const System system = builder.build();
  Simulation bdf(system.default_state(), {.accuracy = 1e-6, .integrator = "bdf", .record = false});
  bdf.run(40.0);
  // [Hairer, Wanner 1996, IV.1 and IV.10]
  EXPECT_NEAR(bdf.state()[z][0], 0.7158271, 2e-4);
  EXPECT_NEAR(bdf.state()[z][1], 9.185535e-6, 1e-7);
  Simulation explicit_method(system.default_state(),
                             {.accuracy = 1e-6, .integrator = "dormand-prince5", .record = false});
  explicit_method.run(40.0);
  EXPECT_GT(explicit_method.statistics().steps, 100 * bdf.statistics().steps);
  Simulation by_default(system.default_state(), {.accuracy = 1e-6, .record = false});
  by_default.run(40.0);
  EXPECT_NEAR(by_default.state()[z][0], 0.7158271, 2e-4);
  EXPECT_GT(explicit_method.statistics().steps, 100 * by_default.statistics().steps);
}

}  // namespace
}  // namespace sarrus::testing::known_motions_test
