// Masses and friction of an arm from a noisy record of its motion, by Gauss–Newton: the residuals are
// differentiated exactly, along with the simulation.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <random>

#include "sarrus/algorithms.h"
#include "sarrus/sarrus.h"
#include "sarrus/sensitivity.h"
using namespace sarrus;

namespace {

const Array<std::string> unknowns{"upper.mass", "lower.mass", "shoulder friction.damping",
                                  "elbow friction.damping"};
constexpr int samples = 40;
constexpr double interval = 0.05, noise = 0.002;  // s, rad

System make_arm() {
  ModelBuilder builder("arm");
  builder.body("upper", thin_rod(3.0, {0, 0, 0.4})).body("lower", thin_rod(2.0, {0, 0, 0.3}));
  builder.joint("shoulder", Pin{}, "world", "upper").axis({0, 1, 0}).child_frame({0, 0, 0.2});
  builder.joint("elbow", Pin{}, "upper", "lower")
      .axis({0, 1, 0})
      .parent_frame({0, 0, -0.2})
      .child_frame({0, 0, 0.15});
  SystemBuilder system(builder.build());
  system.add("motor", MobilityConstant("shoulder", 4.0));
  system.add("shoulder friction", MobilityDamper("shoulder", 0.5));
  system.add("elbow friction", MobilityDamper("elbow", 0.5));
  return system.build();
}

// What an encoder at each joint would have recorded of an arm with other numbers.
VectorX<double> measure(State arm) {
  const double truth[] = {2.4, 1.1, 0.30, 0.12};
  for (int i = 0; i < 4; ++i) set_value(arm, unknowns[i], truth[i]);
  std::mt19937 random(1);
  VectorX<double> angles(2 * samples);
  Simulation simulation(arm, {.accuracy = 1e-9, .record = false});
  for (int k = 0; k < samples; ++k) {
    simulation.run(interval);
    for (int joint = 0; joint < 2; ++joint) {
      double error = -6;  // the sum of twelve numbers in [0, 1) is nearly normal, the same everywhere
      for (int i = 0; i < 12; ++i) error += static_cast<double>(random()) / 4294967296.0;
      angles[2 * k + joint] = simulation.state().q(joint) + noise * error;
    }
  }
  return angles;
}

}  // namespace

int main() {
  const System system = make_arm();
  State arm = system.default_state();
  arm.set_q("elbow", 0.8);
  const VectorX<double> measured = measure(arm);

  std::printf("   rms error   upper mass  lower mass  shoulder     elbow\n");
  for (int iteration = 0; iteration < 8; ++iteration) {
    // [residuals]
    SimulationSensitivity motion(arm, {.parameters = unknowns});
    VectorX<double> residual(2 * samples);
    MatrixX<double> J(2 * samples, 4);
    for (int k = 0; k < samples; ++k) {
      motion.run_until((k + 1) * interval);
      for (int joint = 0; joint < 2; ++joint) {
        residual[2 * k + joint] = measured[2 * k + joint] - motion.state().q(joint);
        J.row(2 * k + joint) = motion.matrix().row(joint).tail(4);
      }
    }
    // [/residuals]
    std::printf("%d  %.4f rad  %.3f kg    %.3f kg    %.3f N·m·s  %.3f N·m·s\n", iteration,
                residual.norm() / std::sqrt(2.0 * samples), value(arm, unknowns[0]), value(arm, unknowns[1]),
                value(arm, unknowns[2]), value(arm, unknowns[3]));
    const VectorX<double> change = solve_least_squares(J, residual).x;
    for (int i = 0; i < 4; ++i) {  // not more than by half at once
      const double p = value(arm, unknowns[i]);
      set_value(arm, unknowns[i], p * std::clamp(1 + change[i] / p, 0.5, 1.5));
    }
  }
}
