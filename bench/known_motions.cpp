#include "bench/known_motions.h"

#include <cmath>
#include <numbers>

#include "sarrus/force/custom_force.h"
#include "sarrus/joint/joints.h"
#include "sarrus/model/builder.h"
#include "sarrus/system/responses.h"

namespace sarrus::bench {

namespace {

constexpr double pi = std::numbers::pi, g = 9.81;

/// The arithmetic-geometric mean of 1 and b; the complete elliptic integral K(k) is π/2 over that of √(1 −
/// k²).
double mean_with_one(double b) {
  double a = 1;
  for (int i = 0; i < 8; ++i) {
    const double mean = (a + b) / 2;
    b = std::sqrt(a * b), a = mean;
  }
  return a;
}

RigidInertia<double> point_mass(const Vec3<double>& at) {
  return RigidInertia<double>::from_central(1, at, Sym3<double>::zero());
}

std::vector<double> variables(const State& state) { return {state.y().begin(), state.y().end()}; }

/// Returns to its start after every period 2π·√(l/g)/agm(1, cos(angle/2)).
KnownMotion pendulum() {
  const double angle = 2;
  ModelBuilder builder("pendulum");
  builder.body("bob", point_mass({0, 0, -1}));
  builder.joint("hinge", Pin{}, "world", "bob").axis({0, 1, 0}).start({angle});
  const State start = System(builder.build()).default_state();
  const double period = 2 * pi / std::sqrt(g) / mean_with_one(std::cos(angle / 2));
  return {"pendulum, 3 periods", start, 3 * period, variables, variables(start)};
}

/// Euler's equations [Landau, Lifshitz, Mechanics §37]: the angular velocity in body axes has the period
/// 4·K(k)/rate. It passes through zero about the intermediate axis at the start.
KnownMotion free_body() {
  const double A = 1, B = 2, C = 3, w1 = 0.1, w3 = 2;
  const double energy2 = A * w1 * w1 + C * w3 * w3, L2 = A * A * w1 * w1 + C * C * w3 * w3;
  const double rate = std::sqrt((C - B) * (L2 - energy2 * A) / (A * B * C));
  const double k2 = (B - A) * (energy2 * C - L2) / ((C - B) * (L2 - energy2 * A));
  ModelBuilder builder("free body");
  builder.gravity({0, 0, 0});
  builder.body("body", RigidInertia<double>::from_central(1, {0, 0, 0}, Sym3<double>{A, B, C, 0, 0, 0}));
  builder.joint("free", Ball{}, "world", "body");
  State start = System(builder.build()).default_state();
  start.set_u(std::vector<double>{w1, 0, w3});
  const auto in_body_axes = [](const State& state) -> std::vector<double> {
    const Vec3<double> w = pose(state, 1).R.inverse_times(velocity(state, 1).w);
    return {w.x, w.y, w.z};
  };
  const double period = 2 * pi / mean_with_one(std::sqrt(1 - k2)) / rate;
  return {"tumbling body, 4 periods", start, 4 * period, in_body_axes, in_body_axes(start)};
}

/// An ellipse with semi-axis 1 about a center of strength 1: the period is 2π.
KnownMotion planet() {
  const double eccentricity = 0.6;
  ModelBuilder model("planet");
  model.gravity({0, 0, 0});
  model.particle("planet", 1.0);
  model.joint("orbit", Translation{}, "world", "planet");
  SystemBuilder builder(model.build());
  builder.add("sun",
              CustomForce({builder.quantities().position}, [](const State& state, AppliedForces& forces) {
                const Vec3<double> p = pose(state, 1).p;
                forces.add_at(1, {0, 0, 0}, (-1 / (dot(p, p) * norm(p))) * p);
              }));
  State start = builder.build().default_state();
  start.set_q(std::vector<double>{1 - eccentricity, 0, 0});
  start.set_u(std::vector<double>{0, std::sqrt((1 + eccentricity) / (1 - eccentricity)), 0});
  return {"planet, 2 revolutions", start, 4 * pi, variables, variables(start)};
}

/// The end by Lagrange's equations, RK4 with 60 000 steps in quadruple precision, extrapolated.
KnownMotion double_pendulum() {
  ModelBuilder builder("double pendulum");
  builder.body("upper", point_mass({0, 0, -1})).body("lower", point_mass({0, 0, -1}));
  builder.joint("shoulder", Pin{}, "world", "upper").axis({0, 1, 0}).start({2.0});
  builder.joint("elbow", Pin{}, "upper", "lower").axis({0, 1, 0}).parent_frame({0, 0, -1}).start({-1.0});
  const auto angles_to_vertical = [](const State& state) -> std::vector<double> {
    return {state.q(0), state.q(0) + state.q(1), state.u(0), state.u(0) + state.u(1)};
  };
  return {"double pendulum, 3 s",
          System(builder.build()).default_state(),
          3,
          angles_to_vertical,
          {1.97106185657556953750, 0.91974284810928830236, 1.05728928136592559284, 0.08214855397505584078}};
}

}  // namespace

std::vector<KnownMotion> known_motions() { return {pendulum(), free_body(), planet(), double_pendulum()}; }

}  // namespace sarrus::bench
