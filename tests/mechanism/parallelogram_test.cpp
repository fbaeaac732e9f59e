/// A parallelogram that goes through its flat position, where it could also fold: the shortest ladder of
/// IFToMM's benchmark A02. Each upright of mass 1 and length 1 with half of the rod between them is a
/// pendulum,
///   T = (1/3 + 1/2)·ω², V = 2·g·cos θ, which turns over at ω = 1 at the top.

#include "tests/mechanism/mechanism.h"
#include "tests/support/linkages.h"

namespace sarrus::testing {
namespace {

/// Follows the motion and compares it with the pendulum.
void stays_a_parallelogram(Closure closure, double duration, const SimulationOptions& options, double bound) {
  Simulation simulation(ladder(1, closure, LadderStart::up).start, options);
  simulation.run(duration);
  for (const State& state : simulation.trajectory()) {
    const double angle = coordinate(state, "V0"), turning = speed(state, "V0");
    ASSERT_NEAR(coordinate(state, "V1"), angle, 1e-6) << "at " << state.time();
    ASSERT_NEAR(coordinate(state, "H1"), -angle, 1e-6) << "at " << state.time();
    EXPECT_NEAR(5.0 / 6 * turning * turning + 2 * g * std::cos(angle), 5.0 / 6 + 2 * g, bound);
    EXPECT_NEAR(energy(state), energy(simulation.trajectory().front()), bound);
  }
}

TEST(Parallelogram, GoesThroughTheFlatPosition) {
  for (const Closure closure : {Closure::ball, Closure::in_plane})
    for (const double accuracy : {1e-5, 1e-7, 1e-9})
      stays_a_parallelogram(closure, 1.1, {.accuracy = accuracy}, 100 * accuracy);
}

/// Many times it does so only where its positions are far more exact than its motion: an error e of the
/// positions leaves an angle of about √e between the uprights there, from which it may fold.
TEST(Parallelogram, GoesThroughItManyTimesWithExactPositions) {
  for (const double accuracy : {1e-5, 1e-7, 1e-9})
    stays_a_parallelogram(Closure::in_plane, 10,
                          {.accuracy = accuracy, .constraint_tolerance = std::max(1e-14, 1e-6 * accuracy)},
                          100 * accuracy);
}

}  // namespace
}  // namespace sarrus::testing
