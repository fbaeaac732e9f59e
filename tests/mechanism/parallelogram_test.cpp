/// A parallelogram that goes through its flat position, where it could also fold: the shortest ladder of
/// IFToMM's benchmark A02. Each upright of mass 1 and length 1 with half of the rod between them is a
/// pendulum,
///   T = (1/3 + 1/2)·ω², V = 2·g·cos θ, which turns over at ω = 1 at the top.

#include <algorithm>

#include "tests/mechanism/mechanism.h"
#include "tests/support/linkages.h"

namespace sarrus::testing::parallelogram_test {
namespace {

/// Follows the motion and compares it with the pendulum: the largest error of the energy.
double energy_error_of_parallelogram(Closure closure, double duration, const SimulationOptions& options) {
  Simulation simulation(ladder(1, closure, LadderStart::up).start, options);
  simulation.run(duration);
  double error = 0;
  for (const State& state : simulation.trajectory()) {
    const double angle = coordinate(state, "V0"), turning = speed(state, "V0");
    EXPECT_NEAR(coordinate(state, "V1"), angle, 1e-6) << "at " << state.time();
    EXPECT_NEAR(coordinate(state, "H1"), -angle, 1e-6) << "at " << state.time();
    const double of_pendulum = 5.0 / 6 * turning * turning + 2 * g * std::cos(angle);
    error = std::max({error, std::abs(of_pendulum - (5.0 / 6 + 2 * g)),
                      std::abs(energy(state) - energy(simulation.trajectory().front()))});
  }
  return error;
}

TEST(Parallelogram, GoesThroughTheFlatPosition) {
  for (const Closure closure : {Closure::ball, Closure::in_plane})
    for (const double accuracy : {1e-5, 1e-7, 1e-9})
      EXPECT_LT(energy_error_of_parallelogram(closure, 1.1, {.accuracy = accuracy}), 100 * accuracy);
}

/// The angle of all uprights of a ladder with n rungs at the end of a motion: a pendulum with
///   T = ((n+1)/6 + n/2)·ω²,  V = ((n+1)/2 + n)·g·cos θ
/// followed by Runge and Kutta's method with short steps in higher precision.
double pendulum_angle(int n, double duration) {
  const long double stiffness = g * ((n + 1) / 2.0L + n) / ((n + 1) / 3.0L + n);
  long double angle = 0, rate = -1;
  constexpr int steps = 100000;
  const long double h = duration / static_cast<long double>(steps);
  for (int i = 0; i < steps; ++i) {
    const auto pull = [&](long double at) { return stiffness * std::sin(at); };
    const long double a1 = rate, r1 = pull(angle), a2 = rate + h / 2 * r1, r2 = pull(angle + h / 2 * a1),
                      a3 = rate + h / 2 * r2, r3 = pull(angle + h / 2 * a2), a4 = rate + h * r3,
                      r4 = pull(angle + h * a3);
    angle += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
    rate += h / 6 * (r1 + 2 * r2 + 2 * r3 + r4);
  }
  return static_cast<double>(angle);
}

struct LadderErrors {
  double energy = 0;  ///< In parts of the largest kinetic energy.
  double angle = 0;   ///< At the end.
};

/// The ladder turns over seven times in 10 s and so lies flat 14 times.
LadderErrors follow_ladder(int n, Closure closure, const SimulationOptions& options) {
  const State start = ladder(n, closure, LadderStart::up).start;
  Simulation simulation(start, options);
  simulation.run(10);
  LadderErrors errors;
  double kinetic = 0;
  for (const State& state : simulation.trajectory()) {
    kinetic = std::max(kinetic, kinetic_energy(state));
    errors.energy = std::max(errors.energy, std::abs(energy(state) - energy(start)));
  }
  errors.energy /= kinetic;
  const double angle = pendulum_angle(n, 10);
  for (int i = 0; i <= n; ++i)
    errors.angle =
        std::max(errors.angle, std::abs(coordinate(simulation.state(), "V" + std::to_string(i)) - angle));
  return errors;
}

/// Where it lies flat, a row of each loop vanishes and the ladder could go on in 2ⁿ ways. It keeps to its own
/// at every accuracy, and a smaller one makes errors smaller, down to where rounding in flat positions
/// counts: they are about 90 times the accuracy.
TEST(Parallelogram, LaddersGoThroughItManyTimesAtEveryAccuracy) {
  for (const int n : {1, 3, 10}) {
    for (const double accuracy : {1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11}) {
      const LadderErrors errors = follow_ladder(n, Closure::ball, {.accuracy = accuracy});
      EXPECT_LT(errors.energy, 10 * accuracy) << n << " rungs at " << accuracy;
      const double allowed = accuracy < 5e-11 ? 1e-8 : (accuracy < 5e-5 ? 150 : 500) * accuracy;
      EXPECT_LT(errors.angle, allowed) << n << " rungs at " << accuracy;
    }
  }
}

TEST(Parallelogram, ALongLadderGoesThroughItManyTimes) {
  for (const double accuracy : {1e-4, 1e-7, 1e-9, 1e-11}) {
    const LadderErrors errors = follow_ladder(40, Closure::ball, {.accuracy = accuracy});
    EXPECT_LT(errors.energy, 10 * accuracy) << accuracy;
    EXPECT_LT(errors.angle, 500 * accuracy) << accuracy;
  }
}

/// Neighboring accuracies meet the flat position with other steps, now and then very nearly.
TEST(Parallelogram, GoesThroughItWhereverStepsEnd) {
  for (const double accuracy : {1e-5, 1e-7, 1e-9})
    for (const double factor : {0.85, 0.88, 0.91, 0.94, 0.97, 1.0, 1.1, 1.2, 1.3})
      for (const char* method : {"dormand-prince5", "dormand-prince8"}) {
        const LadderErrors errors =
            follow_ladder(1, Closure::in_plane, {.accuracy = factor * accuracy, .integrator = method});
        EXPECT_LT(errors.energy, 100 * factor * accuracy) << method << " at " << factor * accuracy;
      }
}

}  // namespace
}  // namespace sarrus::testing::parallelogram_test
