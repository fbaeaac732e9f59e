// A user-defined constraint: a class that declares what it connects and computes its rows.
#include <cmath>
#include <cstdio>
#include <numbers>

#include "sarrus/constraints.h"
#include "sarrus/extend.h"
#include "sarrus/sarrus.h"
using namespace sarrus;

// [constraint]
/// A point on one body, M's origin, stays on a dish of another, a paraboloid about F's z axis with the radius
/// of curvature R at the bottom:
///   e = z − (x² + y²)/(2·R)
class InDish : public ConstraintOf<InDish> {
 public:
  InDish(Place F, Place M, double radius) : places_{std::move(F), std::move(M)}, radius_(radius) {}
  ConstraintShape declare(Declaration& system) override {
    places_.find(system);
    radius_.declare(system, "radius", "m", ParameterRange::above(0));
    return {.position_rows = 1, .F = places_.A, .frames = {places_.B}};
  }
  template <class T>
  void errors(const ConstraintArguments<T>& at, Out<T> e) const {
    const Vec3<T>& p = at.frames[0].X.p;
    e[0] = p.z - (p.x * p.x + p.y * p.y) / (2 * at.parameters[0]);
  }
  template <class T>  // ė = n·v with the normal n = (−x/R, −y/R, 1)
  void rows(const ConstraintArguments<T>& at, const ConstraintRows<T>& G) const {
    const Vec3<T>& p = at.frames[0].X.p;
    G.wrench(0).f = {-p.x / at.parameters[0], -p.y / at.parameters[0], T(1)};
  }
  template <class T>  // ë = n·a − (vx² + vy²)/R
  void biases(const ConstraintArguments<T>& at, Out<T> bias) const {
    const Vec3<T>& v = at.frames[0].V.v;
    bias[0] = -(v.x * v.x + v.y * v.y) / at.parameters[0];
  }

 private:
  PlacePair places_;
  OwnParameter radius_;
};
// [/constraint]

int main() {
  const double mass = 0.02, radius = 0.5, g = 9.81;
  ModelBuilder model("bead in a dish");
  model.gravity({0, 0, -g});
  model.particle("bead", mass);
  model.joint("slide", Translation{}, "world", "bead");
  SystemBuilder builder(model.build());
  builder.add("dish", InDish("world", "bead", radius));
  const System system = builder.build();

  // At x, with the speed v along y.
  const auto start = [&](double x, double v) {
    State state = system.default_state();
    state.set_q(std::vector<double>{x, 0, x * x / (2 * radius)});
    state.set_u(std::vector<double>{0, v, 0});
    return state;
  };
  // The multiplier is the vertical component of the dish's force, by Newton's law along the normal
  //   λ = m·(g + (vx² + vy²)/R) / (1 + (x² + y²)/R²)
  const auto newton = [&](const State& state) {
    const double p2 = state.q(0) * state.q(0) + state.q(1) * state.q(1);
    const double v2 = state.u(0) * state.u(0) + state.u(1) * state.u(1);
    return mass * (g + v2 / radius) / (1 + p2 / (radius * radius));
  };

  Simulation simulation(start(0.3, 1.0), {.accuracy = 1e-9});
  for (int i = 0; i <= 4; ++i) {
    simulation.run_until(0.25 * i);
    const State& state = simulation.state();
    std::printf(
        "t = %.2f s: at (%7.4f, %7.4f, %6.4f) m, %s the dish, energy %.6f J, force %.5f N, Newton %.5f N\n",
        state.time(), state.q(0), state.q(1), state.q(2),
        std::abs(position_errors(state)[0]) < 1e-9 ? "on" : "off", energy(state), multipliers(state)[0],
        newton(state));
  }

  // All horizontal circles have the same period, T = 2π·√(R/g), and the dish carries just the weight.
  const double rate = std::sqrt(g / radius), period = 2 * std::numbers::pi / rate;
  for (const double r : {0.1, 0.2, 0.4}) {
    Simulation circle(start(r, r * rate), {.accuracy = 1e-9});
    circle.run(period / 4);
    const State& state = circle.state();
    std::printf("a circle of %.1f m after T/4: at (%.6f, %.6f) m, force %.5f N, weight %.5f N\n", r,
                std::abs(state.q(0)), state.q(1), multipliers(state)[0], mass * g);
  }
}
