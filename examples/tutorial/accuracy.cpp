// Chapter 6: accuracy and methods of integration. A pendulum whose motion is known gives the true error; one
// with a strong damper shows when an implicit method is worth it. With the name of a file, work and errors
// are written there.

#include <cmath>
#include <cstdio>

#include "sarrus/sarrus.h"
using namespace sarrus;

Model pendulum() {
  ModelBuilder builder("pendulum");
  builder.body("rod", thin_rod(1.0, {0, 0, 1}));
  builder.joint("hinge", Pin{}, "world", "rod").axis({0, 1, 0}).child_frame({0, 0, 0.5}).start({2.0});
  return builder.build();
}

/// A quarter of a period after it has passed its start, the rod hangs down, with the speed that the energy
/// gives it.
double error_of(const State& state) {
  const double speed = std::sqrt(3 * 9.81 * (1 - std::cos(2.0)));
  return std::max(std::abs(state.q("hinge")), std::abs(state.u("hinge.rate") + speed));
}

/// Two digits of a count: more depend on the processor.
double about(std::int64_t count) {
  const double unit = std::pow(10, std::floor(std::log10(count)) - 1);
  return unit * std::round(static_cast<double>(count) / unit);
}

int main(int argc, char** argv) {
  const System system(pendulum());
  const State start = system.default_state();
  const double period = 4 * std::sqrt(2 / (3 * 9.81)) * std::comp_ellint_1(std::sin(1.0));

  // The same motion by four methods, each at four accuracies.
  const Array<std::pair<const char*, double>> methods{
      {"rk2", 2}, {"rk3", 3}, {"dormand-prince5", 5}, {"dormand-prince8", 8}};
  NumberTable table{"work and precision", {"order", "accuracy", "evaluations", "error"}, {}};
  std::printf("method           accuracy  evaluations  error\n");
  for (const auto& [method, order] : methods)
    for (const double accuracy : {1e-2, 1e-4, 1e-6, 1e-8}) {
      Simulation simulation(start, {.accuracy = accuracy, .integrator = method, .record = false});
      simulation.run(5.25 * period);
      const std::int64_t evaluations = simulation.statistics().evaluations;
      const double error = error_of(simulation.state());
      table.add_row({order, accuracy, static_cast<double>(evaluations), error});
      std::printf("%-15s     %.0e  %11.0f  %.0e\n", method, accuracy, about(evaluations), error);
    }
  if (argc > 1) write_table(table, argv[1]);

  // Stiffness: the stronger the damper, the less happens, and the shorter the steps of an explicit method.
  std::printf("\n");
  for (const double damping : {1.0, 100.0, 10000.0}) {
    SystemBuilder builder(system.model());
    builder.add("damper", MobilityDamper("hinge", damping));
    const State damped = builder.build().default_state();
    for (const char* method : {"dormand-prince5", "bdf"}) {
      Simulation simulation(damped, {.accuracy = 1e-5, .integrator = method});
      simulation.run(5.0);
      std::printf("damping %5.0f N·m·s/rad: %-15s takes %5.0f steps\n", damping, method,
                  about(simulation.statistics().steps));
    }
  }

  // A name that is no method's.
  try {
    Simulation(start, {.integrator = "rk4"}).run(1.0);
  } catch (const Error& error) {
    std::printf("\n%s\n", error.what());
  }
}
