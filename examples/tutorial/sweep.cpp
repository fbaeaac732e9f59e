// Chapter 7: many at once. A seat on a shaking floor, simulated with forty springs; then an arm in eight
// positions by one call. With the name of a file, the amplitudes are written there.

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "sarrus/dynamics.h"
#include "sarrus/sarrus.h"
using namespace sarrus;

constexpr double person = 80, damping = 300, shake = 0.01, rate = 12;  // kg, N·s/m, m, rad/s

/// The floor moves by shake·sin(rate·t); the seat's coordinate is its height above the floor.
System seat() {
  ModelBuilder model("seat");
  model.gravity({0, 0, 0});
  model.particle("floor", 1.0).particle("seat", person);
  model.joint("floor", Slider{}, "world", "floor").axis({0, 0, 1});
  model.joint("seat", Slider{}, "floor", "seat").axis({0, 0, 1});
  SystemBuilder builder(model.build());
  builder.add("spring", MobilitySpring("seat", 1000.0, 0.0));
  builder.add("damper", MobilityDamper("seat", damping));
  builder.prescribe("shaking", "floor", MotionLevel::position, {sinusoid(shake, rate)});
  return builder.build();
}

int main(int argc, char** argv) {
  // One System, many States that differ in a parameter.
  const System system = seat();
  Array<State> states;
  for (int i = 1; i <= 40; ++i) {
    states.push_back(system.default_state());
    states.back().set_parameter("spring.stiffness", 1000.0 * i);
  }
  const Array<SimulationResult> results = simulate_all(states, 10.0, {.accuracy = 1e-8, .record = false});

  // Once it swings steadily, q = A·sin(rate·t + φ), so that A² = q² + (q̇/rate)² at any time. The formula:
  //   A = person·rate²·shake / √((k − person·rate²)² + (damping·rate)²)
  NumberTable table{"seat", {"stiffness", "amplitude", "formula"}, {}};
  for (std::size_t i = 0; i < results.size(); ++i) {
    const State& end = *results[i].end;
    const double k = end[system.parameter("spring.stiffness")];
    const double amplitude = std::hypot(end.q("seat"), end.u("seat.rate") / rate);
    const double formula =
        person * rate * rate * shake / std::hypot(k - person * rate * rate, damping * rate);
    table.add_row({k, amplitude, formula});
    if (i % 8 == 3)
      std::printf("spring of %5.0f N/m: the seat swings by %.6f m, by formula %.6f m\n", k, amplitude,
                  formula);
  }
  if (argc > 1) write_table(table, argv[1]);

  // Eight positions of an arm in one call: the numbers are packs of eight, one lane for each.
  const Model arm = load_model("examples/tutorial/arm.urdf").model;
  const int shoulder = arm.coordinate_number("shoulder"), elbow = arm.coordinate_number("elbow");
  const Tree<Pack8d> trees(arm);
  InverseDynamics<Pack8d> workspaces(trees);
  Array<Pack8d> q(4, Pack8d(0.0)), tau(4);
  q[elbow] = Pack8d::each([](int lane) { return 0.3 * lane; });
  calc_inverse_dynamics(trees, {.q = q}, workspaces, tau);

  // The same one by one.
  const Tree tree(arm);
  InverseDynamics workspace(tree);
  std::printf("\n");
  for (int lane = 0; lane < 8; ++lane) {
    Array<double> q1(4), tau1(4);
    q1[elbow] = 0.3 * lane;
    calc_inverse_dynamics(tree, {.q = q1}, workspace, tau1);
    std::printf("elbow at %.1f rad: the shoulder holds %7.4f N·m, alone %7.4f N·m\n", 0.3 * lane,
                tau[shoulder][lane], tau1[shoulder]);
  }

  // What goes wrong in one simulation is in its result; the others go on.
  Array<State> some{states[0], states[1], states[2]};
  some[1].set_parameter("spring.stiffness", 1e9);
  std::printf("\n");
  for (const SimulationResult& result : simulate_all(some, 1.0, {.accuracy = 1e-8, .smallest_step = 1e-3}))
    std::printf("%s\n", result.succeeded() ? "done" : result.error.c_str());
}
