// A coin that rolls on a table: a thin disk whose edge touches the table without slip.
#include <cmath>
#include <cstdio>
#include <numbers>

#include "sarrus/constraints.h"
#include "sarrus/sarrus.h"
using namespace sarrus;

int main() {
  const double mass = 0.0076, R = 0.0116, g = 9.81;  // a one-euro coin, without its thickness
  ModelBuilder model("coin");
  model.gravity({0, 0, -g});
  model.body("coin", thin_disk(mass, R));
  model.joint("coin", Free{}, "world", "coin");
  SystemBuilder builder(model.build());
  builder.add("table", DiskOnPlaneContact("world", "coin", R, ContactMotion::rolling));
  const System system = builder.build();

  // It leans by 20° and rolls on a circle: its axis is at θ to the vertical and precesses at Ω, and it spins
  // at w about its axis. With the moments of inertia A across and C about the axis [Routh 1884, art. 244],
  //   (C + m·R²)·Ω·w·sin θ = A·Ω²·sin θ·cos θ − m·g·R·cos θ
  const double theta = 70 * std::numbers::pi / 180, turning = 8, s = std::sin(theta), c = std::cos(theta);
  const double A = mass * R * R / 4, C = mass * R * R / 2;
  const double w = (A * turning * turning * s * c - mass * g * R * c) / ((C + mass * R * R) * turning * s);
  const double circle = -R * w / turning;  // the radius of the circle of its center

  State state = system.default_state();
  const Pose<double> X{Rotation<double>::about_x(theta), {0, -circle, R * s}};
  state.set_q(fit_coordinates(Free{}, {}, X).values);
  const Vec3<double> spin = turning * s * X.R.col(1) + w * X.R.col(2);
  state.set_u(std::vector<double>{spin.x, spin.y, spin.z, -R * w, 0, 0});

  const auto cm = [](double x) { return std::round(1e5 * x) / 1e3 + 0.0; };  // avoids "-0"
  // The multipliers are the forces normal to the table, along the track and across it.
  std::printf("the table bears the weight of %.5f N, and holds the coin on its circle with %.5f N\n",
              mass * g, mass * turning * turning * circle);
  Simulation simulation(state, {.accuracy = 1e-9});
  for (int i = 0; i <= 4; ++i) {
    simulation.run_until(0.25 * i * 2 * std::numbers::pi / turning);
    const State& now = simulation.state();
    const Pose<double> at = pose(now, 1);
    std::printf(
        "after %d/4 of a circle: center at (%6.3f, %6.3f, %5.3f) cm, leaning by %.3f°, forces %.5f %.5f %.5f "
        "N\n",
        i, cm(at.p.x), cm(at.p.y), cm(at.p.z), 90 - 180 / std::numbers::pi * std::acos(at.R(2, 2)),
        multipliers(now)[0], std::abs(multipliers(now)[1]), std::abs(multipliers(now)[2]));
  }

  // Upright rolling is stable if w² > g/(3·R): after a small push it sways, or else it falls.
  const double critical = std::sqrt(g / (3 * R));
  for (const double share : {0.9, 1.1}) {
    const double rate = share * critical;
    state.set_q(
        fit_coordinates(Free{}, {}, {Rotation<double>::about_x(std::numbers::pi / 2), {0, 0, R}}).values);
    state.set_u(std::vector<double>{0.01, -rate, 0, -R * rate, 0, 0});
    Simulation rolling(state, {.accuracy = 1e-8, .every = 0.01});
    rolling.run(1);
    double most = 0;
    for (const State& each : rolling.trajectory())
      most = std::max(most, std::abs(std::asin(pose(each, 1).R(2, 2))) * 180 / std::numbers::pi);
    std::printf("rolling at %.3f m/s, %.1f of the critical speed, it %s\n", R * rate, share,
                most < 1 ? "sways by less than 1°" : "falls by more than 1°");
  }
}
