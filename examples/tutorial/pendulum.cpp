// Chapter 1: a pendulum, from a model to a motion. With the name of a file, the motion is written there.

#include <cmath>
#include <cstdio>
#include <iostream>

#include "sarrus/sarrus.h"
using namespace sarrus;

int main(int argc, char** argv) {
  // What there is: a rod of 1 kg and 1 m, which hangs on a hinge at its upper end.
  ModelBuilder builder("pendulum");
  builder.body("rod", thin_rod(1.0, {0, 0, 1}));
  builder.joint("hinge", Pin{}, "world", "rod").axis({0, 1, 0}).child_frame({0, 0, 0.5});
  const Model model = builder.build();
  std::cout << model << '\n';

  // What acts on it: gravity alone. What can change: its State.
  const System system(model);
  State start = system.default_state();
  start.set_q("hinge", 2.0);

  // How it moves.
  Simulation simulation(start, {.accuracy = 1e-9, .every = 0.01});
  simulation.run(5.0);
  const Trajectory& trajectory = simulation.trajectory();
  for (const double t : {0.0, 0.5, 1.0, 1.5, 2.0}) {
    const State state = trajectory.at(t);
    std::printf("t = %.1f s: angle %7.4f rad, speed %7.4f rad/s, energy %.6f J\n", t, state.q("hinge"),
                state.u("hinge.rate"), energy(state));
  }

  // All of it as a table for other programs, with the formula for small angles beside it.
  const RecordedOutput linear("small angles", [](const State& state) {
    return 2.0 * std::cos(std::sqrt(1.5 * 9.81) * state.time());
  });
  if (argc > 1) write_table(tabulate(trajectory, {linear}), argv[1]);

  // Is that right? The period is T = 4·√(2·L/(3·g))·K(sin(θ/2)), with the complete elliptic integral K. After
  // a quarter of it, the rod hangs straight down.
  std::printf("\n");
  for (const double swing : {0.1, 1.0, 2.0, 3.0}) {
    const double period = 4 * std::sqrt(2 / (3 * 9.81)) * std::comp_ellint_1(std::sin(swing / 2));
    start.set_q("hinge", swing);
    Simulation quarter(start, {.accuracy = 1e-9});
    quarter.run(period / 4);
    std::printf("from %.1f rad: period %.6f s, off the vertical by %.6f rad after a quarter of it\n", swing,
                period, std::abs(quarter.state().q("hinge")));
  }

  // Faults are reported by name, all at once.
  try {
    ModelBuilder faulty("pendulum");
    faulty.body("rod", thin_rod(1.0, {0, 0, 1})).particle("bob", 0.5);
    faulty.joint("hinge", Pin{}, "world", "rood").axis({0, 1, 0}).limit(1.0, -1.0);
    faulty.build();
  } catch (const Error& error) {
    std::printf("\n%s\n", error.what());
  }
}
