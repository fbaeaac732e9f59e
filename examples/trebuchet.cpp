// The best throw of a trebuchet by gradient ascent: the gradient of the range by the start and by the lengths
// of its parts comes from one adjoint pass, whatever their number.

#include <cmath>
#include <cstdio>

#include "sarrus/algorithms.h"
#include "sarrus/sarrus.h"
#include "sarrus/sensitivity.h"
using namespace sarrus;

namespace {

// The pivot divides the beam into a short arm with the counterweight and a long one with the sling.
System make_trebuchet() {
  ModelBuilder builder("trebuchet");
  builder.body("beam", thin_rod(20, {5, 0, 0}));
  builder.body("counterweight", point_mass(500, {0, 0, 0}));
  builder.body("stone", point_mass(8, {0, 0, 0}));
  builder.joint("pivot", Pin{}, "world", "beam")
      .axis({0, 1, 0})
      .parent_frame({0, 0, 4})
      .child_frame({1.5, 0, 0});
  builder.joint("hanger", Pin{}, "beam", "counterweight")
      .axis({0, 1, 0})
      .parent_frame({2.5, 0, 0})
      .child_frame({0, 0, 1.0});
  builder.joint("sling", Pin{}, "beam", "stone")
      .axis({0, 1, 0})
      .parent_frame({-2.5, 0, 0})
      .child_frame({-2, 0, 0});
  return SystemBuilder(builder.build()).build();
}

// How far the stone flies if it is released now, to the ground at z = 0.
double range(const State& state) {
  const Vec3<double> p = pose(state, "stone").p, v = velocity(state, "stone").v;
  const double flight = (v.z + std::sqrt(v.z * v.z + 2 * 9.81 * std::max(p.z, 0.0))) / 9.81;
  return p.x + v.x * flight;
}

// The best time to release it.
double best_release(const State& start) {
  double best = 0.1, farthest = -1e9;
  Simulation simulation(start, {.accuracy = 1e-8, .record = false});
  for (int i = 1; i <= 300; ++i) {
    simulation.run(0.005);
    if (const double r = range(simulation.state()); r > farthest)
      farthest = r, best = simulation.state().time();
  }
  return best;
}

}  // namespace

int main() {
  const System system = make_trebuchet();
  State start = system.default_state();
  start.set_q("pivot", -0.6), start.set_q("hanger", 0.6), start.set_q("sling", 0.6);
  const Array<std::string> lengths{"sling.child_frame.x", "hanger.child_frame.z", "pivot.child_frame.x"};

  std::printf("    range    sling    hanger   pivot    release\n");
  for (int iteration = 0; iteration <= 12; ++iteration) {
    const double release = best_release(start);
    // [gradient]
    // At the best release the range does not change with its time: the rest of the gradient is all of it.
    const SimulationGradient gradient =
        calc_simulation_gradient(start, release, range, {.parameters = lengths});
    // [/gradient]
    if (iteration % 3 == 0)
      std::printf("%2d  %.1f m  %.2f m  %.2f m  %.2f m  %.2f s\n", iteration, gradient.value,
                  -value(start, lengths[0]), value(start, lengths[1]), value(start, lengths[2]), release);
    const double step = 0.1 / gradient.by_parameters.norm();  // ten centimeters
    for (int i = 0; i < 3; ++i)
      set_value(start, lengths[i], value(start, lengths[i]) + step * gradient.by_parameters[i]);
  }
}
